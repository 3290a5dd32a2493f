import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CHANGES_INDEX } from '../../build/contract/paths.ts';
import { CHANGES_FEED } from '../../build/contract/site-paths.ts';
import { listsIn, readHistory } from '../../build/files/history-files.ts';
import { readManifest } from '../../build/files/manifest/read.ts';
import { readRoot } from '../../build/files/manifest/root.ts';
import type { TakenHistory } from '../../build/history/published-history.ts';
import { stageHistory } from '../../build/history/stage-history.ts';
import { openWorkspace, workspacesOf } from '../../build/previous/workspace.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { assertSameTree, buildHere, editable, sha256, timestamps, touched } from '../helpers/builds.ts';
import { documentsIn, Follower, indexIn, listIn } from '../helpers/follower.ts';
import { treeWith } from '../helpers/history.ts';
import { memoryFolder } from '../helpers/memory-folder.ts';
import { SITE, temporaryFolder } from '../helpers/tree.ts';

/** The history of a tree (build/contract/README.md, Changes). */

const SECTION = 'usc/title-17/chapter-01/section-106.md';
const append = (corpus: string, text = '\nOne more lighthouse.\n', file = SECTION): void =>
  fs.appendFileSync(path.join(corpus, file), text);

const numbersIn = (dist: string): number[] => indexIn(dist).map(({ number }) => number);
const filesOf = (dist: string): string[] => fs.readdirSync(path.join(dist, 'changes')).sort();
const newestIn = (dist: string) => indexIn(dist)[0] as NonNullable<ReturnType<typeof indexIn>[0]>;

/** Digests of the files under `api/` that are no documents. */
async function pagesOf(dist: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for await (const { path: file, sha256: digest, identifier } of readManifest(dist))
    if (file.startsWith('api/') && identifier === undefined) pages.set(file, digest);
  return pages;
}

async function assertSound(dist: string): Promise<void> {
  const findings = await verifyTree(dist, silent);
  assert.not.ok(hasFindings(findings), JSON.stringify(findings));
}

test('a first build has an entry without a list', async () => {
  const { corpus, dist } = editable(memoryFolder());
  const now = Date.UTC(2026, 10, 22, 3);
  await buildHere(corpus, dist, { now: () => now });
  const { build } = readRoot(dist);
  assert.equal(indexIn(dist), [
    {
      number: 1,
      build,
      previous: null,
      published: '2026-11-22T03:00:00.000Z',
      ...{ complete: true, documents: null, sources: null, pages: null },
      ...{ path: 'changes/1.ndjson', url: '/api/changes/1' },
      ...{ bytes: 0, sha256: sha256(path.join(dist, 'changes/1.ndjson')) },
    },
  ]);
  const { meta } = JSON.parse(fs.readFileSync(path.join(dist, CHANGES_INDEX), 'utf8'));
  assert.equal(meta, {
    ...{ api_version: 'v1', timestamp: '2026-11-22T03:00:00.000Z' },
    ...{ number: 1, build, oldest: 1 },
  });
  await assertSound(dist);
});

test('a build without changes adds no entry, also a cold one', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const before = timestamps(dist);
  const index = fs.statSync(path.join(dist, CHANGES_INDEX)).ino;
  await buildHere(corpus, dist);
  assert.equal(touched(before, timestamps(dist)), []);
  await buildHere(corpus, dist, { cold: true });
  fs.rmSync(workspacesOf(dist)[0].state);
  await buildHere(corpus, dist);
  assert.equal(numbersIn(dist), [1]);
  assert.is(fs.statSync(path.join(dist, CHANGES_INDEX)).ino, index);
});

