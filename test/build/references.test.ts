import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SourceId } from '../../build/contract/sources.ts';
import { buildHere, timestamps } from '../helpers/builds.ts';
import { Random } from '../helpers/random.ts';
import { realTest } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { edit, now, read, rebuildable, write } from '../helpers/rebuilding.ts';
import {
  assertInverse,
  briefly,
  PAGE_OF_REFERENCES,
  referencePages,
  referencesOf,
  referencesOfLevel,
} from '../helpers/references.ts';
import { sampleTree } from '../helpers/tree.ts';
import { EDITS } from './edits.ts';

/** References in incremental builds. */

const SECTION_106 = 'usc/title-17/chapter-01/section-106.md';
const SECTION_107 = 'usc/title-17/chapter-01/section-107.md';
const SECTION_108 = 'usc/title-17/chapter-01/section-108.md';
const SECTION_900 = 'usc/title-17/chapter-01/section-900.md';
const SECTION_9101 = 'usc/title-14/chapter-91/section-9101.md';
const SECTION_9102 = 'usc/title-14/chapter-91/section-9102.md';
const CHAPTER_91 = 'usc/title-14/chapter-91/_level.md';
const PART_971 = 'ecfr/title-33/chapter-IX/part-971/_level.md';
const SECTION_971_1 = 'ecfr/title-33/chapter-IX/part-971/section-971.1.md';
const NOTICE = 'fr/2018/05/2018-09910.md';
const OTHER_NOTICE = 'fr/2018/05/2018-09912.md';

