import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exitCodeOf } from '../../build/common/command-line.ts';
import type { BuildOptions } from '../../build/options.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { writeManifest } from '../files/manifest/written.ts';
import { assertSameTree, buildHere, type Ended, editable, run } from '../helpers/builds.ts';
import { memoryFolder } from '../helpers/memory-folder.ts';

/** A build removes and replaces what builds have made, nothing else. */

const DOCUMENT = 'usc/title-17/chapter-01/section-106.md';
const edit = (corpus: string): void =>
  fs.appendFileSync(path.join(corpus, DOCUMENT), '\nOne more lighthouse.\n');

/** Files that a user puts into a tree's folder, some of them where the tree has or could have its own. */
const MINE = [
  'robots.txt',
  'index.html',
  'api/notes.json',
  'api/usc/documents/t99/mine.json',
  'catalog/mine.bin',
  '.well-known/security.txt',
];

function put(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `mine: ${name}`);
  }
}

function assertKept(folder: string, names: readonly string[]): void {
  for (const name of names) assert.is(fs.readFileSync(path.join(folder, name), 'utf8'), `mine: ${name}`);
}

const filesOf = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => fs.lstatSync(path.join(folder, name)).isFile())
    .sort();

const command = (corpus: string, dist: string): Promise<Pick<Ended, 'code' | 'err'>> =>
  run('build', ['--corpus', corpus, '--out', dist, '--no-search']);

/** Builds in this process, which takes a quarter of what the command does. @returns the command's exit code, and the error */
const build = (corpus: string, dist: string, options: Partial<BuildOptions>): ReturnType<typeof command> =>
  buildHere(corpus, dist, options).then(
    () => ({ code: 0, err: '' }),
    (error: Error) => ({ code: exitCodeOf(error), err: error.message }),
  );

/** From the last state, without any, and by other code. */
const EACH_WAY: readonly Partial<BuildOptions>[] = [{}, { cold: true }, { version: 'newer' }];

/** By the command, and cold. */
const bothWays = (corpus: string, dist: string) => [
  () => command(corpus, dist),
  () => build(corpus, dist, { cold: true }),
];

test('a folder filled by hand is refused, though the state of an earlier tree is beside it', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  fs.rmSync(dist, { recursive: true });
  const names = ['api/stats.json', 'api/usc/documents/t17/s106.json', 'index.html', 'catalog/catalog.bin'];
  put(dist, names);
  assert.ok(fs.existsSync(workspacesOf(dist)[0].state));
  for (const attempt of bothWays(corpus, dist)) {
    const { code, err } = await attempt();
    assert.is(code, 2, err);
    assert.match(err, /not empty and no tree.*Choose another one, or move away what is in it/);
    assertKept(dist, names);
    assert.equal(filesOf(dist), names.toSorted());
  }
  fs.rmSync(dist, { recursive: true });
  assert.is((await command(corpus, dist)).code, 0);
});

for (const [what, damage] of [
  ['lost', (file: string) => fs.rmSync(file)],
  ['damaged', (file: string) => fs.writeFileSync(file, 'nonsense')],
  ['cut short', (file: string) => fs.truncateSync(file, fs.statSync(file).size - 100)],
] as const) {
  test(`a tree is refused if its manifest is ${what}, since its files cannot be recognised`, async () => {
    const { corpus, dist } = editable(memoryFolder());
    await buildHere(corpus, dist);
    put(dist, ['api/mine.json']);
    damage(path.join(dist, 'manifest.json'));
    const before = filesOf(dist);
    edit(corpus);
    for (const options of EACH_WAY) {
      const { code, err } = await build(corpus, dist, options);
      assert.is(code, 2, err);
      assert.match(err, /manifest.*(another one)/);
      assert.equal(filesOf(dist), before);
    }
  });
}