for (const cold of [false, true])
  test(`a build lists the documents that it changes, in the order of paths${cold ? ', also a cold one' : ''}`, async () => {
    const { corpus, dist } = editable(memoryFolder());
    await buildHere(corpus, dist);
    const { build: previous } = readRoot(dist);
    const text = fs.readFileSync(path.join(corpus, SECTION), 'utf8');
    fs.writeFileSync(path.join(corpus, SECTION.replace('106', '106z')), text.replaceAll('/s106', '/s106z'));
    append(corpus);
    fs.rmSync(path.join(corpus, 'fr/2018/05/2018-09910.md'));
    const before = await documentsIn(dist);
    const old = await pagesOf(dist);
    await buildHere(corpus, dist, { cold });
    const now = await pagesOf(dist);
    const [entry] = indexIn(dist);
    assert.ok(entry);
    const { bytes, sha256: digest, published: _, pages, ...told } = entry;
    assert.equal(told, {
      ...{ number: 2, build: readRoot(dist).build, previous, complete: false },
      documents: { added: 1, changed: 1, removed: 1 },
      sources: {
        usc: { added: 1, changed: 1, removed: 0 },
        ecfr: { added: 0, changed: 0, removed: 0 },
        fr: { added: 0, changed: 0, removed: 1 },
      },
      ...{ path: 'changes/2.ndjson', url: '/api/changes/2' },
    });
    const written = [...now].filter(([file, digest]) => old.get(file) !== digest).length;
    assert.equal(pages, { written, removed: [...old.keys()].filter(file => !now.has(file)).length });
    assert.ok(written > 0);
    const file = path.join(dist, 'changes/2.ndjson');
    assert.equal([bytes, digest], [fs.statSync(file).size, sha256(file)]);
    const after = await documentsIn(dist);
    assert.equal(listIn(dist, entry), [
      {
        path: 'api/fr/documents/2018-09910.json',
        url: '/api/fr/documents/2018-09910',
        identifier: '/us/fr/2018-09910',
        ...{ source: 'fr', change: 'removed', etag: null },
      },
      {
        path: 'api/usc/documents/t17/s106.json',
        url: '/api/usc/documents/t17%2Fs106',
        identifier: '/us/usc/t17/s106',
        ...{ source: 'usc', change: 'changed', etag: after.get('/us/usc/t17/s106') },
      },
      {
        path: 'api/usc/documents/t17/s106z.json',
        url: '/api/usc/documents/t17%2Fs106z',
        identifier: '/us/usc/t17/s106z',
        ...{ source: 'usc', change: 'added', etag: after.get('/us/usc/t17/s106z') },
      },
    ]);
    assert.is.not(before.get('/us/usc/t17/s106')?.json, after.get('/us/usc/t17/s106')?.json);
    await assertSound(dist);
  });

test('a list of thousands of documents has each once', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const text = fs.readFileSync(path.join(corpus, SECTION), 'utf8');
  for (let i = 0; i < 2100; i++)
    fs.writeFileSync(
      path.join(corpus, SECTION.replace('106', `106x${i}`)),
      text.replaceAll('/s106', `/s106x${i}`),
    );
  await buildHere(corpus, dist, { pages: 'front' });
  const entry = newestIn(dist);
  const file = path.join(dist, 'changes/2.ndjson');
  assert.equal([entry.bytes, entry.sha256], [fs.statSync(file).size, sha256(file)]);
  assert.equal(entry.documents, { added: 2100, changed: 0, removed: 0 });
  const told = listIn(dist, entry).map(({ identifier }) => identifier);
  assert.equal(told.sort(), Array.from({ length: 2100 }, (_, i) => `/us/usc/t17/s106x${i}`).sort());
});

test('pages are counted, not listed', async () => {
  const { corpus, dist } = editable(memoryFolder());
  for (let i = 0; i < 30; i++) {
    const text = fs.readFileSync(path.join(corpus, SECTION), 'utf8');
    for (let j = 0; j < 20; j++)
      fs.writeFileSync(
        path.join(corpus, SECTION.replace('106', `106x${i}y${j}`)),
        text.replaceAll('/s106', `/s106x${i}y${j}`),
      );
  }
  await buildHere(corpus, dist);
  const { changes } = await buildHere(corpus, dist, { pages: 'front' });
  const { documents, pages, bytes } = newestIn(dist);
  assert.equal(documents, { added: 0, changed: 0, removed: 0 });
  assert.equal([pages, bytes], [changes, 0]);
  assert.ok(changes.removed > 0);
});

