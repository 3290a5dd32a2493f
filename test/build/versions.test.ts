import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchiveAppend } from '../../build/archive/append.ts';
import { textDigest } from '../../build/archive/text-digest.ts';
import { verifyArchive } from '../../build/archive/verify.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { type VersionItem, versionFile } from '../../build/contract/version.ts';
import { versionOn } from '../../build/contract/versions.ts';
import { openBooks } from '../../build/documents/books.ts';
import type { CorpusProblems } from '../../build/options.ts';
import type { Workspace } from '../../build/previous/workspace.ts';
import { readMaxRemoved } from '../../build/publish/max-removed.ts';
import type { StateHeader } from '../../build/state/header.ts';
import { assertSameTree, buildHere, editable, run, timestamps, touched } from '../helpers/builds.ts';
import { memoryFolder } from '../helpers/memory-folder.ts';
import { Random } from '../helpers/random.ts';
import { edit, now, read, write } from '../helpers/rebuilding.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { EDITS } from './edits.ts';

/** Builds with an archive: what they publish of former versions. */

const SECTION_106 = 'usc/title-17/chapter-01/section-106.md';
const SECTION_107 = 'usc/title-17/chapter-01/section-107.md';
const OPTIONS = { bulk: false, now } as const;

interface Built {
  corpus: string;
  dist: string;
  archive: string;
  /** Builds with the archive. @param asOf the day of the corpus */
  again(asOf: string | null, more?: Parameters<typeof buildHere>[2]): ReturnType<typeof buildHere>;
  /** Fails where a cold build from the corpus and the archive gives another tree, or changes the archive. */
  assertAsCold(asOf: string | null, more?: Parameters<typeof buildHere>[2]): Promise<void>;
}

function archived(): Built {
  const { corpus, dist } = editable(memoryFolder());
  const archive = path.join(path.dirname(dist), 'archive');
  const again: Built['again'] = (asOf, more = {}) =>
    buildHere(corpus, dist, { ...OPTIONS, archive: { folder: archive, asOf }, ...more });
  return {
    ...{ corpus, dist, archive, again },
    async assertAsCold(asOf, more = {}) {
      const folder = `${archive}-copy`;
      const cold = `${dist}-cold`;
      fs.cpSync(archive, folder, { recursive: true });
      await buildHere(corpus, cold, { ...OPTIONS, archive: { folder, asOf }, ...more });
      assertSameTree(dist, cold);
      assert.is(rootOf(folder), rootOf(archive));
      for (const made of [folder, cold]) fs.rmSync(made, { recursive: true });
    },
  };
}

const rootOf = (archive: string): string => fs.readFileSync(path.join(archive, 'archive.json'), 'utf8');
const night = (number: number): string => new Date(Date.UTC(2022, 0, 1 + number)).toISOString().slice(0, 10);

const versionsOf = (dist: string, document: string): VersionItem[] => {
  const file = path.join(dist, `api/${document}/versions.json`);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).data : [];
};

/** The Markdown of a version. */
function markdownOf(dist: string, document: string, { url }: Pick<VersionItem, 'url'>): string {
  const name = /\?on=(.*)$/.exec(url)?.[1];
  return read(dist, name === undefined ? `api/${document}.md` : `api/${document}/versions/${name}.md`);
}

/** The Markdown of the version in force on a day; null where there is none. */
function onDay(dist: string, document: string, day: string): string | null {
  const found = versionsOf(dist, document).find(({ from, to }) => from <= day && (to === null || day < to));
  return found ? markdownOf(dist, document, found) : null;
}

/** By `usc/documents/t17/s106`: the Markdown of all documents of a tree. */
function published(dist: string): Map<string, string> {
  const api = path.join(dist, 'api');
  const files = fs.readdirSync(api, { recursive: true, encoding: 'utf8' });
  const documents = files.filter(
    file => /^[a-z]+\/documents\/.*\.md$/.test(file) && !/\/versions\//.test(file),
  );
  return new Map(
    documents.map(file => [file.slice(0, -'.md'.length), fs.readFileSync(path.join(api, file), 'utf8')]),
  );
}

