import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setFolderTime } from '../../build/files/folders.ts';
import { type Workspace, workspacesOf } from '../../build/tree/workspace.ts';
import { assertSameTree, buildHere, editable, timestamps } from '../build/helpers.ts';

const tree = editable();
const other = editable();
test.before(async () => {
  await buildHere(tree.corpus, tree.dist);
  fs.rmSync(path.join(other.corpus, 'fr/2018'), { recursive: true });
  await buildHere(other.corpus, other.dist);
});

/** Builds again after an edit, with a workspace that has been tampered with. */
async function rebuild(tamper: (workspace: Workspace) => void, version = 'test') {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  tamper(workspacesOf(dist)[0]);
  fs.appendFileSync(path.join(corpus, 'fr/2018/05/2018-09910.md'), '\nA new end.\n');
  const report = await buildHere(corpus, dist, { version });
  await buildHere(corpus, `${dist}-cold`, { version });
  assertSameTree(dist, `${dist}-cold`);
  return report;
}

const edit = (state: string, change: (text: string) => string): void =>
  fs.writeFileSync(state, gzipSync(change(gunzipSync(fs.readFileSync(state)).toString())));

test('a state that fits is used, and nothing is said', async () => {
  const { rendered, notices } = await rebuild(() => {});
  assert.is(rendered, 1);
  assert.equal(notices, []);
});

const UNUSABLE: [what: string, reason: RegExp, tamper: (workspace: Workspace) => void][] = [
  ['missing', /there is none/, ({ state }) => fs.rmSync(state)],
  ['no gzip', /it is damaged/, ({ state }) => fs.writeFileSync(state, 'nonsense')],
  ['empty', /it is damaged/, ({ state }) => fs.writeFileSync(state, '')],
  ['cut short', /it is damaged/, ({ state }) => fs.truncateSync(state, fs.statSync(state).size - 200)],
  [
    'without its end, between two lines',
    /it is damaged/,
    ({ state }) => edit(state, text => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)),
  ],
  [
    'without its last lines',
    /it is damaged/,
    ({ state }) => edit(state, text => text.slice(0, text.length / 2)),
  ],
  ['no JSON inside', /it is damaged/, ({ state }) => edit(state, text => text.replaceAll('{', '['))],
  [
    'of other code',
    /the code has changed/,
    ({ state }) => edit(state, text => text.replace('"test"', '"old"')),
  ],
  [
    'of another tree',
    /it belongs to another tree/,
    ({ state }) => fs.copyFileSync(workspacesOf(other.dist)[0].state, state),
  ],
];

for (const [what, reason, tamper] of UNUSABLE) {
  test(`a state that is ${what} is ignored with a notice`, async () => {
    const { rendered, notices } = await rebuild(tamper);
    assert.is(rendered, 66);
    assert.is(notices.length, 1);
    assert.match(notices.join(), reason);
  });
}

test('other code renders everything anew, and writes only what differs', async () => {
  const { rendered, changes, notices } = await rebuild(() => {}, 'newer');
  assert.is(rendered, 66);
  assert.is(changes.written, 3);
  assert.match(notices.join(), /the code has changed/);
});

test('without state and with the same corpus, nothing is published', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const before = timestamps(dist);
  fs.rmSync(workspacesOf(dist)[0].folder, { recursive: true });
  assert.is((await buildHere(corpus, dist)).rendered, 66);
  assert.equal(timestamps(dist), before);
});

test('a build repairs a lost catalog', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  fs.rmSync(path.join(dist, 'catalog'), { recursive: true });
  await buildHere(corpus, dist);
  assertSameTree(dist, tree.dist);
});

test('a report without the digests of the catalog, as earlier versions wrote it, is replaced', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const report = path.join(dist, 'build.json');
  const { catalog, ...rest } = JSON.parse(fs.readFileSync(report, 'utf8'));
  fs.writeFileSync(report, JSON.stringify(rest));
  const { changes } = await buildHere(corpus, dist, { version: 'newer' });
  assert.equal(changes, { written: 0, removed: 0 });
  assert.equal(JSON.parse(fs.readFileSync(report, 'utf8')).catalog, catalog);
});

test('a cold build repairs what was altered or lost, and leaves alone what is no part of the tree', async () => {
  const { corpus, dist } = editable();
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
