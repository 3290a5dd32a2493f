import fs from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CATALOG, SEARCH_INDEX } from '../../build/contract/paths.ts';
import { setFolderTime } from '../../build/files/folders.ts';
import { SEARCH_INDEX_VERSION } from '../../build/formats/search-index.ts';
import type { CorpusProblems } from '../../build/options.ts';
import { type Workspace, workspacesOf } from '../../build/previous/workspace.ts';
import { assertSameTree, buildHere, editable, timestamps } from '../helpers/builds.ts';
import { memoryFolder } from '../helpers/memory-folder.ts';
import { SAMPLE } from '../helpers/sample.ts';

const tree = editable(memoryFolder());
const other = editable(memoryFolder());
test.before(async () => {
  await buildHere(tree.corpus, tree.dist);
  fs.rmSync(path.join(other.corpus, 'fr/2018'), { recursive: true });
  await buildHere(other.corpus, other.dist);
});

/** Builds again after an edit, with a workspace that has been tampered with. */
async function rebuild(tamper: (workspace: Workspace) => void, version = 'test') {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  tamper(workspacesOf(dist)[0]);
  fs.appendFileSync(path.join(corpus, 'fr/2018/05/2018-09910.md'), '\nA new end.\n');
  const report = await buildHere(corpus, dist, { version });
  await buildHere(corpus, `${dist}-cold`, { version });
  assertSameTree(dist, `${dist}-cold`);
  return report;
}

function edit(state: string, sql: string): void {
  const db = new Database(state);
  db.exec(sql);
  db.close();
}

/** Overwrites the middle of the file, where no header is. */
function damagePages(state: string): void {
  const bytes = fs.readFileSync(state);
  bytes.fill(0xff, Math.floor(bytes.length / 4), bytes.length);
  fs.writeFileSync(state, bytes);
}

test('a state of the tree is used without a notice', async () => {
  const { rendered, notices } = await rebuild(() => {});
  assert.is(rendered, 1);
  assert.equal(notices, []);
});

const UNUSABLE: [what: string, reason: RegExp, tamper: (workspace: Workspace) => void][] = [
  ['missing', /there is none/, ({ state }) => fs.rmSync(state)],
  ['no database', /it is damaged/, ({ state }) => fs.writeFileSync(state, 'nonsense')],
  ['empty', /it is damaged/, ({ state }) => fs.writeFileSync(state, '')],
  ['cut short', /it is damaged/, ({ state }) => fs.truncateSync(state, fs.statSync(state).size - 200)],
  ['without a header', /it is damaged/, ({ state }) => edit(state, 'DELETE FROM state')],
  ['of other tables', /it is damaged/, ({ state }) => edit(state, 'PRAGMA user_version = 99')],
  ['damaged where documents are', /it is damaged/, ({ state }) => damagePages(state)],
  [
    'of other code',
    /the code has changed/,
    ({ state }) => edit(state, `UPDATE state SET value = replace(value, '"test"', '"old"')`),
  ],
  [
    'beside another catalog',
    /the catalog is not the one that belongs to it/,
    ({ tree }) => fs.copyFileSync(path.join(other.dist, CATALOG), path.join(tree, CATALOG)),
  ],
  [
    'of another tree',
    /it belongs to another tree/,
    ({ state }) => fs.copyFileSync(workspacesOf(other.dist)[0].state, state),
  ],
];

for (const [what, reason, tamper] of UNUSABLE) {
  test(`a state is ignored with a notice if it is ${what}`, async () => {
    const { rendered, notices } = await rebuild(tamper);
    assert.is(rendered, SAMPLE.all);
    assert.is(notices.length, 1);
    assert.match(notices.join(), reason);
  });
}

test('another code version renders everything and writes only differences', async () => {
  const { rendered, changes, notices } = await rebuild(() => {}, 'newer');
  assert.is(rendered, SAMPLE.all);
  // The document, its dump, and what tells of dumps.
  assert.is(changes.written, 6);
  assert.match(notices.join(), /the code has changed/);
});

test('a search index of another version is replaced, even if nothing else differs', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist, { search: true });
  const index = path.join(dist, SEARCH_INDEX);
  const versionOf = () => fs.readFileSync(index).readUInt32BE(60);
  assert.is(versionOf(), SEARCH_INDEX_VERSION);
  const bytes = fs.readFileSync(index);
  bytes.writeUInt32BE(SEARCH_INDEX_VERSION - 1, 60);
  fs.writeFileSync(index, bytes);
  await buildHere(corpus, dist, { search: true, version: 'newer' });
  assert.is(versionOf(), SEARCH_INDEX_VERSION);
});

test('a build that fails at its start leaves only its lock', async () => {
  const { corpus, dist } = editable(memoryFolder());
  fs.writeFileSync(path.join(corpus, 'usc/title-17/chapter-01/section-107.md'), 'no frontmatter');
  const error = await buildHere(corpus, dist).catch(thrown => thrown);
  assert.is((error as CorpusProblems).problems.length, 1);
  assert.equal(fs.readdirSync(workspacesOf(dist)[0].folder), ['lock']);
});

test('a lost state with the same corpus publishes nothing', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const before = timestamps(dist);
  fs.rmSync(workspacesOf(dist)[0].folder, { recursive: true });
  assert.is((await buildHere(corpus, dist)).rendered, SAMPLE.all);
  assert.equal(timestamps(dist), before);
});

test('a build repairs a lost catalog', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  fs.rmSync(path.join(dist, 'catalog'), { recursive: true });
  const { notices } = await buildHere(corpus, dist);
  assert.match(notices.join(), /the catalog is not the one that belongs to it/);
  assertSameTree(dist, tree.dist);
});

test('a report of an earlier version without the digests of the catalog is replaced', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const report = path.join(dist, 'build.json');
  const { catalog, ...rest } = JSON.parse(fs.readFileSync(report, 'utf8'));
  fs.writeFileSync(report, JSON.stringify(rest));
  const { changes } = await buildHere(corpus, dist, { version: 'newer' });
  assert.equal(changes, { written: 0, removed: 0 });
  assert.equal(JSON.parse(fs.readFileSync(report, 'utf8')).catalog, catalog);
});

test('a cold build repairs altered and lost files, and leaves foreign ones alone', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  fs.appendFileSync(path.join(dist, 'api/stats.json'), ' ');
  fs.rmSync(path.join(dist, 'api/usc/documents/t17'), { recursive: true });
  fs.mkdirSync(path.join(dist, 'api/usc/stray/deep'), { recursive: true });
  fs.writeFileSync(path.join(dist, 'api/usc/stray/deep/file.json'), '{}');
  const { notices } = await buildHere(corpus, dist, { cold: true });
  assert.match(
    notices.join(),
    /no build has made; they are left alone: api\/usc\/stray\/deep\/file\.json\.$/,
  );
  assert.is(fs.readFileSync(path.join(dist, 'api/usc/stray/deep/file.json'), 'utf8'), '{}');
  fs.rmSync(path.join(dist, 'api/usc/stray'), { recursive: true });
  setFolderTime(path.join(dist, 'api/usc'));
  assertSameTree(dist, tree.dist);
});

test.run();
