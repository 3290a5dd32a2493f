import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setFolderTime } from '../../build/files/folders.ts';
import { readManifest } from '../../build/files/manifest/read.ts';
import { MANIFEST, readRoot } from '../../build/files/manifest/root.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { assertSameTree, buildHere, editable, run, sha256 } from '../helpers/builds.ts';
import { hindranceOf } from '../helpers/edges/process.ts';
import { testWhere } from '../helpers/needs.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** What builds do with the manifest of a tree (build/README.md, The manifest). */

const SECTION = 'usc/title-17/chapter-01/section-106.md';
const edit = (corpus: string): void =>
  fs.appendFileSync(path.join(corpus, SECTION), '\nOne more lighthouse.\n');

const partsOf = (dist: string): Map<string, string> =>
  new Map(readRoot(dist).parts.map(({ path, sha256 }) => [path, sha256]));

const FORMER = 'manifest.ndjson.gz';

/** Gives a tree the manifest that earlier versions made, in place of its own. They made no dumps. */
async function makeFormer(dist: string): Promise<void> {
  const lines: string[] = [];
  for await (const entry of readManifest(dist))
    if (!/^(bulk\/|api\/bulk\.json$)/.test(entry.path)) lines.push(`${JSON.stringify(entry)}\n`);
  fs.writeFileSync(path.join(dist, FORMER), gzipSync(lines.join('')));
  for (const name of ['bulk', 'api/bulk.json'])
    fs.rmSync(path.join(dist, name), { recursive: true, force: true });
  for (const name of [MANIFEST, 'manifest']) fs.rmSync(path.join(dist, name), { recursive: true });
}

test('each part lists its files, and the root lists the parts', async () => {
  const { corpus, dist } = editable();
  const { files, bytes, documents } = await buildHere(corpus, dist);
  const root = readRoot(dist);
  assert.equal([root.files, root.bytes, root.documents], [files, bytes, documents]);
  for (const part of [
    'usc/t17',
    'ecfr/t44',
    'fr/2018-05',
    'usc/pages/lists',
    'usc/pages/t17',
    'fr/pages/2018',
    'pages',
  ])
    assert.ok(partsOf(dist).has(`manifest/${part}.ndjson`), part);
  assert.not.ok([...partsOf(dist).keys()].some(part => part.includes('other')));
  for await (const { path: file, sha256: digest } of readManifest(dist))
    assert.is(sha256(path.join(dist, file)), digest, file);
});

test('an edited document changes only the part of its month and the parts of its dump', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const before = partsOf(dist);
  fs.appendFileSync(path.join(corpus, 'fr/2018/05/2018-09910.md'), 'More.\n');
  await buildHere(corpus, dist);
  const changed = [...partsOf(dist)].filter(([part, digest]) => before.get(part) !== digest);
  assert.equal(
    changed.map(([part]) => part),
    ['manifest/bulk.ndjson', 'manifest/bulk/fr.ndjson', 'manifest/fr/2018-05.ndjson'],
  );
});

test('outdated parts are removed with their folders', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  fs.rmSync(path.join(corpus, 'fr'), { recursive: true });
  await buildHere(corpus, dist);
  const left = fs.readdirSync(path.join(dist, 'manifest/fr'), { recursive: true }).sort();
  assert.equal(left, ['pages', 'pages/lists.ndjson']);
  assert.not.ok(hasFindings(await verifyTree(dist, silent)));
});

for (const options of [{}, { cold: true }]) {
  test(`a tree of an earlier version gets a manifest of this version: ${JSON.stringify(options)}`, async () => {
    const { corpus, dist } = editable();
    await buildHere(corpus, `${dist}-new`);
    await buildHere(corpus, dist);
    await makeFormer(dist);
    fs.writeFileSync(path.join(dist, 'robots.txt'), 'mine');
    fs.writeFileSync(path.join(dist, 'api/usc/documents/t17/s106.json'), 'old');
    fs.rmSync(path.join(corpus, 'usc/title-48'), { recursive: true });
    fs.rmSync(`${dist}-new`, { recursive: true });
    edit(corpus);
    await buildHere(corpus, `${dist}-new`);
    const { notices } = await buildHere(corpus, dist, options);
    assert.not.match(notices.join(), FORMER);
    assert.equal(fs.readFileSync(path.join(dist, 'robots.txt'), 'utf8'), 'mine');
    fs.rmSync(path.join(dist, 'robots.txt'));
    setFolderTime(dist);
    assertSameTree(dist, `${dist}-new`);
    assert.equal((await buildHere(corpus, dist)).changes, { written: 0, removed: 0 });
  });
}

test('a tree whose former manifest is damaged is refused', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  await makeFormer(dist);
  for (const content of ['nonsense', gzipSync('{"path":"api/../../victim"}\n')]) {
    fs.writeFileSync(path.join(dist, FORMER), content);
    const { code, err } = await run('build', ['--corpus', corpus, '--out', dist, '--no-search']);
    assert.is(code, 2, err);
    assert.match(err, /cannot be told from files of somebody else/);
    assert.ok(fs.existsSync(path.join(dist, FORMER)));
  }
});