test('a document that was removed and returns is added, and a renamed file changes nothing', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const file = path.join(corpus, SECTION);
  const text = fs.readFileSync(file, 'utf8');
  fs.rmSync(file);
  await buildHere(corpus, dist);
  assert.equal(
    listIn(dist, newestIn(dist)).map(({ change }) => change),
    ['removed'],
  );
  fs.writeFileSync(file, text);
  await buildHere(corpus, dist);
  assert.equal(
    listIn(dist, newestIn(dist)).map(({ change }) => change),
    ['added'],
  );
  // The document is the same, wherever it stands.
  fs.renameSync(file, path.join(path.dirname(file), 'section-other.md'));
  await buildHere(corpus, dist);
  assert.equal(numbersIn(dist), [3, 2, 1]);
});

test('the bound limits builds and their lists', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  for (let i = 0; i < 4; i++) {
    append(corpus);
    await buildHere(corpus, dist, { changesKeep: 3 });
  }
  assert.equal(numbersIn(dist), [5, 4, 3]);
  assert.equal(filesOf(dist), ['3.ndjson', '4.ndjson', '5.ndjson', 'index.json']);
  append(corpus);
  await buildHere(corpus, dist, { changesKeep: 1 });
  assert.equal(filesOf(dist), ['6.ndjson', 'index.json']);
  const { meta } = JSON.parse(fs.readFileSync(path.join(dist, CHANGES_INDEX), 'utf8'));
  assert.equal([meta.number, meta.oldest], [6, 6]);
  await assertSound(dist);
});

/** @param damage of a tree with three builds @param numbers that are listed after the next @param isComplete whether that begins anew */
const DAMAGES: readonly [
  what: string,
  damage: (dist: string) => void,
  numbers: number[],
  isComplete: boolean,
][] = [
  ['the folder is gone', dist => fs.rmSync(path.join(dist, 'changes'), { recursive: true }), [1], true],
  ['the index is gone', dist => fs.rmSync(path.join(dist, CHANGES_INDEX)), [4], true],
  ['the index is cut short', dist => fs.truncateSync(path.join(dist, CHANGES_INDEX), 700), [4], true],
  ['the index is empty', dist => fs.truncateSync(path.join(dist, CHANGES_INDEX), 0), [4], true],
  [
    'the index is a link to a device',
    dist => {
      fs.rmSync(path.join(dist, CHANGES_INDEX));
      fs.symlinkSync('/dev/zero', path.join(dist, CHANGES_INDEX));
    },
    [4],
    true,
  ],
  ['the newest list is gone', dist => fs.rmSync(path.join(dist, 'changes/3.ndjson')), [4], false],
  ['an older list is gone', dist => fs.rmSync(path.join(dist, 'changes/2.ndjson')), [4, 3], false],
  [
    'a list has been cut short',
    dist => fs.truncateSync(path.join(dist, 'changes/2.ndjson'), 20),
    [4, 3],
    false,
  ],
];

for (const [what, damage, numbers, isComplete] of DAMAGES)
  test(`${what}: the next build continues as far as possible, and never fails`, async () => {
    const { corpus, dist } = editable(memoryFolder());
    await buildHere(corpus, dist);
    for (let i = 0; i < 2; i++) {
      append(corpus);
      await buildHere(corpus, dist);
    }
    damage(dist);
    append(corpus);
    const { notices } = await buildHere(corpus, dist);
    assert.equal(notices, []);
    assert.equal([numbersIn(dist), newestIn(dist).complete], [numbers, isComplete]);
    assert.equal(
      filesOf(dist),
      [...numbers.map(number => `${number}.ndjson`), 'index.json'].sort(),
      'lists that nothing names are removed',
    );
    await assertSound(dist);
    append(corpus);
    await buildHere(corpus, dist);
    assert.equal(numbersIn(dist), [(numbers[0] ?? 0) + 1, ...numbers]);
    assert.not.ok(newestIn(dist).complete);
  });

test('a history whose last entry is of another tree starts again', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  append(corpus);
  await buildHere(corpus, dist);
  const [kept, index] = [`${dist}-changes`, path.join(dist, 'changes')];
  fs.cpSync(index, kept, { recursive: true });
  append(corpus);
  await buildHere(corpus, dist);
  fs.rmSync(index, { recursive: true });
  fs.renameSync(kept, index);
  append(corpus);
  await buildHere(corpus, dist);
  const [newest, ...older] = indexIn(dist);
  assert.equal([newest?.number, newest?.complete, older.length], [3, true, 2]);
  await assertSound(dist);
});

