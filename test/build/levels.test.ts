import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CorpusProblems } from '../../build/options.ts';
import { assertSameTree, buildHere, editable, snapshot, timestamps } from '../helpers/builds.ts';
import { Random } from '../helpers/random.ts';
import { edit, now, read, rebuildable, write } from '../helpers/rebuilding.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { EDITS } from './edits.ts';

/** Levels of trees: `_level.md` and the levels that documents name, in incremental builds. */

interface Level {
  identifier: string;
  name: string | null;
  status: string | null;
  document_count: number;
}
interface Page {
  data: Level & {
    children: Level[];
    documents: { identifier: string }[];
    notes: { markdown: string } | null;
  };
  meta: { timestamp: string };
}

const TITLE_14 = 'usc/title-14/_level.md';
const CHAPTER_91 = 'usc/title-14/chapter-91/_level.md';
const SECTION_9102 = 'usc/title-14/chapter-91/section-9102.md';
const RESERVED = 'ecfr/title-33/chapter-IX/part-972-974/_level.md';

const page = (dist: string, source: string, shorthand: string): Page =>
  JSON.parse(fs.readFileSync(path.join(dist, `api/${source}/structure/${shorthand}.json`), 'utf8'));

/** The file of a chapter of title 14. */
const chapterText = (number: string, name: string): string =>
  `---\nidentifier: /us/usc/t14/ch${number}\nlevel: chapter\nnumber: "${number}"\nname: ${name}\nstatus: reserved\n` +
  'hierarchy:\n  - level: title\n    number: "14"\n    name: COAST GUARD\n    identifier: /us/usc/t14\n---\n\n# Chapter\n';

const titleText = (number: string): string =>
  `---\nidentifier: /us/usc/t${number}\nlevel: title\nnumber: "${number}"\nname: EMPTY\nstatus: reserved\n---\n\n# Title\n`;