test('a tree with a damaged or lost part of the manifest is refused without a usable state', async () => {
  for (const damage of [fs.rmSync, (file: string) => fs.appendFileSync(file, ' ')]) {
    const { corpus, dist } = editable(memoryFolder());
    await buildHere(corpus, dist);
    damage(path.join(dist, 'manifest/usc/t17.ndjson'));
    const before = filesOf(dist);
    for (const options of [{ cold: true }, { version: 'newer' }]) {
      const error = await buildHere(corpus, dist, options).catch(error => error);
      assert.match(
        String(error),
        /t17\.ndjson is .*Remove the directory to build it anew, or choose another one/,
      );
      assert.equal(filesOf(dist), before);
    }
  }
});

test('a manifest that names files outside api/ is refused', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const victim = path.join(dist, '..', 'victim');
  fs.writeFileSync(victim, 'mine');
  put(dist, ['robots.txt']);
  for (const name of ['api/../../victim', 'robots.txt', 'apis/a.json', 'api/a\\..\\b.json', victim]) {
    writeManifest(dist, [{ path: name, bytes: 4, sha256: '0'.repeat(64), date: '2018-01-01' }]);
    const error = await buildHere(corpus, dist).then(
      () => null,
      thrown => thrown,
    );
    assert.match(String(error), /names a file outside api/, name);
    assert.ok(fs.existsSync(victim));
    assertKept(dist, ['robots.txt']);
  }
});

test("a user's files in a tree survive every build, and a full check names them", async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  put(dist, MINE);
  const { notices: none } = await buildHere(corpus, dist);
  assert.equal(none, []);
  edit(corpus);
  await buildHere(corpus, dist);
  assertKept(dist, MINE);
  fs.rmSync(path.join(corpus, 'usc'), { recursive: true });
  await buildHere(corpus, dist);
  assertKept(dist, MINE);
  assert.not.ok(fs.existsSync(path.join(dist, 'api/usc/documents/t17')));
  for (const options of [{ cold: true }, { version: 'newer' }]) {
    const { notices } = await buildHere(corpus, dist, options);
    const told = notices.find(notice => notice.includes('left alone')) ?? '';
    for (const name of MINE) assert.match(told, name);
    assert.not.match(told, 'build.json');
    assertKept(dist, MINE);
  }
  for (const name of MINE) fs.rmSync(path.join(dist, name));
  await buildHere(corpus, `${dist}-new`, { version: 'newer' });
  const lasting = (tree: string) => filesOf(tree).filter(name => !/^changes\/\d+\.ndjson$/.test(name));
  assert.equal(lasting(dist), lasting(`${dist}-new`));
});

test('a copy of a tree, complete or a mirror, is up to date without a state', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  for (const isMirror of [false, true]) {
    const copy = `${dist}-${isMirror}`;
    execFileSync('cp', ['-a', dist, copy]);
    if (isMirror)
      for (const name of ['catalog', 'build.json']) fs.rmSync(path.join(copy, name), { recursive: true });
    const { changes, notices } = await buildHere(corpus, copy);
    assert.equal(changes, { written: 0, removed: 0 });
    assert.not.match(notices.join(), 'left alone');
    assertSameTree(copy, dist);
  }
});

test('the state of another tree is ignored', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const other = editable(memoryFolder());
  fs.rmSync(path.join(other.corpus, 'fr'), { recursive: true });
  await buildHere(other.corpus, other.dist);
  // The folder of one tree with the state of the other, which has documents that this one lacks.
  fs.copyFileSync(workspacesOf(dist)[0].state, workspacesOf(other.dist)[0].state);
  put(other.dist, ['api/fr/documents/mine.json']);
  const { notices } = await buildHere(other.corpus, other.dist);
  assert.match(notices.join(), /belongs to another tree/);
  assertKept(other.dist, ['api/fr/documents/mine.json']);
});