test('a cold build adds a history to a tree without one, even without changes', async () => {
  const { corpus, dist } = editable(memoryFolder());
  // What was written a moment ago is looked at again.
  const later = { now: () => Date.now() + 60_000 };
  await buildHere(corpus, dist, later);
  const { build } = readRoot(dist);
  for (const make of [
    () => buildHere(corpus, dist, { ...later, cold: true }),
    () => buildHere(corpus, dist, { ...later, version: 'another' }),
  ]) {
    fs.rmSync(path.join(dist, 'changes'), { recursive: true });
    await buildHere(corpus, dist, later);
    assert.not.ok(fs.existsSync(path.join(dist, 'changes')), 'an unchanged build looks at nothing');
    await make();
    const [entry] = indexIn(dist);
    assert.equal([entry?.number, entry?.build, entry?.previous, entry?.complete], [1, build, build, true]);
  }
});

test('after a publication that cannot be finished followers get the rest, or a complete build', async () => {
  for (const moved of [['changes/2.ndjson'], ['changes/2.ndjson', CHANGES_INDEX]]) {
    const { corpus, dist } = editable(memoryFolder());
    await buildHere(corpus, dist);
    const follower = new Follower();
    await follower.takeWhole(dist, newestIn(dist));
    const other = `${dist}-other`;
    fs.cpSync(dist, other, { recursive: true, preserveTimestamps: true });
    fs.cpSync(workspacesOf(dist)[0].folder, workspacesOf(other)[0].folder, { recursive: true });
    append(corpus);
    const from = sha256(path.join(dist, 'manifest.json'));
    await buildHere(corpus, other);
    for (const file of ['api/usc/documents/t17/s106.json', ...moved])
      fs.copyFileSync(path.join(other, file), path.join(dist, file));
    const to = '0'.repeat(64);
    const plan = { from, to, renames: ['api/usc/documents/t17/s106.json', ...moved], deletions: [] };
    fs.writeFileSync(workspacesOf(dist)[0].journal, JSON.stringify(plan));
    append(corpus);
    const { notices } = await buildHere(corpus, dist);
    assert.match(notices.join(), /^Rebuilding everything: a build was interrupted/);
    await assertSound(dist);
    const isTold = moved.length === 1;
    const newest = newestIn(dist);
    assert.equal([newest.number, newest.complete], isTold ? [2, false] : [3, true]);
    if (!isTold) continue;
    follower.apply(listIn(dist, newest));
    follower.goOnFrom(newest);
    await follower.assertHas(dist, moved.join());
    const fresh = `${dist}-fresh`;
    await buildHere(corpus, fresh);
    assertSameTree(dist, fresh);
  }
});

test('other files in the folder of the history are unchanged, and a full check names them', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const foreign = ['changes/0.ndjson', 'changes/notes.txt', 'changes/2.ndjson.bak'];
  for (const file of foreign) fs.writeFileSync(path.join(dist, file), 'mine');
  fs.writeFileSync(path.join(dist, 'changes/7.ndjson'), 'of nobody');
  append(corpus);
  const { notices } = await buildHere(corpus, dist, { cold: true });
  for (const file of foreign) {
    assert.is(fs.readFileSync(path.join(dist, file), 'utf8'), 'mine', file);
    assert.match(notices.join(), file);
  }
  assert.not.match(notices.join(), /index\.json|\/1\.ndjson|\/7\.ndjson/);
  assert.not.ok(fs.existsSync(path.join(dist, 'changes/7.ndjson')));
  const { extra } = await verifyTree(dist, silent);
  assert.equal(extra, [...foreign].sort());
});

test('in a corpus that changes back and forth builds recur, and numbers do not', async () => {
  const { corpus, dist } = editable(memoryFolder());
  const file = path.join(corpus, SECTION);
  const text = fs.readFileSync(file, 'utf8');
  await buildHere(corpus, dist);
  for (let i = 0; i < 2; i++) {
    append(corpus, '\nAn hour.\n');
    await buildHere(corpus, dist);
    fs.writeFileSync(file, text);
    await buildHere(corpus, dist);
  }
  const entries = indexIn(dist);
  assert.equal(
    entries.map(({ number }) => number),
    [5, 4, 3, 2, 1],
  );
  assert.is(new Set(entries.map(({ build }) => build)).size, 2);
});