/** Appends a paragraph in front of the credit and the notes of a document. */
const saying = (words: string) => (text: string) => text.replace(/\n\n# .*\n/, `$&\n${words}\n`);

/** A section of title 17 like section 107. */
const sectionText = (corpus: string, number: string, words: string): string =>
  saying(words)(
    read(corpus, SECTION_107)
      .replaceAll('/us/usc/t17/s107', `/us/usc/t17/s${number}`)
      .replace(/^section_number: .*$/m, `section_number: "${number}"`)
      .replace(/^title: .*$/m, `title: "17 USC § ${number} - Gulls"`)
      .replace(/\nsource_credit: .*\n/, '\n'),
  ).replace(/\n---\n\n\*\*Source Credit[\s\S]*$/, '\n');

/** A corpus whose tree is built again and again. In each tree `cited_by` must be the inverse of `cites`. */
async function built(change?: (corpus: string) => void) {
  const { corpus, dist, again: build } = await rebuildable(change);
  /** Builds again. @returns the report, and the paths of written files: all, and those of references */
  const again = async (keepGoing?: boolean) => {
    const report = await build(keepGoing);
    assertInverse(dist);
    const { files } = report;
    return {
      ...report,
      pages: files.filter(name => PAGE_OF_REFERENCES.test(name)).sort(),
      parts: files.filter(name => /^manifest\/[^/]+\/references\//.test(name)).sort(),
    };
  };
  const list = (id: SourceId, shorthand: string, name: 'cites' | 'cited_by') =>
    briefly(referencesOf(dist, id, shorthand)?.[name] ?? []);
  return { corpus, dist, again, list };
}

const fileOf = (id: SourceId, shorthand: string): string =>
  `api/${id}/documents/${shorthand}/references.json`;
const fileOfLevel = (id: SourceId, shorthand: string): string =>
  `api/${id}/structure/${shorthand}/references.json`;
const partOf = (name: string): string => `manifest/${name.replace('/', '/references/')}.ndjson`;

test('cited_by is the inverse of cites in the whole sample', async () => {
  const { dist } = await sampleTree();
  assert.ok(assertInverse(dist) > 10);
});

test('a cited document that comes gives the items of citing documents an address and a title, and takes them with it', async () => {
  const { corpus, dist, again, list } = await built(folder =>
    edit(folder, SECTION_106, saying('See section 900(a) of this title and 17 U.S.C. 900(b)(2).')),
  );
  const others = list('usc', 't17/s106', 'cites').filter(line => !line.includes('s900'));
  const missing = '?text 2 /us/usc/t17/s900 (a) (b)(2)';
  assert.equal(list('usc', 't17/s106', 'cites'), [missing, ...others]);
  write(corpus, SECTION_900, sectionText(corpus, '900', 'Gulls.'));
  const { pages, parts } = await again();
  assert.equal(pages, [fileOf('usc', 't17/s106'), fileOf('usc', 't17/s900')]);
  assert.equal(parts, [partOf('usc/t17')]);
  const [first] = referencesOf(dist, 'usc', 't17/s106')?.cites ?? [];
  assert.equal(first, {
    identifier: '/us/usc/t17/s900',
    url: '/api/usc/documents/t17%2Fs900',
    display_title: '17 USC § 900 - Gulls',
    where: 'text',
    count: 2,
    pinpoints: [['a'], ['b', '2']],
  });
  assert.equal(list('usc', 't17/s900', 'cited_by'), ['text 2 /us/usc/t17/s106 (a) (b)(2)']);
  fs.rmSync(path.join(corpus, SECTION_900));
  assert.equal((await again()).pages, [fileOf('usc', 't17/s106')]);
  assert.equal(list('usc', 't17/s106', 'cites'), [missing, ...others]);
  assert.not.ok(fs.existsSync(path.join(dist, fileOf('usc', 't17/s900'))));
});

test('a citing document that comes and goes is told by what it cites, in whatever title', async () => {
  const { corpus, again, list } = await built();
  const file = 'ecfr/title-33/chapter-IX/part-971/section-971.9.md';
  const text = read(corpus, SECTION_971_1).replaceAll('971.1', '971.9');
  write(corpus, file, saying('As 17 U.S.C. 107 and 83 FR 21707 say; see part 971.')(text));
  const { pages, parts } = await again();
  assert.equal(pages, [fileOf('ecfr', 't33/s971.9'), fileOf('fr', '2018-09910'), fileOf('usc', 't17/s107')]);
  assert.equal(parts, [partOf('ecfr/t33'), partOf('fr/2018-05'), partOf('usc/t17')]);
  assert.ok(list('usc', 't17/s107', 'cited_by').includes('text 1 /us/cfr/t33/s971.9'));
  assert.equal(list('fr', '2018-09910', 'cited_by'), ['text 1 /us/cfr/t33/s971.9']);
  fs.rmSync(path.join(corpus, file));
  assert.equal((await again()).pages, [fileOf('fr', '2018-09910'), fileOf('usc', 't17/s107')]);
  assert.equal(list('fr', '2018-09910', 'cited_by'), []);
});

test('another title of a document is in the lists of what it cites and what cites it', async () => {
  const { corpus, dist, again } = await built();
  edit(corpus, SECTION_108, text => text.replace(/^title: .*$/m, 'title: "17 USC § 108 - Gulls"'));
  const { pages, parts } = await again();
  // Section 106 cites it, and it cites section 1010.
  assert.equal(pages, [fileOf('usc', 't17/s1010'), fileOf('usc', 't17/s106')]);
  assert.equal(parts, [partOf('usc/t17')]);
  const item = referencesOf(dist, 'usc', 't17/s1010')?.cited_by.find(({ url }) => url?.endsWith('s108'));
  assert.is(item?.display_title, '17 USC § 108 - Gulls');
});

test('another name of a level is in the lists of what it cites and what cites it', async () => {
  const { corpus, dist, again } = await built();
  edit(corpus, PART_971, text => text.replace(/^name: .*$/m, 'name: "WHISTLES AND GULLS"'));
  const { pages } = await again();
  assert.equal(pages, [fileOf('fr', '2022-95201'), fileOf('usc', 't14/s9101')]);
  const [item] = referencesOf(dist, 'usc', 't14/s9101')?.cited_by ?? [];
  assert.is(item?.display_title, 'Part 971 - WHISTLES AND GULLS');
});

test('a newer day of a document is that of the lists with it', async () => {
  const { corpus, dist, again } = await built();
  edit(corpus, SECTION_108, text => text.replace(/^last_updated: .*$/m, 'last_updated: "2039-05-01"'));
  const { pages } = await again();
  assert.equal(
    pages,
    ['t17/s1010', 't17/s106', 't17/s108'].map(name => fileOf('usc', name)),
  );
  for (const page of pages) assert.match(read(dist, page), '"timestamp":"2039-05-01', page);
  edit(corpus, SECTION_108, text => text.replace(/^last_updated: .*$/m, 'last_updated: "2001-05-01"'));
  await again();
  assert.match(read(dist, fileOf('usc', 't17/s108')), '"timestamp":"2021-04-29');
});

test('edited references change the pages of both ends, those that went included', async () => {
  const { corpus, again, list } = await built();
  edit(corpus, SECTION_108, text => text.replace('see section 1010', 'see section 101(2)'));
  const { pages } = await again();
  assert.equal(
    pages,
    ['t17/s101', 't17/s1010', 't17/s108'].map(name => fileOf('usc', name)),
  );
  assert.equal(list('usc', 't17/s101', 'cited_by'), ['text 1 /us/usc/t17/s108 (2)']);
  edit(corpus, SECTION_108, text => text.replace('see section 101(2)', 'see section 101(3)'));
  assert.equal(
    (await again()).pages,
    ['t17/s101', 't17/s108'].map(name => fileOf('usc', name)),
  );
  edit(corpus, SECTION_108, text => text.replace('see section 101(3)', 'see section 101(3), section 101(3)'));
  assert.equal(
    (await again()).pages,
    ['t17/s101', 't17/s108'].map(name => fileOf('usc', name)),
  );
  assert.equal(list('usc', 't17/s101', 'cited_by'), ['text 2 /us/usc/t17/s108 (3)']);
});

test('an edit without another reference writes no page of references', async () => {
  const { corpus, again } = await built();
  edit(corpus, SECTION_108, text => text.replace('see section 1010', 'see for gulls section 1010'));
  const { pages, parts, rendered } = await again();
  assert.equal([rendered, pages, parts], [1, [], []]);
});

test('a document that moves to another month takes its references along', async () => {
  const { corpus, dist, again, list } = await built(folder => {
    edit(folder, NOTICE, saying('See 17 U.S.C. 107.'));
    edit(folder, SECTION_108, saying('See 83 FR 21707.'));
  });
  edit(corpus, NOTICE, text => text.replace(/^publication_date: .*$/m, 'publication_date: "2018-07-10"'));
  const { pages, parts } = await again();
  assert.equal(parts, [partOf('fr/2018-05'), partOf('fr/2018-07')]);
  // Its own day is another.
  assert.equal(pages, [fileOf('fr', '2018-09910')]);
  const part = (month: string) => read(dist, partOf(`fr/${month}`)).includes('2018-09910/references.json');
  assert.equal([part('2018-05'), part('2018-07')], [false, true]);
  assert.ok(list('fr', '2018-09910', 'cited_by').includes('text 1 /us/usc/t17/s108'));
  // Both come back at once with another title.
  edit(corpus, NOTICE, text =>
    text
      .replace(/^publication_date: .*$/m, 'publication_date: "2018-05-10"')
      .replace(/^title: .*$/m, 'title: "Gulls"'),
  );
  assert.equal((await again()).parts, [
    ...['fr/2018-05', 'fr/2018-07', 'usc/t17']
      .map(partOf)
      .filter(file => fs.existsSync(path.join(dist, file))),
  ]);
});

test('a document that moves to another title is no longer what was cited', async () => {
  const { corpus, again, list } = await built();
  edit(corpus, SECTION_9102, text =>
    text.replaceAll('/us/usc/t14', '/us/usc/t15').replaceAll(/"14"/g, '"15"'),
  );
  const { parts } = await again();
  assert.equal(parts, [partOf('usc/t14'), partOf('usc/t15')]);
  assert.ok(list('usc', 't14/s9101', 'cites').includes('?text 1 /us/usc/t14/s9102'));
  edit(corpus, SECTION_9102, text =>
    text.replaceAll('/us/usc/t15', '/us/usc/t14').replaceAll(/"15"/g, '"14"'),
  );
  await again();
  assert.ok(list('usc', 't14/s9101', 'cites').includes('text 1 /us/usc/t14/s9102'));
});

/** Gives a document of the corpus these aliases. */
const claim = (corpus: string, file: string, aliases: readonly string[]): void =>
  edit(corpus, file, text => {
    const plain = text.replace(/^aliases:\n(?: {2}- .*\n)*/m, '');
    const lines = aliases.map(alias => `  - "${alias}"\n`).join('');
    return aliases.length > 0 ? plain.replace(/^source: .*\n/m, `$&aliases:\n${lines}`) : plain;
  });

test('a citation of an alias is one of its document, while there is one', async () => {
  const { corpus, again, list } = await built(folder =>
    edit(folder, SECTION_106, saying('See section 900(a), and section 108(b).')),
  );
  const [alias] = ['/us/usc/t17/s900'];
  const cited = () => list('usc', 't17/s106', 'cites').filter(line => /s900|s107|s108|t48/.test(line));
  const plain = ['text 2 /us/usc/t17/s108 (b)', 'text 1 /us/usc/t17/s107'];
  assert.equal(cited(), [...plain, '?text 1 /us/usc/t17/s900 (a)']);
  claim(corpus, SECTION_108, [alias]);
  await again();
  const ofSection108 = cited();
  assert.is(ofSection108.length, 2);
  assert.match(ofSection108[0] ?? '', /^text 3 \/us\/usc\/t17\/s108 \([ab]\) \([ab]\)$/);
  claim(corpus, SECTION_107, [alias]);
  await again();
  assert.equal(cited(), ['text 2 /us/usc/t17/s107 (a)', 'text 2 /us/usc/t17/s108 (b)']);
  claim(corpus, 'usc/title-48/section-5.md', [alias]);
  claim(corpus, SECTION_107, []);
  claim(corpus, SECTION_108, []);
  await again();
  assert.equal(cited(), [plain[0], 'text 1 /us/usc/t17/s107', 'text 1 /us/usc/t48/s5 (a)']);
  write(corpus, SECTION_900, sectionText(corpus, '900', 'Gulls.'));
  await again();
  assert.equal(cited(), [...plain, 'text 1 /us/usc/t17/s900 (a)']);
  fs.rmSync(path.join(corpus, SECTION_900));
  await again();
  assert.ok(cited().includes('text 1 /us/usc/t48/s5 (a)'));
  claim(corpus, 'usc/title-48/section-5.md', []);
  await again();
  assert.equal(cited(), [...plain, '?text 1 /us/usc/t17/s900 (a)']);
});

test('of two documents with one alias the first in the order of identifiers is cited, whatever their files are', async () => {
  const [alias, first] = ['/us/usc/t17/s999', 'usc/title-17/chapter-01/section-000.md'];
  const { list } = await built(folder => {
    edit(folder, SECTION_106, saying('See section 999.'));
    write(folder, first, sectionText(folder, '9000', 'Gulls.'));
    for (const file of [first, SECTION_108]) claim(folder, file, [alias]);
  });
  const cited = list('usc', 't17/s106', 'cites').filter(line => /s108|s9/.test(line));
  assert.equal(cited, ['text 2 /us/usc/t17/s108']);
});

const LEVEL_90 = 'usc/title-14/chapter-90/_level.md';

/** The file of a chapter of title 14. */
const chapterText = (number: string, name: string, notes = ''): string =>
  `---\nidentifier: /us/usc/t14/ch${number}\nlevel: chapter\nnumber: "${number}"\nname: ${name}\nstatus: reserved\n` +
  'hierarchy:\n  - level: title\n    number: "14"\n    name: COAST GUARD\n    identifier: /us/usc/t14\n' +
  `---\n\n# Chapter\n\n${notes}\n`;

test('a cited level that comes and goes is cited while it is there, and its notes cite', async () => {
  const { corpus, dist, again, list } = await built(folder =>
    edit(folder, SECTION_106, saying('See [chapter 90](/us/usc/t14/ch90).')),
  );
  const cited = () => list('usc', 't17/s106', 'cites').filter(line => line.includes('ch90'));
  assert.equal(cited(), ['?text 1 /us/usc/t14/ch90']);
  write(corpus, LEVEL_90, chapterText('90', 'FOGHORNS', 'See section 107 of title 17 and section 9102.'));
  const { pages, parts } = await again();
  assert.equal(pages, [
    ...['t17/s106', 't17/s107'].map(name => fileOf('usc', name)),
    fileOfLevel('usc', 't14/ch90'),
  ]);
  assert.equal(parts, [partOf('usc/t14'), partOf('usc/t17')]);
  assert.equal(cited(), ['text 1 /us/usc/t14/ch90']);
  assert.equal(briefly(referencesOfLevel(dist, 'usc', 't14/ch90')?.cites ?? []), ['note 1 /us/usc/t17/s107']);
  edit(corpus, LEVEL_90, text => text.replace('section 107 of title 17', 'section 108 of title 17'));
  assert.equal((await again()).pages, [
    ...['t17/s107', 't17/s108'].map(name => fileOf('usc', name)),
    fileOfLevel('usc', 't14/ch90'),
  ]);
  edit(corpus, LEVEL_90, text => text.replace('FOGHORNS', 'FOGS'));
  assert.equal(
    (await again()).pages,
    ['t17/s106', 't17/s108'].map(name => fileOf('usc', name)),
  );
  edit(corpus, LEVEL_90, text => text.replace(/\nSee section 108.*\n/, '\nSee nothing.\n'));
  assert.equal((await again()).pages, [fileOf('usc', 't17/s108'), fileOfLevel('usc', 't14/ch90')]);
  fs.rmSync(path.join(corpus, LEVEL_90));
  assert.equal((await again()).pages, [fileOf('usc', 't17/s106')]);
  assert.equal(cited(), ['?text 1 /us/usc/t14/ch90']);
  assert.is(referencesOfLevel(dist, 'usc', 't14/ch90'), null);
  // A level may go while it cites.
  write(corpus, LEVEL_90, chapterText('90', 'FOGS', 'See section 108 of title 17.'));
  await again();
  fs.rmSync(path.join(corpus, LEVEL_90));
  assert.equal(
    (await again()).pages,
    ['t17/s106', 't17/s108'].map(name => fileOf('usc', name)),
  );
});

test('a level that its documents alone tell is cited while it has any', async () => {
  const { corpus, again, list } = await built(folder =>
    edit(folder, SECTION_106, saying('See [chapter 92](/us/usc/t14/ch92).')),
  );
  const toChapter = (number: string) => (text: string) =>
    text
      .replaceAll(/\/ch\d+"/g, `/ch${number}"`)
      .replace(/(level: "chapter"\n +number: )"\d+"/, `$1"${number}"`);
  const cited = () => list('usc', 't17/s106', 'cites').filter(line => line.includes('ch92'));
  edit(corpus, SECTION_9102, toChapter('92'));
  await again();
  assert.equal(cited(), ['text 1 /us/usc/t14/ch92']);
  edit(corpus, SECTION_9102, toChapter('91'));
  await again();
  assert.equal(cited(), ['?text 1 /us/usc/t14/ch92']);
});

test('a level in a title with an unusual name is cited while it is there', async () => {
  const { corpus, again, list } = await built(folder =>
    edit(folder, SECTION_106, saying('See [chapter 1](/us/usc/tXIV/ch1).')),
  );
  const cited = () => list('usc', 't17/s106', 'cites').filter(line => line.includes('XIV'));
  write(
    corpus,
    'usc/title-XIV/_level.md',
    '---\nidentifier: /us/usc/tXIV/ch1\nlevel: chapter\nnumber: "1"\nname: FOGS\n' +
      'hierarchy:\n  - level: title\n    number: "XIV"\n    name: FOG\n    identifier: /us/usc/tXIV\n---\n\n# Chapter\n',
  );
  await again();
  assert.equal(cited(), ['text 1 /us/usc/tXIV/ch1']);
  fs.rmSync(path.join(corpus, 'usc/title-XIV'), { recursive: true });
  await again();
  assert.equal(cited(), ['?text 1 /us/usc/tXIV/ch1']);
});

test('a document whose title has its number with a zero in front is found, and missed when it goes', async () => {
  const { corpus, again, list } = await built(folder =>
    edit(folder, SECTION_106, saying('See section 5 of title 16.')),
  );
  const file = 'usc/title-016/section-5.md';
  const text = read(corpus, SECTION_107).replace('/us/usc/t17/s107', '/us/usc/t016/s5');
  write(corpus, file, text.replace('title_number: 17', 'title_number: 16'));
  await again();
  assert.ok(list('usc', 't17/s106', 'cites').includes('text 1 /us/usc/t016/s5'));
  fs.rmSync(path.join(corpus, file));
  await again();
  assert.ok(list('usc', 't17/s106', 'cites').includes('?text 1 /us/usc/t16/s5'));
});

const MOST_MEMBERS = 100;

test('a range is cited by its ends and all that is between, which come and go', async () => {
  const { corpus, dist, again, list } = await built(folder => {
    const words = 'See 17 U.S.C. 106(a) through 112, and 33 CFR parts 970–972.';
    write(folder, SECTION_900, sectionText(folder, '900', words));
    write(folder, 'usc/title-17/chapter-01/section-107A.md', sectionText(folder, '107A', 'Gulls.'));
  });
  const cited = () =>
    list('usc', 't17/s900', 'cites')
      .filter(line => /t17.s1|t33/.test(line))
      .sort();
  const parts = ['?text 1 /us/cfr/t33/p970', 'text 1 /us/cfr/t33/p971', '?text 1 /us/cfr/t33/p972'];
  const numbers = (...wanted: string[]) => wanted.map(number => `text 1 /us/usc/t17/s${number}`);
  const first = 'text 1 /us/usc/t17/s106 (a)';
  const known = ['106a', '107', '107A', '108'];
  const last = '?text 1 /us/usc/t17/s112';
  assert.equal(cited(), [first, last, ...numbers(...known), ...parts].sort());
  assert.ok(list('usc', 't17/s107A', 'cited_by').includes('text 1 /us/usc/t17/s900'));
  assert.is(referencesOf(dist, 'usc', 't17/s107A')?.cited_by.length, 1);
  // A member comes; then it and another one go.
  write(corpus, 'usc/title-17/chapter-01/section-111.md', sectionText(corpus, '111', 'Gulls.'));
  const { pages } = await again();
  assert.equal(pages, [fileOf('usc', 't17/s111'), fileOf('usc', 't17/s900')]);
  assert.equal(cited(), [first, last, ...numbers(...known, '111'), ...parts].sort());
  for (const number of ['111', '107A'])
    fs.rmSync(path.join(corpus, `usc/title-17/chapter-01/section-${number}.md`));
  await again();
  const left = known.filter(number => number !== '107A');
  assert.equal(cited(), [first, last, ...numbers(...left), ...parts].sort());
  assert.not.ok(fs.existsSync(path.join(dist, fileOf('usc', 't17/s111'))));
  // What is cited by itself is not counted for the range.
  edit(corpus, SECTION_900, text =>
    text.replace(/^See 17 .*$/m, '$& Section 108(b) and section 112(c), too.'),
  );
  await again();
  assert.equal(
    cited().filter(line => /s108|s112/.test(line)),
    ['?text 1 /us/usc/t17/s112 (c)', 'text 1 /us/usc/t17/s108 (b)'],
  );
  assert.ok(list('usc', 't17/s108', 'cited_by').includes('text 1 /us/usc/t17/s900 (b)'));
  // Of a range whose beginning is linked, the others are cited.
  edit(corpus, SECTION_900, text => text.replace(/^See 17 .*$/m, '$& [Gulls](/us/usc/t17/s106/b).'));
  await again();
  assert.equal(
    cited(),
    [
      ...['text 1 /us/usc/t17/s106 (b)', 'text 1 /us/usc/t17/s108 (b)', '?text 1 /us/usc/t17/s112 (c)'],
      ...numbers('106a', '107'),
      ...parts,
    ].sort(),
  );
  assert.ok(list('usc', 't17/s107', 'cited_by').includes('text 1 /us/usc/t17/s900'));
  // Without the citation nothing of it is left.
  edit(corpus, SECTION_900, text => text.replace(/^See 17 .*$/m, 'Gulls.'));
  await again();
  assert.equal(cited(), []);
  assert.not.ok(list('usc', 't17/s108', 'cited_by').some(line => line.includes('s900')));
});

test('a range with more than 100 members is cited by its ends alone', async () => {
  const { corpus, again, list } = await built(folder => {
    write(folder, SECTION_900, sectionText(folder, '900', 'See 17 U.S.C. 5000 to 5200.'));
    for (let i = 0; i < MOST_MEMBERS; i++)
      write(
        folder,
        `usc/title-17/chapter-50/section-${5001 + i}.md`,
        sectionText(folder, `${5001 + i}`, 'Gulls.'),
      );
  });
  const cited = () => list('usc', 't17/s900', 'cites').filter(line => /s5\d\d\d/.test(line));
  assert.is(cited().length, MOST_MEMBERS + 2);
  write(corpus, 'usc/title-17/chapter-50/section-5150.md', sectionText(corpus, '5150', 'Gulls.'));
  await again();
  assert.equal(cited(), ['?text 1 /us/usc/t17/s5000', '?text 1 /us/usc/t17/s5200']);
});

test('a page on which several documents begin is each of them', async () => {
  const { corpus, dist, again, list } = await built(folder => {
    edit(folder, SECTION_106, saying('See 83 FR 30001.'));
    for (const file of [NOTICE, OTHER_NOTICE])
      edit(folder, file, text => text.replace(/^fr_citation: .*$/m, 'fr_citation: "83 FR 30001"'));
  });
  const cited = () => list('usc', 't17/s106', 'cites').filter(line => line.includes('/us/fr/'));
  assert.equal(cited(), ['text 1 /us/fr/2018-09910', 'text 1 /us/fr/2018-09912']);
  assert.is(referencesOf(dist, 'fr', '2018-09912')?.cited_by.length, 1);
  edit(corpus, OTHER_NOTICE, text => text.replace('"83 FR 30001"', '"83 FR 30002"'));
  await again();
  assert.equal(cited(), ['text 1 /us/fr/2018-09910']);
  edit(corpus, OTHER_NOTICE, text => text.replace('"83 FR 30002"', '"83 FR 30001"'));
  await again();
  assert.equal(cited(), ['text 1 /us/fr/2018-09910', 'text 1 /us/fr/2018-09912']);
});

test('a page of the Federal Register is the document on it, whichever that is', async () => {
  const { corpus, again, list } = await built(folder =>
    edit(folder, SECTION_106, saying('See 83 FR 30001, 83 FR 30002, and 84 FR 30001 at 30002.')),
  );
  const cited = () => list('usc', 't17/s106', 'cites').filter(line => line.includes('/us/fr/'));
  assert.equal(cited(), []);
  const onPages = (citation: string, last: number) => (text: string) =>
    text
      .replace(/^(fr_citation: ).*$/m, `$1"${citation}"\nend_page: ${last}`)
      .replace(/^fr_volume: .*\n/m, '');
  edit(corpus, NOTICE, onPages('83 FR 30001', 30003));
  await again();
  assert.equal(cited(), ['text 2 /us/fr/2018-09910']);
  edit(corpus, OTHER_NOTICE, onPages('83 FR 30002', 30002));
  await again();
  assert.equal(cited(), ['text 1 /us/fr/2018-09910', 'text 1 /us/fr/2018-09912']);
  edit(corpus, NOTICE, text => text.replace('"83 FR 30001"', '"84 FR 30001"'));
  await again();
  assert.equal(cited(), ['text 1 /us/fr/2018-09910', 'text 1 /us/fr/2018-09912']);
  edit(corpus, OTHER_NOTICE, text => text.replace('"83 FR 30002"', '"83 FR 30000"'));
  await again();
  assert.equal(cited(), ['text 2 /us/fr/2018-09912', 'text 1 /us/fr/2018-09910'], 'up to its last page');
  fs.rmSync(path.join(corpus, OTHER_NOTICE));
  await again();
  assert.equal(cited(), ['text 1 /us/fr/2018-09910']);
});

const sections = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `section ${from + i}`).join('; ');

test('lists of more than 100 items have further pages, which come and go', async () => {
  const { corpus, dist, again } = await built(folder =>
    write(folder, SECTION_900, sectionText(folder, '900', `See ${sections(5001, 5100)}.`)),
  );
  const pagesOf = (list: string, ...offsets: number[]) =>
    offsets.map(
      offset => `api/usc/documents/t17/s900/references/_q/list=${list}&limit=100&offset=${offset}.json`,
    );
  const all = () =>
    referencePages(dist)
      .filter(name => name.includes('/s900/'))
      .sort();
  const first = fileOf('usc', 't17/s900');
  assert.equal(all(), [first]);
  edit(corpus, SECTION_900, text => text.replace('section 5100.', 'section 5100; section 5101.'));
  assert.equal((await again()).pages.sort(), [first, ...pagesOf('cites', 100)].sort());
  edit(corpus, SECTION_900, text => text.replace('section 5101.', `${sections(5101, 5300)}; section 108.`));
  await again();
  assert.equal(all(), [first, ...pagesOf('cites', 100, 200, 300)].sort());
  const lists = referencesOf(dist, 'usc', 't17/s900');
  assert.is(lists?.cites.length, 301);
  assert.is(lists?.cites[0]?.identifier, '/us/usc/t17/s108');
  edit(corpus, SECTION_900, text => text.replace(sections(5101, 5300), sections(5101, 5299)));
  assert.equal((await again()).pages.sort(), [first, ...pagesOf('cites', 100, 200)].sort());
  assert.equal(all(), [first, ...pagesOf('cites', 100, 200)].sort());
  edit(corpus, SECTION_900, text => text.replace(sections(5001, 5100), ''));
  await again();
  assert.equal(all(), [first, ...pagesOf('cites', 100)].sort());
  edit(corpus, SECTION_900, text => text.replace(/See .*/, 'See nothing.'));
  await again();
  assert.equal(all(), []);
});

test('a document that many cite has further pages of these', async () => {
  const { corpus, dist, again } = await built(folder => {
    for (let i = 0; i < 100; i++)
      write(
        folder,
        `usc/title-17/chapter-08/section-${8000 + i}.md`,
        sectionText(folder, String(8000 + i), 'See section 9000.'),
      );
    write(folder, SECTION_900, sectionText(folder, '9000', 'Gulls.'));
  });
  const page = path.join(
    dist,
    'api/usc/documents/t17/s9000/references/_q/list=cited_by&limit=100&offset=100.json',
  );
  assert.is(referencesOf(dist, 'usc', 't17/s9000')?.cited_by.length, 100);
  assert.not.ok(fs.existsSync(page));
  edit(corpus, SECTION_107, saying('See section 9000, section 9000.'));
  await again();
  const citing = referencesOf(dist, 'usc', 't17/s9000')?.cited_by ?? [];
  assert.equal([citing.length, citing[0]?.identifier, citing[0]?.count], [101, '/us/usc/t17/s107', 2]);
  assert.is(citing.at(-1)?.identifier, '/us/usc/t17/s8099');
  assert.ok(fs.existsSync(page));
  fs.rmSync(path.join(corpus, 'usc/title-17/chapter-08'), { recursive: true });
  await again();
  assert.not.ok(fs.existsSync(page));
});

test('of documents with one identifier the first counts, whichever comes or goes', async () => {
  const { corpus, again, list } = await built();
  const [first, last] = ['section-105.md', 'section-900.md'].map(
    name => `usc/title-17/chapter-01/${name}`,
  ) as [string, string];
  const cited = () => list('usc', 't17/s9000', 'cites').filter(line => line.startsWith('text'));
  write(corpus, last, sectionText(corpus, '9000', 'See section 107.'));
  await again();
  assert.equal(cited(), ['text 1 /us/usc/t17/s107']);
  write(corpus, first, sectionText(corpus, '9000', 'See section 108.'));
  for (let i = 0; i < 2; i++) {
    assert.is((await again(true)).problems.length, 1);
    assert.equal(cited(), ['text 1 /us/usc/t17/s108']);
  }
  fs.rmSync(path.join(corpus, first));
  assert.is((await again(true)).problems.length, 0);
  assert.equal(cited(), ['text 1 /us/usc/t17/s107']);
  write(corpus, first, sectionText(corpus, '9000', 'See section 108.'));
  await again(true);
  fs.rmSync(path.join(corpus, last));
  await again(true);
  assert.equal(cited(), ['text 1 /us/usc/t17/s108']);
});

test('files that change places, or take the place of others, keep the references of each document', async () => {
  const { corpus, dist, again, list } = await built();
  const before = referencePages(dist).map(name => read(dist, name));
  const swap = (...files: string[]) => {
    const texts = files.map(file => read(corpus, file));
    for (const [i, file] of files.entries()) write(corpus, file, texts[(i + 1) % files.length] as string);
  };
  swap(SECTION_106, SECTION_108);
  assert.equal((await again()).pages, []);
  swap(SECTION_106, SECTION_9101, SECTION_108);
  await again();
  swap(SECTION_108, SECTION_107, SECTION_9101, SECTION_106);
  await again();
  assert.equal(
    referencePages(dist).map(name => read(dist, name)),
    before,
  );
  // Each file gets the text of the next one, and the last one is gone.
  const files = [SECTION_106, SECTION_107, SECTION_108];
  const texts = files.map(file => read(corpus, file));
  write(corpus, files[0] as string, texts[1] as string);
  write(corpus, files[1] as string, texts[2] as string);
  fs.rmSync(path.join(corpus, files[2] as string));
  await again();
  assert.ok(list('usc', 't17/s1010', 'cited_by').length > 0 || texts[2]?.includes('s108'));
});

test('a part of the manifest comes with its first references and goes with its last', async () => {
  const { corpus, dist, again, list } = await built();
  const lines = (name: string): string[] => {
    const file = path.join(dist, partOf(name));
    return fs.existsSync(file) ? read(dist, partOf(name)).trim().split('\n').filter(Boolean) : [];
  };
  const file = 'fr/2019/01/2019-00001.md';
  const text = read(corpus, NOTICE)
    .replaceAll('2018-09910', '2019-00001')
    .replace(/^publication_date: .*$/m, 'publication_date: "2019-01-02"')
    .replace(/^fr_citation: .*\nfr_volume: .*\n/m, '')
    .replace(/^cfr_references:\n.*\n/m, '');
  const body = text.replace(/\(82 FR 50901\)/, '');
  write(corpus, file, body);
  await again();
  assert.equal([lines('fr/2019-01'), list('fr', '2019-00001', 'cites')], [[], []]);
  write(corpus, file, saying('See 17 U.S.C. 107.')(body));
  await again();
  assert.is(lines('fr/2019-01').length, 1);
  write(corpus, file, body);
  await again();
  assert.equal(lines('fr/2019-01'), []);
  write(corpus, file, saying('See 17 U.S.C. 107.')(body));
  await again();
  fs.rmSync(path.join(corpus, 'fr/2019'), { recursive: true });
  await again();
  assert.not.ok(fs.existsSync(path.join(dist, partOf('fr/2019-01'))));
});

test('another number of a section of an act in an appendix is what a citation finds it by', async () => {
  const file = 'usc/title-05-appendix/harbor-lights-advisory-committee-act/section-10.md';
  const { corpus, again, list } = await built(folder =>
    edit(folder, SECTION_106, saying('See 5 U.S.C. App. 10(a).')),
  );
  const cited = () => list('usc', 't17/s106', 'cites').filter(line => line.includes('t5a'));
  assert.equal(cited(), ['text 1 /us/usc/t5a/pl/92/463/s10 (a)']);
  edit(corpus, file, text => text.replace('section_number: "10"', 'section_number: "11"'));
  await again();
  edit(corpus, file, text => text.replace('section_number: "11"', 'section_number: "10"'));
  await again();
  assert.equal(cited(), ['text 1 /us/usc/t5a/pl/92/463/s10 (a)']);
});

test('paragraphs of a document with two names are in one order, however they came', async () => {
  const { corpus, again, list } = await built(folder => {
    claim(folder, SECTION_108, ['/us/usc/t17/s900']);
    edit(folder, SECTION_106, saying('See section 900(a), and section 108(b).'));
  });
  const cited = () => list('usc', 't17/s106', 'cites')[0];
  const before = cited();
  edit(corpus, SECTION_106, text => text.replace('See section 900(a), and section 108(b).', 'See nothing.'));
  await again();
  edit(corpus, SECTION_106, text => text.replace('See nothing.', 'See section 108(b), and section 900(a).'));
  await again();
  assert.is(cited(), before);
});

test('the most citations come first, then places in their order, then identifiers in natural order', async () => {
  const { list } = await built(folder => {
    const notes = '## Notes\n\n17 U.S.C. 3, 17 U.S.C. 3000, 17 U.S.C. 3000.';
    const authority = '**Authority**: 17 U.S.C. 2.';
    const words = `See section 2000, section 400 and section 30.\n\n${authority}`;
    write(folder, SECTION_900, `${sectionText(folder, '900', words)}\n${notes}\n`);
  });
  const cited = list('usc', 't17/s900', 'cites').map(line => line.replace('?', ''));
  const expected = ['note 2 3000', 'text 1 30', 'text 1 400', 'text 1 2000', 'note 1 3', 'authority 1 2'];
  assert.equal(
    cited.filter(line => line.includes('/t17/s')),
    expected.map(line => line.replace(/ (\d+)$/, ' /us/usc/t17/s$1')),
  );
});

test('a document with two names has 50 paragraphs at most, and all citations are counted', async () => {
  const paragraphs = (name: string, from: number) =>
    Array.from({ length: 30 }, (_, i) => `section ${name}(${from + i})`).join('; ');
  const { dist } = await built(folder => {
    claim(folder, SECTION_108, ['/us/usc/t17/s900']);
    edit(folder, SECTION_107, saying(`See ${paragraphs('108', 1)}; ${paragraphs('900', 21)}.`));
    edit(folder, SECTION_106, saying(`See ${paragraphs('108', 1)}; ${paragraphs('900', 41)}.`));
  });
  assertInverse(dist);
  const numbersIn = (shorthand: string) => {
    const item = referencesOf(dist, 'usc', shorthand)?.cites.find(({ url }) => url?.endsWith('s108'));
    return [item?.count, item?.pinpoints.map(([number]) => Number(number))];
  };
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
  assert.equal(numbersIn('t17/s107'), [60, upTo(50)]);
  assert.equal(numbersIn('t17/s106'), [61, [...upTo(30), ...upTo(60, 41)]]);
});

test('a citation of a document in itself is left out, also by its alias', async () => {
  const { corpus, again, list } = await built(folder => {
    write(folder, SECTION_900, sectionText(folder, '9000', 'See section 9000(a) and section 9001.'));
  });
  const cited = () => list('usc', 't17/s9000', 'cites').filter(line => line.includes('text'));
  assert.equal(cited(), ['?text 1 /us/usc/t17/s9001']);
  claim(corpus, SECTION_900, ['/us/usc/t17/s9001']);
  await again();
  assert.equal(cited(), []);
});

test('touched files change nothing', async () => {
  const { corpus, dist } = await built();
  const before = timestamps(dist);
  for (const name of fs.readdirSync(corpus, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.md')) fs.utimesSync(path.join(corpus, name), 1_700_000_000, 1_700_000_000);
  const report = await buildHere(corpus, dist, { bulk: false, now });
  assert.is(report.rendered, 0);
  assert.equal(report.changes, { written: 0, removed: 0 });
  assert.equal(timestamps(dist), before);
});

/** What documents may cite. */
const CITATIONS = [
  'section 107(a)',
  '17 U.S.C. 108(b)',
  '[section 106](/us/usc/t17/s106/a)',
  '[this title](/us/usc/t14)',
  '[chapter 91](/us/usc/t14/ch91)',
  '83 FR 21707',
  '83 FR 21800',
  '87 FR 99302',
  '33 CFR 971.1(a)',
  '33 CFR part 971',
  'Pub. L. 94-553, § 101',
  '2 CFR 180',
  '5 U.S.C. App. 10',
  'sections 44 through 46 of title 30',
  '17 U.S.C. 106 to 109',
  '17 U.S.C. 101-108',
  '[sections 107–109](/us/usc/t17/s107)',
  '33 CFR parts 960 to 980',
  '83 FR 21704',
];

const DOCUMENT = /^(usc|ecfr|fr)\/.*\/(?!_)[^/]*\.md$/;

const CITING_EDITS: Record<string, (corpus: string, random: Random) => void> = {
  cite(corpus, random) {
    const file = someFile(corpus, random);
    write(corpus, file, saying(`See ${random.pick(CITATIONS)}.`)(read(corpus, file)));
  },
  annotate(corpus, random) {
    const file = someFile(corpus, random);
    write(corpus, file, `${read(corpus, file)}\n## Notes\n\nSee ${random.pick(CITATIONS)}.\n`);
  },
  forget(corpus, random) {
    const file = someFile(corpus, random);
    write(corpus, file, read(corpus, file).replaceAll(/^See .*\n/gm, ''));
  },
  pages(corpus, random) {
    const file = random.pick([NOTICE, OTHER_NOTICE]);
    if (!fs.existsSync(path.join(corpus, file))) return;
    const page = 21_700 + random.below(10);
    write(corpus, file, read(corpus, file).replace(/^fr_citation: .*$/m, `fr_citation: "83 FR ${page}"`));
  },
  alias(corpus, random) {
    const file = someFile(corpus, random);
    if (!file.startsWith('usc/')) return;
    const alias = `/us/usc/t17/s10${random.below(10)}`;
    const plain = read(corpus, file).replace(/^aliases:\n(?: {2}- .*\n)*/m, '');
    write(corpus, file, plain.replace(/^source: .*\n/m, `$&aliases:\n  - "${alias}"\n`));
  },
  notes(corpus, random) {
    const file = random.pick([CHAPTER_91, PART_971]);
    if (!fs.existsSync(path.join(corpus, file))) return;
    write(corpus, file, `${read(corpus, file)}\nSee ${random.pick(CITATIONS)}.\n`);
  },
};

const someFile = (corpus: string, random: Random): string =>
  random.pick(
    fs
      .readdirSync(corpus, { recursive: true, encoding: 'utf8' })
      .filter(name => DOCUMENT.test(name) && !/README/.test(name))
      .sort(),
  );

test('after any edits an incremental build equals a cold one', async () => {
  const random = new Random(11);
  const { corpus, again } = await built();
  for (let i = 0; i < 20; i++) {
    for (let n = 1 + random.below(4); n > 0; n--)
      CITING_EDITS[random.pick(Object.keys(CITING_EDITS))]?.(corpus, random);
    if (random.chance(0.6))
      EDITS[
        random.pick(['metadata', 'day', 'move', 'remove', 'swap', 'rename', 'level', 'duplicate', 'add'])
      ]?.(corpus, random);
    await again(true);
  }
});

// Last: meanwhile another process may have built the tree, which takes longer than all other tests here.
realTest(test, 'cited_by is the inverse of cites for real documents', async () => {
  const { dist } = await realTree();
  const citations = assertInverse(dist);
  assert.ok(citations > 10_000, `${citations} citations`);
});

test.run();