test("a user's file in place of a file of the tree is not overwritten but named", async () => {
  const { corpus, dist } = editable(memoryFolder());
  const kept = path.join(corpus, '..', 'kept.md');
  fs.renameSync(path.join(corpus, DOCUMENT), kept);
  await buildHere(corpus, dist);
  const name = 'api/usc/documents/t17/s106.txt';
  put(dist, [name]);
  fs.renameSync(kept, path.join(corpus, DOCUMENT));
  const before = filesOf(dist);
  for (const attempt of bothWays(corpus, dist)) {
    const { code, err } = await attempt();
    assert.is(code, 1, err);
    assert.match(err, `${path.join(dist, name)} is a file of somebody else`);
    assert.match(err, 'Nothing was published.');
    assertKept(dist, [name]);
    assert.equal(filesOf(dist), before);
    assert.not.ok(fs.existsSync(workspacesOf(dist)[0].journal));
  }
  fs.rmSync(path.join(dist, name));
  assert.is((await command(corpus, dist)).code, 0);
});

test('an existing file with the new content is accepted', async () => {
  const { corpus, dist } = editable(memoryFolder());
  const kept = path.join(corpus, '..', 'kept.md');
  await buildHere(corpus, `${dist}-full`);
  fs.renameSync(path.join(corpus, DOCUMENT), kept);
  await buildHere(corpus, dist);
  const name = 'api/usc/documents/t17/s106.txt';
  fs.copyFileSync(path.join(`${dist}-full`, name), path.join(dist, name));
  fs.renameSync(kept, path.join(corpus, DOCUMENT));
  await buildHere(corpus, dist);
  assertSameTree(dist, `${dist}-full`);
});

const OBSTACLES: [what: string, reason: RegExp, place: (dist: string) => void][] = [
  [
    'a symbolic link to a folder',
    /api\/usc is a symbolic link, and has to be a folder/,
    dist => {
      fs.renameSync(path.join(dist, 'api/usc'), path.join(dist, '..', 'elsewhere'));
      fs.symlinkSync(path.join(dist, '..', 'elsewhere'), path.join(dist, 'api/usc'));
    },
  ],
  [
    'a file in place of a folder',
    /api\/usc\/documents\/t17 is a file, and has to be a folder/,
    dist => {
      fs.rmSync(path.join(dist, 'api/usc/documents/t17'), { recursive: true });
      fs.writeFileSync(path.join(dist, 'api/usc/documents/t17'), '');
    },
  ],
  [
    'a folder in place of a file',
    /t17\/s106\.json is a folder, and has to be a file/,
    dist => {
      fs.rmSync(path.join(dist, 'api/usc/documents/t17/s106.json'));
      fs.mkdirSync(path.join(dist, 'api/usc/documents/t17/s106.json'));
    },
  ],
];

for (const [what, reason, place] of OBSTACLES) {
  test(`every build names ${what} in the tree, and publishes nothing`, async () => {
    const { corpus, dist } = editable(memoryFolder());
    await buildHere(corpus, dist);
    place(dist);
    edit(corpus);
    const before = fs.readFileSync(path.join(dist, 'manifest.json'));
    const attempts = EACH_WAY.map(options => () => build(corpus, dist, options));
    if (place === OBSTACLES.at(-1)?.[2]) attempts.unshift(() => command(corpus, dist));
    for (const attempt of attempts) {
      const { code, err } = await attempt();
      assert.is(code, 1, err);
      assert.match(err, reason);
      assert.not.match(err, /EISDIR|ENOTDIR|\n {4}at /);
      assert.not.ok(fs.existsSync(workspacesOf(dist)[0].journal));
      assert.ok(before.equals(fs.readFileSync(path.join(dist, 'manifest.json'))));
    }
  });
}

test('a link in place of a file is replaced, and its target is unchanged', async () => {
  const { corpus, dist } = editable(memoryFolder());
  await buildHere(corpus, dist);
  const file = path.join(dist, 'api/usc/documents/t17/s106.json');
  const target = path.join(dist, '..', 'target');
  fs.renameSync(file, target);
  fs.symlinkSync(target, file);
  const bytes = fs.readFileSync(target);
  edit(corpus);
  await buildHere(corpus, dist);
  assert.ok(fs.lstatSync(file).isFile());
  assert.ok(bytes.equals(fs.readFileSync(target)));
});

test.run();