test('a site has a feed of all kept builds, and a tree without a site has none', async () => {
  const { corpus, dist } = editable(memoryFolder());
  const site = { url: null, version: '1' };
  for (let i = 0; i < 3; i++) {
    append(corpus);
    await buildHere(corpus, dist, { site });
  }
  const feed = path.join(dist, 'changes/feed.atom');
  assert.is(fs.readFileSync(feed, 'utf8').split('<entry>').length - 1, 3);
  assert.is(JSON.parse(fs.readFileSync(path.join(dist, CHANGES_INDEX), 'utf8')).meta.oldest, 1);
  append(corpus);
  await buildHere(corpus, dist);
  assert.is(fs.existsSync(feed), false);
  assert.equal(numbersIn(dist), [4, 3, 2, 1]);
});

test('in the folder of the history only regular files are lists', () => {
  const tree = temporaryFolder();
  fs.mkdirSync(path.join(tree, 'changes/9.ndjson'), { recursive: true });
  fs.writeFileSync(path.join(tree, 'changes/8.ndjson'), '');
  fs.symlinkSync('8.ndjson', path.join(tree, 'changes/7.ndjson'));
  assert.equal([...listsIn(tree)], [[8, 'changes/8.ndjson']]);
});

test('lists are published first, then the feed, then the index, and a missing feed is not removed', async () => {
  const tree = path.join(temporaryFolder(), 'dist');
  const workspace = openWorkspace(tree);
  const stage = (site: typeof SITE | null) =>
    stageHistory({
      ...{ workspace, site, from: null, to: 'b'.repeat(64), changes: null, taken: null },
      ...{ store: null as never, first: 5, keep: 10, now: Date.now },
    });
  const staged = await stage(SITE);
  assert.equal(staged?.renames, ['changes/5.ndjson', CHANGES_FEED, CHANGES_INDEX]);
  const index = path.join(workspace.staging, CHANGES_INDEX);
  const { meta } = JSON.parse(fs.readFileSync(index, 'utf8'));
  const feed = path.join(workspace.staging, CHANGES_FEED);
  assert.equal(meta.feed, { path: CHANGES_FEED, bytes: fs.statSync(feed).size, sha256: sha256(feed) });
  assert.equal((await stage(null))?.deletions, []);
});

test('a history that was taken goes on behind its newest number, also where its list is lost, and is staged where nothing else changed', async () => {
  const folder = treeWith([''], 7);
  const entries = readHistory(folder) ?? [];
  const [newest] = entries;
  assert.ok(newest);
  const workspace = openWorkspace(path.join(temporaryFolder(), 'dist'));
  const stage = (taken: TakenHistory, to: string) =>
    stageHistory({
      ...{ workspace, site: null, changes: null, taken },
      ...{ from: newest.build, to, store: null as never, first: 1, keep: 10, now: Date.now },
    });
  const lost = await stage({ folder, newest, entries: [] }, 'b'.repeat(64));
  assert.equal(lost?.renames, ['changes/8.ndjson', CHANGES_INDEX]);
  const same = await stage({ folder, newest, entries }, newest.build);
  assert.equal([same?.entry, same?.renames], [null, ['changes/7.ndjson', CHANGES_INDEX]]);
  const { mtime } = fs.statSync(path.join(workspace.staging, 'changes/7.ndjson'));
  assert.is(mtime.toISOString().slice(0, 10), '2026-11-22');
  const next = await stage({ folder, newest, entries }, 'b'.repeat(64));
  assert.equal(next?.renames, ['changes/7.ndjson', 'changes/8.ndjson', CHANGES_INDEX]);
});

test('an index that is too large or unreadable counts as missing', () => {
  const tree = treeWith([''], 1);
  const index = path.join(tree, CHANGES_INDEX);
  assert.is(readHistory(tree)?.length, 1);
  fs.appendFileSync(index, ' '.repeat(64 * 1024 * 1024));
  assert.is(readHistory(tree), null);
  fs.rmSync(index);
  fs.symlinkSync(path.basename(index), index);
  assert.is(readHistory(tree), null);
});

test.run();
