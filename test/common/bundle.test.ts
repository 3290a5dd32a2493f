import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled, loadBundled } from '../../build/common/bundle.cjs';
import { testWhere } from '../helpers/needs.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const require = createRequire(import.meta.url);
const BUNDLE = path.join(import.meta.dirname, '../../build/common/bundle.cjs');
const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;

interface Exports {
  default(n: number): number;
  where: string;
}

/** A worker of its own for each test, since a process asks for each bundle once. */
function makeWorker(folder: string): URL {
  const file = path.join(folder, 'worker.ts');
  fs.writeFileSync(path.join(folder, 'twice.ts'), 'export const twice = (n: number): number => 2 * n;');
  fs.writeFileSync(
    file,
    `import { twice } from './twice.ts';
import Database from 'libsql';

export const where = import.meta.url;
export default (n: number): number => {
  if (typeof Database !== 'function') throw new TypeError('no package');
  if (n < 0) throw new RangeError('negative');
  return twice(n);
};
`,
  );
  return pathToFileURL(file);
}

/** A place where nobody, root included, can make a folder. */
function nowhere(folder: string): string {
  fs.writeFileSync(path.join(folder, 'file'), '');
  return path.join(folder, 'file/cache');
}

const load = (file: string) => require(file) as Exports;

test('a bundle has a worker and its imports, is cached, and replaces bundles of other versions', () => {
  const folder = temporaryFolder();
  const worker = makeWorker(folder);
  const cache = path.join(folder, 'cache');
  fs.mkdirSync(cache, { mode: 0o755 });
  const [old, recent] = ['old.cjs', 'recent.cjs'].map(name => path.join(cache, name)) as [string, string];
  for (const file of [old, recent]) fs.writeFileSync(file, '');
  fs.utimesSync(old, new Date(0), new Date(0));
  const file = bundled(worker, cache);
  assert.is(path.dirname(file), cache);
  assert.is(load(file).default(4), 8);
  assert.is(load(file).where, worker.href, 'a module knows where its source lies');
  assert.is(bundled(worker, cache), file);
  assert.equal(fs.readdirSync(cache).sort(), [path.basename(file), 'recent.cjs'].sort());
  const exports = loadBundled(worker, cache) as Exports;
  assert.is(exports.default(5), 10);
  assert.is(loadBundled(worker, cache), exports, 'it runs once in a process');
});

test('a cached bundle is used by the next process', () => {
  const folder = temporaryFolder();
  const worker = makeWorker(folder);
  const cache = path.join(folder, 'cache');
  const file = bundled(worker, cache);
  fs.appendFileSync(file, '\nmodule.exports = { default: () => "kept" };');
  assert.is(inNewProcess(worker, cache).stdout, 'kept');
});

test('without a cache a bundle is in a private temporary folder', () => {
  const folder = temporaryFolder();
  const cache = nowhere(folder);
  const worker = makeWorker(folder);
  const file = bundled(worker, cache);
  assert.not.ok(file.startsWith(folder));
  assert.is(fs.statSync(path.dirname(file)).mode & 0o777, 0o700);
  assert.is(load(file).default(4), 8);
});

test('temporary bundles of killed processes are removed by the next one', () => {
  const abandoned = fs.mkdtempSync(path.join(os.tmpdir(), `pandect-code-${endedPid()}-`));
  const ofOther = fs.mkdtempSync(path.join(os.tmpdir(), `pandect-code-${process.pid}-`));
  const folder = temporaryFolder();
  const cache = nowhere(folder);
  const script = `console.log(require(${JSON.stringify(BUNDLE)}).bundled(new URL(process.argv[1]), process.argv[2]))`;
  const { stdout } = spawnSync(process.execPath, ['-e', script, makeWorker(folder).href, cache], {
    encoding: 'utf8',
  });
  assert.match(stdout, /pandect-code-/);
  assert.not(fs.existsSync(stdout.trim()), 'nor does it outlive its own process');
  assert.not(fs.existsSync(abandoned));
  assert.ok(fs.existsSync(ofOther), 'a process that runs keeps its own');
  fs.rmdirSync(ofOther);
});

const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

