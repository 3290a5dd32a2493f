import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchiveAppend } from '../../build/archive/append.ts';
import { verifyArchive } from '../../build/archive/verify.ts';
import { takeLock } from '../../build/common/lock.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { assertSameTree, buildHere, editable, run, snapshot } from '../helpers/builds.ts';
import { fill, mount, noMounts } from '../helpers/mounts.ts';
import { testWhere } from '../helpers/needs.ts';
import { NOBODY, withOrdinaryUser, withOtherUser } from '../helpers/other-user.ts';
import { SAMPLE } from '../helpers/sample.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const mountTest = (name: string, run: () => Promise<void>) => testWhere(test, noMounts, name, run);

const edit = (corpus: string): void =>
  fs.appendFileSync(path.join(corpus, 'usc/title-17/chapter-01/section-106.md'), '\nOne more lighthouse.\n');

const build = (corpus: string, out: string, uid?: number) =>
  run('build', ['--corpus', corpus, '--out', out], uid === undefined ? {} : { uid });

test('a second build at the same time is refused', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const unlock = takeLock(workspacesOf(dist)[0].lock, 'held by this test');
  const { code, err } = await build(corpus, dist);
  assert.is(code, 1);
  assert.match(err, /Another build of this tree is running/);
  unlock();
  assert.is((await build(corpus, dist)).code, 0);
});

mountTest('a full disk leaves the tree as it was, and the build can be repeated', async () => {
  const folder = temporaryFolder();
  mount(folder, 'size=8m');
  const { corpus } = editable();
  const dist = path.join(folder, 'dist');
  await buildHere(corpus, dist);
  const before = snapshot(dist);
  for (const free of [0, 8_192, 65_536, 131_072, 262_144]) {
    edit(corpus);
    const filler = fill(folder, free);
    const { code, err } = await build(corpus, dist);
    assert.is(code, 1, err);
    assert.match(err, /The disk is full.* The published tree is as it was/);
    assert.equal(snapshot(dist), before);
    assert.not.ok(fs.existsSync(workspacesOf(dist)[0].staging));
    fs.rmSync(filler);
  }
  await buildHere(corpus, dist);
  await buildHere(corpus, `${corpus}-tree`);
  assertSameTree(dist, `${corpus}-tree`);
});

/** The build with an archive. */
const buildArchived = (corpus: string, out: string, archive: string, day: string) =>
  run('build', ['--corpus', corpus, '--out', out, '--no-search', '--archive', archive, '--as-of', day]);

mountTest(
  'a full disk of the archive leaves archive and tree as they were, and the build can be repeated',
  async () => {
    const archive = path.join(temporaryFolder(), 'archive');
    mount(archive, 'size=2m');
    const { corpus, dist } = editable();
    assert.is((await buildArchived(corpus, dist, archive, '2022-01-01')).code, 0);
    const rootOf = () => fs.readFileSync(path.join(archive, 'archive.json'), 'utf8');
    const [tree, root] = [snapshot(dist), rootOf()];
    edit(corpus);
    let refused = 0;
    // Nothing fits; the pack does; the index does, too, and so on.
    for (let free = 0; ; free += 4096) {
      assert.ok(free < 1_000_000, 'never enough');
      const filler = fill(archive, free);
      const { code, err } = await buildArchived(corpus, dist, archive, '2022-01-02');
      fs.rmSync(filler);
      assert.equal(verifyArchive(archive).problems, []);
      if (code === 0) break;
      refused++;
      assert.is(code, 1, err);
      assert.match(err, /The disk is full.* The published tree is as it was/);
      assert.equal([snapshot(dist), rootOf()], [tree, root]);
    }
    assert.ok(refused >= 2, `refused ${refused} times`);
    assert.is.not(rootOf(), root);
    const section = path.join(dist, 'api/usc/documents/t17/s106/versions');
    assert.equal(fs.readdirSync(section).sort(), ['2022-01-01.json', '2022-01-01.md']);
  },
);

test('a build does not wait for another that appends to its archive', async () => {
  const { corpus, dist } = editable();
  const archive = `${dist}-archive`;
  assert.is((await buildArchived(corpus, dist, archive, '2022-01-01')).code, 0);
  const before = snapshot(dist);
  edit(corpus);
  const writer = new ArchiveAppend(archive);
  const { code, err } = await buildArchived(corpus, dist, archive, '2022-01-02');
  assert.is(code, 1);
  assert.match(err, /Another process appends to the archive/);
  assert.equal(snapshot(dist), before);
  writer.close();
  // The file of the lock stays, and says nothing.
  assert.ok(fs.existsSync(path.join(archive, '.lock')));
  assert.is((await buildArchived(corpus, dist, archive, '2022-01-02')).code, 0);
});

mountTest('a publication that runs out of inodes at its start is undone', async () => {
  const folder = temporaryFolder();
  mount(folder, 'size=64m,nr_inodes=2000');
  const { corpus } = editable();
  const dist = path.join(folder, 'dist');
  fs.mkdirSync(dist);
  await buildHere(corpus, `${corpus}-tree`);
  // Enough for the staged files and folders, lock, state and journal, and not for the folders of the tree.
  const staged = fs.readdirSync(`${corpus}-tree`, { recursive: true }).length + 10;
  const { ffree } = fs.statfsSync(folder);
  for (let i = 0; i < ffree - staged; i++) fs.writeFileSync(path.join(folder, `filler-${i}`), '');
  const { code, err } = await build(corpus, dist);
  assert.is(code, 1);
  assert.match(err, /The disk is full.* The published tree is as it was/);
  assert.equal(fs.readdirSync(dist), []);
  assert.not.ok(fs.existsSync(workspacesOf(dist)[0].journal));
});