/** Moves a document of title 14 to another chapter. */
const toChapter =
  (number: string) =>
  (text: string): string =>
    text
      .replaceAll(/\/ch\d+"/g, `/ch${number}"`)
      .replace(/(level: "chapter"\n +number: )"\d+"/, `$1"${number}"`);

/** A corpus whose tree is built again and again. */
async function built(change?: (corpus: string) => void) {
  const { corpus, dist, again: build } = await rebuildable(change);
  /** Builds again. @returns the report, and the paths of written files: all, and those of levels */
  const again = async (keepGoing?: boolean) => {
    const report = await build(keepGoing);
    return { ...report, levels: report.files.filter(name => /\/structure[/.]/.test(name)) };
  };
  return { corpus, dist, again };
}

const OUTLINE_14 = 'api/usc/structure/t14/_q/depth=all.json';
const PART_14 = 'manifest/usc/structure/t14.ndjson';

test('an edited name of a level changes its pages, and those of the levels around it', async () => {
  const { corpus, dist, again } = await built();
  edit(corpus, CHAPTER_91, text => text.replace(/^name: .*$/m, 'name: "BELL BUOYS AND GULLS"'));
  const { levels, files, rendered } = await again();
  assert.is(rendered, 0);
  const pages = ['api/usc/structure/t14.json', OUTLINE_14, 'api/usc/structure/t14/ch91.json'];
  assert.equal(levels.toSorted(), [...pages, PART_14].toSorted());
  const others = files.filter(name => !levels.includes(name) && /^(api|bulk|manifest)\//.test(name));
  assert.equal(others, []);
  assert.is(page(dist, 'usc', 't14/ch91').data.name, 'BELL BUOYS AND GULLS');
  assert.is(page(dist, 'usc', 't14').data.children[0]?.name, 'BELL BUOYS AND GULLS');
});

test('an edited name of a title changes the list of titles too', async () => {
  const { corpus, again } = await built();
  edit(corpus, TITLE_14, text => text.replace(/^name: .*$/m, 'name: "COAST GUARD AND GULLS"'));
  const { levels } = await again();
  const pages = ['.json', '/t14.json', '/t14/_q/depth=all.json', '/t14/ch91.json'];
  const parts = ['all', 't14'].map(part => `manifest/usc/structure/${part}.ndjson`);
  assert.equal(levels.toSorted(), [...pages.map(name => `api/usc/structure${name}`), ...parts].toSorted());
});

test('edited notes change the page of the level alone', async () => {
  const { corpus, dist, again } = await built();
  edit(corpus, CHAPTER_91, text => `${text}\nOne more *gull*.\n`);
  const { levels } = await again();
  assert.equal(levels.toSorted(), ['api/usc/structure/t14/ch91.json', PART_14].toSorted());
  assert.match(page(dist, 'usc', 't14/ch91').data.notes?.markdown ?? '', /One more \*gull\*\.$/);
});

test('a file of an empty level makes one, at its place, and takes it with it', async () => {
  const { corpus, dist, again } = await built();
  const file = 'usc/title-14/chapter-90/_level.md';
  write(corpus, file, chapterText('90', 'FOGHORNS'));
  const { levels } = await again();
  const pages = ['/t14.json', '/t14/_q/depth=all.json', '/t14/ch90.json'].map(
    name => `api/usc/structure${name}`,
  );
  assert.equal(levels.toSorted(), [...pages, PART_14].toSorted());
  assert.equal(
    page(dist, 'usc', 't14').data.children.map(({ identifier, status, document_count }) => [
      identifier,
      status,
      document_count,
    ]),
    [
      ['/us/usc/t14/ch90', 'reserved', 0],
      ['/us/usc/t14/ch91', null, 3],
    ],
  );
  fs.rmSync(path.join(corpus, file));
  await again();
  assert.not.ok(fs.existsSync(path.join(dist, 'api/usc/structure/t14/ch90.json')));
  assert.is(page(dist, 'usc', 't14').data.children.length, 1);
});

test('without its file, a level is what its documents tell', async () => {
  const { corpus, dist, again } = await built();
  assert.ok(page(dist, 'usc', 't14/ch91').data.notes);
  fs.rmSync(path.join(corpus, CHAPTER_91));
  const { levels } = await again();
  assert.equal(levels.toSorted(), ['api/usc/structure/t14/ch91.json', PART_14].toSorted());
  const { name, notes } = page(dist, 'usc', 't14/ch91').data;
  assert.equal([name, notes], ['BELL BUOYS', null]);
});

test('a removed folder takes its empty levels with it', async () => {
  const { corpus, dist, again } = await built(folder =>
    write(folder, 'usc/title-53/_level.md', titleText('53')),
  );
  const pages = ['api/usc/structure/t53.json', 'api/ecfr/structure/t33/p972-974.json'];
  for (const file of pages) assert.ok(fs.existsSync(path.join(dist, file)), file);
  fs.rmSync(path.dirname(path.join(corpus, RESERVED)), { recursive: true });
  fs.rmSync(path.join(corpus, 'usc/title-53'), { recursive: true });
  const { levels, files } = await again();
  for (const file of pages) assert.not.ok(fs.existsSync(path.join(dist, file)), file);
  assert.not.ok(fs.existsSync(path.join(dist, 'manifest/usc/structure/t53.ndjson')));
  assert.not.ok(files.some(name => /\/documents\//.test(name)));
  assert.equal(
    levels.filter(name => name.startsWith('manifest')).toSorted(),
    ['ecfr/structure/t33', 'usc/structure/all'].map(part => `manifest/${part}.ndjson`),
  );
});

test('a document that moves to another chapter leaves its own', async () => {
  const { corpus, dist, again } = await built();
  const toChapter = (number: string) => (text: string) =>
    text
      .replaceAll(/\/ch\d+"/g, `/ch${number}"`)
      .replace(/(level: "chapter"\n +number: )"\d+"/, `$1"${number}"`);
  edit(corpus, SECTION_9102, toChapter('92'));
  const { levels } = await again();
  const pages = ['.json', '/_q/depth=all.json', '/ch91.json', '/ch92.json'];
  assert.equal(levels.toSorted(), [...pages.map(name => `api/usc/structure/t14${name}`), PART_14].toSorted());
  const identifiersIn = (shorthand: string) =>
    page(dist, 'usc', shorthand).data.documents.map(({ identifier }) => identifier);
  assert.equal(identifiersIn('t14/ch91'), ['/us/usc/t14/s9101', '/us/usc/t14/s9103']);
  assert.equal(identifiersIn('t14/ch92'), ['/us/usc/t14/s9102']);
  edit(corpus, SECTION_9102, toChapter('91'));
  await again();
  assert.not.ok(fs.existsSync(path.join(dist, 'api/usc/structure/t14/ch92.json')));
});