/** Runs the worker's default export, and prints what it gives or throws. */
function inNewProcess(worker: URL, cache: string, argument = 1): { stdout: string; stderr: string } {
  const script = `process.setSourceMapsEnabled(true);
    process.stdout.write(String(require(${JSON.stringify(BUNDLE)})
      .loadBundled(new URL(process.argv[1]), process.argv[2]).default(${argument})))`;
  return spawnSync(process.execPath, ['-e', script, worker.href, cache], { encoding: 'utf8' });
}

const template = makeWorker(temporaryFolder());
const templateCache = path.join(temporaryFolder(), 'cache');

/** Plants code in place of what was kept. @returns what a new process made of it */
function planted(prepare: (cache: string, file: string) => void): { stdout: string; planted: string } {
  const cache = path.join(temporaryFolder(), 'cache');
  fs.mkdirSync(cache, { mode: 0o755 });
  const file = path.join(cache, path.basename(bundled(template, templateCache)));
  fs.writeFileSync(file, 'module.exports = { default: () => "planted" };', { mode: 0o644 });
  prepare(cache, file);
  return { stdout: inNewProcess(template, cache).stdout, planted: file };
}

test('code in a folder that others can write to is not executed', () => {
  assert.is(planted(() => {}).stdout, 'planted', 'the same, untouched, is run');
  for (const mode of [0o1777, 0o775]) {
    const { stdout, planted: file } = planted(cache => fs.chmodSync(cache, mode));
    assert.is(stdout, '2', `a folder of mode ${mode.toString(8)}`);
    assert.is(fs.statSync(path.dirname(file)).mode & 0o777, 0o755, 'the folder is made anew');
    assert.not.match(fs.readFileSync(file, 'utf8'), /planted/);
  }
  for (const mode of [0o664, 0o646]) {
    assert.is(
      planted((_, file) => fs.chmodSync(file, mode)).stdout,
      '2',
      `a file of mode ${mode.toString(8)}`,
    );
  }
  const linkedFolder = planted(cache => {
    fs.renameSync(cache, `${cache}-elsewhere`);
    fs.symlinkSync(`${cache}-elsewhere`, cache);
  });
  assert.is(linkedFolder.stdout, '2', 'a link in place of the folder');
  const linkedFile = planted((_, file) => {
    fs.renameSync(file, `${file}-elsewhere`);
    fs.symlinkSync(`${file}-elsewhere`, file);
  });
  assert.is(linkedFile.stdout, '2', 'a link in place of the file');
});

testWhere(
  test,
  isRoot ? null : 'only root can give files to somebody else',
  'code in another user’s folder is not executed, and the folder is unchanged',
  () => {
    const folder = planted(cache => fs.chownSync(cache, OTHER_USER, OTHER_USER));
    assert.is(folder.stdout, '2');
    assert.match(fs.readFileSync(folder.planted, 'utf8'), /planted/);
    assert.is(planted((_, file) => fs.chownSync(file, OTHER_USER, OTHER_USER)).stdout, '2');
  },
);

test('stacks name source files and lines', () => {
  const folder = temporaryFolder();
  const worker = makeWorker(folder);
  const { stderr } = inNewProcess(worker, path.join(folder, 'cache'), -1);
  assert.match(stderr, /RangeError: negative\n +at .*\/worker\.ts:7:\d+\)?/);
});

test('processes that start at once with an empty cache all run, and leave one whole file', async () => {
  const folder = temporaryFolder();
  const worker = makeWorker(folder);
  const cache = path.join(folder, 'cache');
  const script = `process.stdout.write(String(require(require(${JSON.stringify(BUNDLE)})
    .bundled(new URL(process.argv[1]), process.argv[2])).default(21)))`;
  const outputs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['-e', script, worker.href, cache]);
      let output = '';
      for await (const chunk of child.stdout) output += chunk;
      return output;
    }),
  );
  assert.equal(outputs, ['42', '42', '42', '42']);
  assert.is(fs.readdirSync(cache).length, 1);
});

test('a module that cannot be bundled is reported', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'broken.ts');
  fs.writeFileSync(file, "import './nowhere.ts';");
  assert.throws(() => bundled(pathToFileURL(file), path.join(folder, 'cache')), /Could not resolve.*nowhere/);
});

test.run();