mountTest('a tree that is a mounted volume keeps its workspace inside', async () => {
  const { corpus, dist } = editable();
  mount(dist, 'size=16m');
  const [beside, inside] = workspacesOf(dist);
  await buildHere(corpus, dist);
  assert.ok(fs.existsSync(inside.state));
  assert.not.ok(fs.existsSync(beside.folder));
  const elsewhere = path.join(temporaryFolder(), 'tree');
  await buildHere(corpus, elsewhere);
  const rootless = (tree: string) => snapshot(tree).slice(1);
  assert.equal(rootless(dist), rootless(elsewhere));
  assert.not.ok(hasFindings(await verifyTree(dist, silent)));
  const before = snapshot(dist);
  for (const free of [0, 65_536]) {
    edit(corpus);
    const filler = fill(dist, free);
    const { code, err } = await build(corpus, dist);
    fs.rmSync(filler);
    assert.is(code, 1, err);
    assert.match(err, /The published tree is as it was/);
    assert.equal(rootless(dist), before.slice(1));
  }
  const { rendered } = await buildHere(corpus, dist);
  assert.is(rendered, 1);
});

mountTest('a tree that is a bind mount of the same file system keeps its workspace inside', async () => {
  const { corpus, dist } = editable();
  const volume = temporaryFolder();
  fs.mkdirSync(dist);
  mount(dist, ['--bind', volume]);
  await buildHere(corpus, dist);
  assert.ok(fs.existsSync(workspacesOf(dist)[1].state));
  edit(corpus);
  assert.is((await buildHere(corpus, dist)).changes.written, 6);
});

withOrdinaryUser(test, 'an unwritable folder is an error, and the tree is unchanged', async user => {
  const { corpus, dist } = editable();
  const folder = path.dirname(dist);
  fs.chmodSync(folder, 0o755);
  await buildHere(corpus, dist);
  const before = snapshot(dist);
  edit(corpus);
  if (!user) fs.chmodSync(folder, 0o555);
  const { code, err } = await build(corpus, dist, user?.uid);
  assert.is(code, 1);
  assert.match(err, /(permission denied|readonly|unable to open).*The published tree is as it was/);
  assert.equal(snapshot(dist), before);
  fs.chmodSync(folder, 0o755);
});

test('a corpus file that disappears while it is read is a problem that names it', async () => {
  const { corpus, dist } = editable();
  const files = ['usc/title-17/chapter-01/section-106.md', 'fr/2018/05/2018-09910.md'];
  let removed = false;
  const progress = {
    ...silent,
    start() {
      if (!removed) for (const file of files) fs.rmSync(path.join(corpus, file));
      removed = true;
    },
  };
  const error = await buildHere(corpus, dist, { progress }).catch(thrown => thrown);
  assert.equal(
    error.problems?.map(({ path: file }: { path: string }) => file),
    files.toSorted(),
  );
  assert.not.ok(fs.existsSync(dist));
  await buildHere(corpus, dist);
});

/** A corpus of another user, in which he may not read one file of each kind. */
async function partlyReadable() {
  const { corpus, dist } = editable();
  const folder = path.dirname(dist);
  const unreadable = ['fr/2018/05/2018-09910.md', 'usc/title-17/chapter-01/section-106.md'];
  fs.chmodSync(folder, 0o755);
  for (const name of ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    fs.chownSync(path.join(folder, name), NOBODY.uid, NOBODY.gid);
  }
  return { corpus, dist, unreadable };
}

withOtherUser(
  test,
  'an unreadable file is a problem that names it, and --keep-going leaves it out',
  async () => {
    const { corpus, dist, unreadable } = await partlyReadable();
    const build = (...more: string[]) =>
      run('build', ['--corpus', corpus, '--out', dist, '--no-search', ...more], { uid: NOBODY.uid });
    assert.is((await build()).code, 0);
    const before = snapshot(dist);
    for (const file of unreadable) fs.chmodSync(path.join(corpus, file), 0);
    const bad = path.join(corpus, 'usc/title-17/chapter-01/section-107.md');
    fs.writeFileSync(bad, 'no frontmatter');
    for (const cold of [[], ['--cold']]) {
      const { code, err } = await build(...cold);
      assert.is(code, 1, err);
      for (const file of unreadable)
        assert.match(err, `${file}: cannot be read: EACCES: permission denied\n`);
      assert.match(err, 'section-107.md: ');
      assert.match(err, 'The corpus has 3 problems in 3 documents. Nothing was published');
      assert.equal(snapshot(dist), before);
    }
    for (const cold of [[], ['--cold'], []]) {
      const { code, out, err } = await build('--keep-going', ...cold);
      assert.is(code, 0, err);
      for (const file of unreadable) assert.match(out, `left out: ${file}: cannot be read: EACCES`);
      const { documents, problems } = JSON.parse(fs.readFileSync(path.join(dist, 'build.json'), 'utf8'));
      assert.is(problems.length, 3);
      const published: number = documents.usc + documents.ecfr + documents.fr;
      assert.is(published, SAMPLE.all - 3);
      assert.not.ok(fs.existsSync(path.join(dist, 'api/usc/documents/t17/s106.json')));
    }
    for (const file of unreadable) fs.chmodSync(path.join(corpus, file), 0o644);
    assert.is((await build('--keep-going')).code, 0);
    assert.ok(fs.existsSync(path.join(dist, 'api/usc/documents/t17/s106.json')));
  },
);

test.run();