test('a document that moves to another title changes both', async () => {
  const { corpus, again } = await built();
  edit(corpus, SECTION_9102, text =>
    text.replaceAll('/us/usc/t14', '/us/usc/t15').replaceAll(/"14"/g, '"15"'),
  );
  const { levels } = await again();
  assert.equal(
    levels.filter(name => name.startsWith('manifest')).toSorted(),
    ['all', 't14', 't15'].map(part => `manifest/usc/structure/${part}.ndjson`),
  );
});

test('a level whose file moves to another title changes both', async () => {
  const { corpus, dist, again } = await built();
  edit(corpus, RESERVED, text => text.replaceAll('/us/cfr/t33', '/us/cfr/t34').replace('"33"', '"34"'));
  const { levels } = await again();
  assert.equal(
    levels.filter(name => name.startsWith('manifest')).toSorted(),
    ['all', 't33', 't34'].map(part => `manifest/ecfr/structure/${part}.ndjson`),
  );
  assert.is(page(dist, 'ecfr', 't34').data.document_count, 0);
});

test('the files of two levels that change places leave no trace', async () => {
  const { corpus, dist, again } = await built(folder =>
    write(folder, 'usc/title-14/chapter-92/_level.md', chapterText('92', 'FOGHORNS')),
  );
  const other = 'usc/title-14/chapter-92/_level.md';
  const [text, otherText] = [read(corpus, CHAPTER_91), read(corpus, other)];
  write(corpus, CHAPTER_91, otherText);
  write(corpus, other, text);
  const { levels } = await again();
  assert.equal(levels, []);
  fs.rmSync(path.join(corpus, CHAPTER_91));
  await again();
  assert.not.ok(fs.existsSync(path.join(dist, 'api/usc/structure/t14/ch92.json')));
});

test('an edited text of a document leaves levels alone; an edited name of it does not', async () => {
  const { corpus, again } = await built();
  edit(corpus, SECTION_9102, text => `${text}\nOne more gull.\n`);
  assert.equal((await again()).levels, []);
  edit(corpus, SECTION_9102, text => text.replace(/^title: .*$/m, 'title: "14 USC § 9102 - Gulls"'));
  const pages = [OUTLINE_14, 'api/usc/structure/t14/ch91.json'];
  assert.equal((await again()).levels.toSorted(), [...pages, PART_14].toSorted());
});