test('a document has a list of versions as soon as its own metadata no longer tell them', async () => {
  const { corpus, dist, again, assertAsCold } = archived();
  await again(null);
  const documents = (): string[] =>
    fs
      .readdirSync(path.join(dist, 'api'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('/versions.json'));
  const [day] = /(?<=currency: ")\d{4}-.*?(?=")/.exec(read(corpus, SECTION_107)) ?? [];
  assert.is(day, undefined, 'the sample names a release point');
  // Documents that name a release point have lists: only the archive knows its day.
  assert.ok(documents().length > 0);
  assert.not(documents().some(file => file.startsWith('fr/')));
  assert.equal(versionsOf(dist, 'usc/documents/t17/s106'), [
    {
      ...{ from: '2021-12-27', to: null, edition: '117-80', last_seen: '2021-12-27', certain: true },
      amended: null,
      url: '/api/usc/documents/t17%2Fs106',
    },
  ]);
  await assertAsCold(null);
});

test('an edit, a removal and a return', async () => {
  const { corpus, dist, again, assertAsCold } = archived();
  await again('2022-01-01');
  const texts = [read(corpus, SECTION_106)];
  const change = (words: string): void => edit(corpus, SECTION_106, text => `${text}\n${words}\n`);
  change('One.');
  texts.push(read(corpus, SECTION_106));
  const before = timestamps(dist);
  await again('2022-01-05');
  const written = touched(before, timestamps(dist)).filter(file => /versions/.test(file));
  assert.equal(written.filter(file => /\.(json|md)$/.test(file)).sort(), [
    'api/usc/documents/t17/s106/versions.json',
    'api/usc/documents/t17/s106/versions/2022-01-01.json',
    'api/usc/documents/t17/s106/versions/2022-01-01.md',
    'api/usc/structure/t17/versions.json',
  ]);
  await assertAsCold('2022-01-05');
  fs.rmSync(path.join(corpus, SECTION_106));
  await again('2022-01-07');
  await assertAsCold('2022-01-07');
  const facts = () =>
    versionsOf(dist, 'usc/documents/t17/s106').map(
      ({ from, to, last_seen: seen, certain, url }) =>
        `${from} ${to} ${seen} ${certain} ${url.replace(/^.*s106/, '')}`,
    );
  assert.equal(facts(), [
    '2022-01-05 2022-01-07 2022-01-05 false ?on=2022-01-05',
    '2022-01-01 2022-01-05 2022-01-01 false ?on=2022-01-01',
  ]);
  write(corpus, SECTION_106, texts[0] as string);
  await again('2022-01-08');
  await assertAsCold('2022-01-08');
  assert.equal(facts(), [
    '2022-01-08 null 2022-01-08 true ',
    '2022-01-05 2022-01-07 2022-01-05 false ?on=2022-01-05',
    '2022-01-01 2022-01-05 2022-01-01 false ?on=2022-01-01',
  ]);
  for (const [day, text] of [
    ['2022-01-01', texts[0]],
    ['2022-01-04', texts[0]],
    ['2022-01-05', texts[1]],
    ['2022-01-08', texts[0]],
  ] as const)
    assert.is(onDay(dist, 'usc/documents/t17/s106', day), text, day);
  assert.is(onDay(dist, 'usc/documents/t17/s106', '2022-01-07'), null);
});

test('several texts of one day are kept', async () => {
  const { corpus, dist, again, assertAsCold } = archived();
  const texts: string[] = [];
  for (const words of ['One.', 'Two.', 'Three.']) {
    edit(corpus, SECTION_106, text => `${text}\n${words}\n`);
    texts.push(read(corpus, SECTION_106));
    await again('2022-01-01');
  }
  await assertAsCold('2022-01-01');
  assert.equal(
    versionsOf(dist, 'usc/documents/t17/s106').map(({ from, to, url }) => [
      from,
      to,
      url.replace(/^.*s106/, ''),
    ]),
    [
      ['2022-01-01', null, ''],
      ['2022-01-01', '2022-01-01', '?on=2022-01-01~2'],
      ['2022-01-01', '2022-01-01', '?on=2022-01-01~1'],
    ],
  );
  for (const i of [1, 2])
    assert.is(read(dist, `api/usc/documents/t17/s106/versions/2022-01-01~${i}.md`), texts[i - 1]);
});

test('a text that is removed on its first day has a name that leads to it, and keeps it', async () => {
  const { corpus, dist, again, assertAsCold } = archived();
  await again('2022-01-01');
  edit(corpus, SECTION_106, text => `${text}\nOne.\n`);
  const amended = read(corpus, SECTION_106);
  await again('2022-01-05');
  fs.rmSync(path.join(corpus, SECTION_106));
  const listed = () =>
    versionsOf(dist, 'usc/documents/t17/s106').map(
      ({ from, to, url }) => `${from} ${to} ${url.replace(/^.*s106/, '')}`,
    );
  const read106 = async (name: string): Promise<string> => {
    const subject = { source: sourceOf('usc'), identifier: '/us/usc/t17/s106' };
    const found = await versionOn(async file => read(dist, file), subject, name);
    return read(dist, versionFile(found, found.name as string, 'markdown'));
  };
  await again('2022-01-05');
  await assertAsCold('2022-01-05');
  const before = ['2022-01-05 2022-01-05 ?on=2022-01-05~1', '2022-01-01 2022-01-05 ?on=2022-01-01'];
  assert.equal(listed(), before);
  assert.is(await read106('2022-01-05~1'), amended);
  write(corpus, SECTION_106, amended.replace('One.', 'Two.'));
  await again('2022-01-05');
  await assertAsCold('2022-01-05');
  assert.equal(listed(), ['2022-01-05 null ', ...before]);
  assert.is(await read106('2022-01-05~1'), amended);
  fs.rmSync(path.join(corpus, SECTION_106));
  await again('2022-01-05');
  await assertAsCold('2022-01-05');
  assert.equal(listed(), ['2022-01-05 2022-01-05 ?on=2022-01-05~2', ...before]);
  assert.is(await read106('2022-01-05~1'), amended);
  assert.is(await read106('2022-01-05~2'), amended.replace('One.', 'Two.'));
});

test('a build that fails or is refused leaves the archive as it was', async () => {
  const { corpus, dist, archive, again } = archived();
  await again('2022-01-01');
  const before = rootOf(archive);
  const refused = async (options: Parameters<typeof buildHere>[2]): Promise<void> => {
    const error = await again('2022-01-02', options).then(
      () => null,
      (error: unknown) => error,
    );
    assert.ok(error instanceof Error, String(error));
    assert.is(rootOf(archive), before);
    assert.equal(verifyArchive(archive).problems, []);
  };
  fs.rmSync(path.join(corpus, SECTION_106));
  await refused({ maxRemoved: readMaxRemoved('0') });
  edit(corpus, SECTION_107, text => text.replace(/^identifier: .*$/m, 'identifier: "nowhere"'));
  const problem = await again('2022-01-02').catch((error: unknown) => error);
  assert.equal(
    (problem as CorpusProblems).problems.map(({ path }) => path),
    [SECTION_107],
  );
  assert.is(rootOf(archive), before);
  // A file that cannot be read is no repeal; one that is not there is.
  await again('2022-01-02', { keepGoing: true, maxRemoved: readMaxRemoved('100%') });
  const ends = (section: string) => versionsOf(dist, `usc/documents/t17/${section}`).map(({ to }) => to);
  assert.equal(ends('s106'), ['2022-01-02']);
  assert.equal(ends('s107'), [null]);
  assert.not(fs.existsSync(path.join(dist, 'api/usc/documents/t17/s107.json')));
  fs.rmSync(path.join(corpus, SECTION_107));
  await again('2022-01-03', { maxRemoved: readMaxRemoved('100%') });
  assert.equal(ends('s107'), ['2022-01-03']);
});

test('where the state cannot be opened, the archive is free for the build that follows', async () => {
  const folder = temporaryFolder();
  const [state, archive] = [path.join(folder, 'state'), path.join(folder, 'archive')];
  fs.mkdirSync(state);
  const closed: string[] = [];
  const base = { take: async () => ({ close: async () => void closed.push('base') }) } as never;
  const opening = openBooks(
    { workspace: { state, scratch: folder } as Workspace, last: {} as StateHeader, base },
    { folder: archive, asOf: null },
  );
  assert.ok((await opening.catch((error: unknown) => error)) instanceof Error);
  assert.equal(closed, ['base']);
  new ArchiveAppend(archive).close();
});

test('what an import keeps while a build scans is in the tree', async () => {
  const { corpus, dist, archive, again, assertAsCold } = archived();
  await again('2022-01-01');
  const bytes = Buffer.from(`${read(corpus, SECTION_107)}\nFormerly.\n`);
  edit(corpus, SECTION_106, text => `${text}\nOne.\n`);
  let isEntered = false;
  const { notices } = await again('2022-01-02', {
    // The build asks for the time first behind its first look at the archive.
    now: () => {
      if (!isEntered) enter();
      isEntered = true;
      return now();
    },
  });
  function enter(): void {
    const append = new ArchiveAppend(archive);
    const day = { day: '2015-01-01', edition: '2015-01-01' };
    append.enter({
      ...{ name: 'usc/t17', isGone: () => false, edition: null, isWhole: false, isCurrent: false },
      seen: [{ identifier: '/us/usc/t17/s107', text: textDigest(bytes), ...day, read: () => bytes }],
    });
    append.commit();
    append.close();
  }
  assert.match(notices.join(), /the archive is not as it was then/);
  assert.match(onDay(dist, 'usc/documents/t17/s107', '2016-01-01') ?? '', /Formerly/);
  await assertAsCold('2022-01-02');
});

test('an archive with a hostile identifier writes nothing outside of the tree', async () => {
  const { corpus, dist, archive, again } = archived();
  await again('2022-01-01');
  const bytes = read(corpus, SECTION_107);
  const append = new ArchiveAppend(archive);
  for (const day of ['2015-01-01', '2016-01-01']) {
    const file = Buffer.from(`${bytes}\nOf ${day}.\n`);
    append.enter({
      ...{ name: 'usc/t17', isGone: () => false, edition: null, isWhole: false, isCurrent: false },
      seen: [
        {
          ...{ identifier: '/us/usc/t17/../../../../../evil', text: textDigest(file) },
          ...{ day, edition: day, read: () => file },
        },
      ],
    });
  }
  append.commit();
  append.close();
  const error = await again('2022-01-02').catch((thrown: unknown) => thrown);
  assert.match(String(error), /index\/usc\/t17-\w+\.ndjson, line 2: \/us\/usc\/t17\/\.\.\/.*evil has /);
  const files = fs.readdirSync(path.dirname(dist), { recursive: true, encoding: 'utf8' });
  assert.equal(
    files.filter(file => file.includes('evil')),
    [],
  );
});

test('undated documents need a day, documents of issues keep theirs', async () => {
  const { corpus, dist, archive, again } = archived();
  edit(corpus, SECTION_106, text => text.replace(/^currency: .*\n/m, ''));
  const { code, err } = await run('build', [
    '--corpus',
    corpus,
    '--out',
    dist,
    '--no-search',
    '--archive',
    archive,
  ]);
  assert.is(code, 2, err);
  assert.match(
    err,
    /Nothing tells the day to which usc\/title-17\/.*section-106\.md is current: say --as-of DATE\./,
  );
  await again('2022-01-01');
  assert.is(versionsOf(dist, 'usc/documents/t17/s106')[0]?.from, '2022-01-01');
  assert.equal(versionsOf(dist, 'fr/documents/2018-09912'), []);
});

test('another archive, or none, is another tree', async () => {
  const { corpus, dist, archive, again, assertAsCold } = archived();
  await again('2022-01-01');
  edit(corpus, SECTION_106, text => `${text}\nOne.\n`);
  await again('2022-01-02');
  fs.renameSync(archive, `${archive}-away`);
  const { notices } = await again('2022-01-02');
  assert.match(notices.join(), /the archive is not as it was then/);
  await assertAsCold('2022-01-02');
  assert.is(versionsOf(dist, 'usc/documents/t17/s106').length, 1);
  await buildHere(corpus, dist, OPTIONS);
  assert.not(fs.existsSync(path.join(dist, 'manifest/usc/versions')));
  assert.equal(versionsOf(dist, 'usc/documents/t17/s106'), []);
});

/** `NIGHTS=200 npm test -- build/versions` tells what became of so many, a multiple of `COMPARED`. */
const NIGHTS = Number(process.env.NIGHTS ?? 28);
/** So many nights are compared with a cold build. */
const COMPARED = 4;

/** Edits that leave most of the corpus sound. */
const USUAL = ['body', 'body', 'metadata', 'day', 'status', 'add', 'move', 'swap', 'remove', 'level'];

test(`${NIGHTS} nights of edits: every text that was ever published can be read, as it was published`, async () => {
  const { corpus, dist, archive, again, assertAsCold } = archived();
  const random = new Random(35);
  /** By document: the days on which its text changed, with the text; null while it was gone. */
  const history = new Map<string, [day: string, text: string | null][]>();
  for (let number = 0; number < NIGHTS; number++) {
    const day = night(number);
    for (let edits = random.below(5); edits > 0; edits--) EDITS[random.pick(USUAL)]?.(corpus, random);
    if (random.chance(0.05)) random.pick(Object.values(EDITS))(corpus, random);
    await again(day, { keepGoing: true });
    const texts = published(dist);
    for (const document of new Set([...history.keys(), ...texts.keys()])) {
      const known = history.get(document) ?? [];
      const text = texts.get(document) ?? null;
      if (known.at(-1)?.[1] === text || (known.length === 0 && text === null)) continue;
      history.set(document, [...known, [day, text]]);
      for (const [since, former] of history.get(document) as [string, string | null][])
        if (former !== null) assertOnDay(dist, document, since, former);
    }
    if (number % (NIGHTS / COMPARED) === NIGHTS / COMPARED - 1) await assertAsCold(day, { keepGoing: true });
  }
  for (const [document, texts] of history)
    for (const [day, text] of texts) if (text !== null) assertOnDay(dist, document, day, text);
  const versions = [...history.values()].flat().filter(([, text]) => text !== null).length;
  assert.ok(versions > history.size + NIGHTS / 2, `${versions} versions of ${history.size} documents`);
  assert.equal(verifyArchive(archive).problems, []);
});

/** Days of the edition are those of the earliest file with the text. */
const withoutEdition = (text: string): string =>
  text.replace(/^(currency|release_point|last_updated|generator|format_version):.*$/gm, '$1:');

function assertOnDay(dist: string, document: string, day: string, text: string): void {
  // All texts of a document of an issue are of the day of the issue.
  const isDated = document.startsWith('fr/');
  const versions = versionsOf(dist, document);
  const all = versions.length > 0 ? versions : [{ url: '' }];
  const texts = isDated
    ? all.map(each => markdownOf(dist, document, each))
    : [onDay(dist, document, day) ?? ''];
  const wanted = withoutEdition(text);
  assert.ok(
    texts.some(found => withoutEdition(found) === wanted),
    `${document} on ${day}`,
  );
}

test.run();