test('an interrupted publication over a tree of an earlier version is finished', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { bulk: false });
  edit(corpus);
  await buildHere(corpus, `${dist}-new`, { bulk: false });
  const changed = [...partsOf(`${dist}-new`).keys()];
  await makeFormer(dist);
  const [workspace] = workspacesOf(dist);
  const document = ['json', 'md', 'txt'].map(ending => `api/usc/documents/t17/s106.${ending}`);
  const renames = [...document, 'catalog/catalog.bin', 'build.json', ...changed, MANIFEST];
  const plan = {
    from: sha256(path.join(dist, FORMER)),
    to: sha256(path.join(`${dist}-new`, MANIFEST)),
    renames,
    deletions: [FORMER],
  };
  // All but the last part and the root are there already.
  for (const [i, name] of renames.entries()) {
    const target = path.join(i < renames.length - 2 ? dist : workspace.staging, name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.cpSync(path.join(`${dist}-new`, name), target, { preserveTimestamps: true });
  }
  fs.copyFileSync(workspacesOf(`${dist}-new`)[0].state, workspace.state);
  fs.writeFileSync(workspace.journal, JSON.stringify(plan));
  const { notices, rendered } = await buildHere(corpus, dist, { bulk: false });
  assert.match(notices.join(), /^Finished the publication/);
  assert.is(rendered, 0);
  assertSameTree(dist, `${dist}-new`);
});

test('parts left by a publication that cannot be finished do not stop the next build', async () => {
  const { corpus, dist } = editable();
  const kept = `${corpus}-title-48`;
  fs.renameSync(path.join(corpus, 'usc/title-48'), kept);
  await buildHere(corpus, dist);
  const [{ journal }] = workspacesOf(dist);
  const part = 'manifest/usc/t48.ndjson';
  const from = sha256(path.join(dist, MANIFEST));
  fs.writeFileSync(journal, JSON.stringify({ from, to: '0'.repeat(64), renames: [part], deletions: [] }));
  fs.writeFileSync(path.join(dist, part), 'of a build that nobody can finish');
  fs.renameSync(kept, path.join(corpus, 'usc/title-48'));
  await buildHere(corpus, dist);
  await buildHere(corpus, `${dist}-new`);
  assertSameTree(dist, `${dist}-new`);
});

test("a user's file in place of a part is not overwritten", async () => {
  const { corpus, dist } = editable();
  const kept = `${corpus}-title-48`;
  fs.renameSync(path.join(corpus, 'usc/title-48'), kept);
  await buildHere(corpus, dist);
  const part = path.join(dist, 'manifest/usc/t48.ndjson');
  fs.writeFileSync(part, 'mine');
  fs.renameSync(kept, path.join(corpus, 'usc/title-48'));
  const { code, err } = await run('build', ['--corpus', corpus, '--out', dist, '--no-search']);
  assert.is(code, 1, err);
  assert.match(err, `${part} is a file of somebody else`);
  assert.is(fs.readFileSync(part, 'utf8'), 'mine');
});

test('a folder with the manifest.json of a web application is refused', async () => {
  const { corpus, dist } = editable();
  fs.mkdirSync(dist);
  const text = '{"name":"An application","icons":[]}';
  fs.writeFileSync(path.join(dist, MANIFEST), text);
  fs.writeFileSync(path.join(dist, 'index.html'), 'mine');
  for (const more of [[], ['--cold']]) {
    const { code, err } = await run('build', ['--corpus', corpus, '--out', dist, '--no-search', ...more]);
    assert.is(code, 2, err);
    assert.match(err, /manifest\.json is no manifest of a tree/);
    assert.equal(fs.readdirSync(dist).sort(), ['index.html', MANIFEST]);
  }
});

testWhere(
  test,
  hindranceOf('rsync', '--version')(),
  'rsync to a mirror moves only changed files, and the mirror equals the tree',
  async () => {
    const { corpus, dist } = editable();
    await buildHere(corpus, dist);
    const mirror = path.join(temporaryFolder(), 'mirror');
    const sync = (): string[] =>
      execFileSync('rsync', [
        ...[
          '-a',
          '--delete',
          '--out-format=%o %n',
          '--exclude=/catalog',
          '--exclude=/build.json',
          '--exclude=/.build',
        ],
        ...[`${dist}/`, mirror],
      ])
        .toString()
        .split('\n')
        .filter(line => /[^/]$/.test(line))
        .sort();
    sync();
    assert.equal(sync(), []);
    edit(corpus);
    fs.rmSync(path.join(corpus, 'usc/title-48'), { recursive: true });
    await buildHere(corpus, dist);
    const moved = sync();
    for (const line of ['send manifest.json', 'send manifest/usc/t17.ndjson', 'del. manifest/usc/t48.ndjson'])
      assert.ok(moved.includes(line), line);
    for (const part of ['ecfr/t44', 'fr/2018-05', 'fr/pages/2018'])
      assert.not.ok(moved.includes(`send manifest/${part}.ndjson`), part);
    assert.not.ok(hasFindings(await verifyTree(mirror, silent)));
    const { changes } = await buildHere(corpus, mirror);
    assert.equal(changes, { written: 0, removed: 0 });
    assertSameTree(mirror, dist);
  },
);

test.run();