test('touched files of levels change nothing', async () => {
  const { corpus, dist } = await built();
  const before = timestamps(dist);
  for (const name of fs.readdirSync(corpus, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.md')) fs.utimesSync(path.join(corpus, name), 1_700_000_000, 1_700_000_000);
  const report = await buildHere(corpus, dist, { bulk: false, now });
  assert.is(report.rendered, 0);
  assert.equal(report.changes, { written: 0, removed: 0 });
  assert.equal(timestamps(dist), before);
});

test('other words in the file of a level that are nothing of it change nothing', async () => {
  const { corpus, again } = await built();
  edit(corpus, CHAPTER_91, text => text.replace(/^currency: .*$/m, 'currency: "2022-01-01"'));
  assert.equal((await again()).files, []);
});

test('a broken file of a level stops a build, and is left out of one that keeps going', async () => {
  const { corpus, dist, again } = await built();
  const [before, text] = [snapshot(dist), read(corpus, CHAPTER_91)];
  write(corpus, CHAPTER_91, text.replace(/^level: .*\n/m, ''));
  const error = await buildHere(corpus, dist, { bulk: false, now }).then(
    () => null,
    thrown => thrown,
  );
  const expected = [{ path: CHAPTER_91, field: 'level' }];
  const named = ({ problems }: Pick<CorpusProblems, 'problems'>) =>
    problems.map(({ path: file, field }) => ({ path: file, field }));
  assert.equal(named(error as CorpusProblems), expected);
  assert.equal(snapshot(dist), before);
  for (let i = 0; i < 2; i++) {
    const report = await again(true);
    assert.equal(named(report), expected);
    assert.equal(report.levels.length, i === 0 ? 2 : 0);
    assert.is(page(dist, 'usc', 't14/ch91').data.notes, null);
  }
  write(corpus, CHAPTER_91, text);
  assert.equal((await again()).problems, []);
  assert.equal(snapshot(dist), before);
});

test('a broken file of a new level makes none, until it is right', async () => {
  const { corpus, dist, again } = await built();
  const file = 'usc/title-53/_level.md';
  write(corpus, file, 'no frontmatter');
  assert.is((await again(true)).problems.length, 1);
  assert.not.ok(fs.existsSync(path.join(dist, 'api/usc/structure/t53.json')));
  write(corpus, file, titleText('53'));
  await again();
  assert.ok(fs.existsSync(path.join(dist, 'api/usc/structure/t53.json')));
});

test('a title without documents has the day of the newest document of all, also after it has changed', async () => {
  const { corpus, dist, again } = await built(folder =>
    write(folder, 'usc/title-53/_level.md', titleText('53')),
  );
  const day = () => page(dist, 'usc', 't53').meta.timestamp.slice(0, 10);
  assert.is.not(day(), '2039-05-01');
  edit(corpus, SECTION_9102, text => text.replace(/^last_updated: .*$/m, 'last_updated: "2039-05-01"'));
  const { levels } = await again();
  assert.is(day(), '2039-05-01');
  assert.not.ok(levels.includes('manifest/usc/structure/t17.ndjson'), 'other titles are kept');
});

test('the day of an empty level is that of the levels above, which other titles do not change', async () => {
  const { corpus, dist, again } = await built();
  const other = 'ecfr/title-01/chapter-I/part-18/section-18.4.md';
  edit(corpus, other, text => text.replace(/^last_updated: .*$/m, 'last_updated: "2039-05-01"'));
  await again();
  const day = (shorthand: string) => page(dist, 'ecfr', shorthand).meta.timestamp;
  assert.is(day('t33/p972-974'), day('t33/chIX'));
  assert.is.not(day('t33'), day('t1'));
});

test('the day of a level is the newest of its documents, wherever they are among those of others', async () => {
  const { dist } = await built(corpus => {
    edit(corpus, SECTION_9102, toChapter('92'));
    edit(corpus, SECTION_9102.replace('9102', '9103'), text =>
      text
        .replace('name: "COAST GUARD"', 'name: "GULLS"')
        .replace(/^last_updated: .*$/m, 'last_updated: "2039-05-01"'),
    );
  });
  assert.is(page(dist, 'usc', 't14/ch91').data.document_count, 2);
  assert.match(page(dist, 'usc', 't14/ch91').meta.timestamp, /^2039-05-01/);
});

test('a level without an identifier is in the title of its levels above', async () => {
  const file = 'usc/title-14/chapter-90/_level.md';
  const { corpus, dist, again } = await built(folder =>
    write(folder, file, chapterText('90', 'FOGHORNS').replace(/^identifier: .*\n/m, '')),
  );
  edit(corpus, file, text => text.replace('FOGHORNS', 'FOGS'));
  await again();
  assert.is(page(dist, 'usc', 't14/ch90').data.name, 'FOGS');
});

test('a title is found by its identifier, whatever its number', async () => {
  const { corpus, dist, again } = await built(folder =>
    edit(folder, SECTION_9102, text => text.replace('number: "14"', 'number: "XIV"')),
  );
  edit(corpus, SECTION_9102, toChapter('92'));
  await again();
  assert.is(page(dist, 'usc', 't14/ch92').data.document_count, 1);
});

test('a level whose title is unknown has a page, and no outline', async () => {
  const { dist } = await built(folder =>
    edit(folder, SECTION_9102, text =>
      text.replace(
        /^hierarchy:\n(?: .*\n)+/m,
        'hierarchy:\n  - level: chapter\n    identifier: /us/usc/t14/ch95\n',
      ),
    ),
  );
  assert.is(page(dist, 'usc', 't14/ch95').data.document_count, 1);
  assert.not.ok(fs.existsSync(path.join(dist, 'api/usc/structure/t14/ch95')));
});

test('a file that describes no level makes none', async () => {
  const { corpus, again } = await built();
  write(corpus, 'usc/title-14/chapter-90/_level.md', '---\nlevel: index\n---\n\n# Index\n');
  assert.equal((await again()).levels, []);
  write(corpus, 'usc/title-14/chapter-90/_level.md', chapterText('90', 'FOGHORNS'));
  assert.is((await again()).levels.length, 4);
});

test('of two files of one level, the last by path counts, however they came', async () => {
  const { corpus, dist, again } = await built(folder =>
    write(folder, CHAPTER_91.replace('_level', '_level-2'), chapterText('91', 'FOGHORNS')),
  );
  const name = () => page(dist, 'usc', 't14/ch91').data.name;
  assert.is(name(), 'BELL BUOYS');
  edit(corpus, CHAPTER_91.replace('_level', '_level-2'), text => text.replace('FOGHORNS', 'FOGS'));
  await again();
  assert.is(name(), 'BELL BUOYS');
  fs.rmSync(path.join(corpus, CHAPTER_91));
  await again();
  assert.is(name(), 'FOGS');
});

/** All files of a folder. */
const listing = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => fs.statSync(path.join(folder, name)).isFile())
    .sort();

test('no identifier or name of a level leads out of the tree', async () => {
  const { corpus, dist } = editable();
  const levels = [
    ['chapter', '1', '../../../../../x'],
    ['chapter', '2', '/us/usc/t14/../../../../../x'],
    ['level', '..', 'null'],
    ['level', '..', 'null'],
    ['..', '', 'null'],
    ['chapter', '3', '/us/cfr/t14/ch3'],
    ['chapter', '4', '/us/usc/t17/ch3'],
    ['constructor', '5.json', '/us/usc/t14/_q/depth=all'],
    ['part', '6', 'null'],
    ...Array.from({ length: 20 }, () => ['界'.repeat(70), '界'.repeat(70), 'null']),
  ];
  const title = '  - level: title\n    number: "14"\n    name: A\n    identifier: /us/usc/t14\n';
  const hierarchy = levels
    .map(
      ([level, number, identifier]) =>
        `  - level: "${level}"\n    number: "${number}"\n    identifier: ${identifier}\n`,
    )
    .join('');
  for (const file of [SECTION_9102, CHAPTER_91])
    edit(corpus, file, text => text.replace(/^hierarchy:\n(?: .*\n)+/m, `hierarchy:\n${title}${hierarchy}`));
  const outside = () => listing(path.dirname(dist)).filter(name => !/^dist\/|^dist\.|^\.dist/.test(name));
  const before = outside();
  await buildHere(corpus, dist);
  assert.equal(outside(), before);
  const ofLevels = listing(dist).filter(name => /^api\/[^/]+\/structure\//.test(name));
  const inTitle = ofLevels.filter(name => /^api\/usc\/structure\/t14[./](?!.*references\.json$)/.test(name));
  assert.ok(inTitle.length > 25);
  const strange = listing(dist).filter(
    name => /^api\//.test(name) && !ofLevels.includes(name) && /(^|\/)(x|\.\.)/.test(name),
  );
  assert.equal(strange, []);
  const [first = '', ...rest] = fs
    .readFileSync(path.join(dist, 'manifest/usc/structure/t14.ndjson'), 'utf8')
    .trim()
    .split('\n');
  const paths = [first, ...rest].map(line => (JSON.parse(line) as { path: string }).path);
  assert.equal(paths.toSorted(), inTitle.toSorted());
  const cold = path.join(temporaryFolder(), 'cold');
  await buildHere(corpus, cold);
  assertSameTree(dist, cold);
});

/** Random edits of levels. */
const LEVEL_EDITS: Record<string, (corpus: string, random: Random) => void> = {
  rename: (corpus, random) =>
    rewrite(corpus, random, text => text.replace(/^name: .*$/m, `name: "Gulls ${random.below(9)}"`)),
  notes: (corpus, random) => rewrite(corpus, random, text => `${text}\nA note.\n`),
  renumber: (corpus, random) =>
    rewrite(corpus, random, text =>
      text.replace(/^identifier: "(.*?)\d+(.*)"$/m, `identifier: "$1${random.below(99)}$2"`),
    ),
  lose: (corpus, random) => rewrite(corpus, random, text => text.replace(/^identifier: .*\n/m, '')),
  break: (corpus, random) => rewrite(corpus, random, text => text.replace(/^level: .*\n/m, '')),
  remove: (corpus, random) => fs.rmSync(path.join(corpus, someLevel(corpus, random))),
  copy(corpus, random) {
    const file = someLevel(corpus, random);
    write(
      corpus,
      path.join(path.dirname(file), random.pick(['_level-2.md', 'more/_level.md'])),
      read(corpus, file),
    );
  },
  swap(corpus, random) {
    const [file, other] = [someLevel(corpus, random), someLevel(corpus, random)];
    const [text, otherText] = [read(corpus, file), read(corpus, other)];
    write(corpus, file, otherText);
    write(corpus, other, text);
  },
  empty: (corpus, random) => {
    const number = String(55 + random.below(9));
    write(corpus, `usc/title-${number}/_level.md`, titleText(number));
  },
  chapters: (corpus, random) =>
    edit(corpus, SECTION_9102, text => text.replace(/(\/ch)\d+"|$/, `$1${random.below(99)}"`)),
};

const someLevel = (corpus: string, random: Random): string =>
  random.pick(
    fs
      .readdirSync(corpus, { recursive: true, encoding: 'utf8' })
      .filter(name => /^(usc|ecfr)\/.*\/_level[^/]*\.md$/.test(name))
      .sort(),
  );

function rewrite(corpus: string, random: Random, change: (text: string) => string): void {
  const file = someLevel(corpus, random);
  write(corpus, file, change(read(corpus, file)));
}

test('after any edits of levels and documents, an incremental build equals a cold one', async () => {
  const random = new Random(6);
  const { corpus, again } = await built();
  for (let i = 0; i < 15; i++) {
    for (let n = 1 + random.below(3); n > 0; n--)
      LEVEL_EDITS[random.pick(Object.keys(LEVEL_EDITS))]?.(corpus, random);
    if (random.chance(0.5))
      EDITS[random.pick(['metadata', 'day', 'move', 'remove', 'status'])]?.(corpus, random);
    await again(true);
  }
});

test.run();
