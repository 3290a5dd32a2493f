import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled } from '../../build/bundle.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const require = createRequire(import.meta.url);

/** A worker of its own for each test, since a process asks for each bundle once. */
function makeWorker(folder: string): URL {
  const file = path.join(folder, 'worker.ts');
  fs.writeFileSync(path.join(folder, 'twice.ts'), 'export const twice = (n: number): number => 2 * n;');
  fs.writeFileSync(file, "import { twice } from './twice.ts';\nexport default (n: number) => twice(n);");
  return new URL(`file://${file}`);
}

test('a bundle holds a worker and what it imports, and is kept; those of other versions go in time', () => {
  const folder = temporaryFolder();
  const worker = makeWorker(folder);
  const cache = path.join(folder, 'cache');
  fs.mkdirSync(cache);
  const [old, recent] = ['old.cjs', 'recent.cjs'].map(name => path.join(cache, name)) as [string, string];
  for (const file of [old, recent]) fs.writeFileSync(file, '');
  fs.utimesSync(old, new Date(0), new Date(0));
  const file = bundled(worker, cache);
  assert.is(path.dirname(file), cache);
  assert.is(require(file).default(4), 8);
  assert.is(bundled(worker, cache), file);
  assert.equal(fs.readdirSync(cache).sort(), [path.basename(file), 'recent.cjs'].sort());
});

test('where nothing can be kept, a bundle lies in the temporary folder', () => {
  const folder = temporaryFolder();
  const cache = path.join(folder, 'cache');
  fs.writeFileSync(cache, 'no folder');
  const file = bundled(makeWorker(folder), cache);
  assert.not.ok(file.startsWith(folder));
  assert.is(require(file).default(4), 8);
});

test.run();
