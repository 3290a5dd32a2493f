import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keptFolder } from './kept-folder.ts';
import { temporaryFolder } from './tree.ts';
import { until } from './until.ts';

/** A folder to be kept, its maker, and what the maker has done. */
function made() {
  const parent = temporaryFolder();
  const folder = path.join(parent, 'kept');
  const made = { count: 0, finish: () => {} };
  const make = async (draft: string) => {
    made.count += 1;
    fs.writeFileSync(path.join(draft, 'a'), '');
    await new Promise<void>(resolve => {
      made.finish = resolve;
    });
    fs.writeFileSync(path.join(draft, 'b'), '');
  };
  return { parent, folder, made, make };
}

test('of many that need a folder one makes it, the others wait until it is complete', async () => {
  const { parent, folder, made: seen, make } = made();
  const all = Array.from({ length: 3 }, () =>
    keptFolder(folder, make).then(() => fs.readdirSync(folder).sort()),
  );
  await until(() => seen.count > 0);
  assert.not.ok(fs.existsSync(folder));
  seen.finish();
  assert.equal(await Promise.all(all), Array(3).fill(['a', 'b']));
  await keptFolder(folder, make);
  assert.is(seen.count, 1);
  assert.equal(fs.readdirSync(parent), ['kept']);
});

test('after one that fails the next one makes the folder, and no draft is left', async () => {
  const { parent, folder } = made();
  const failing = keptFolder(folder, () => Promise.reject(new Error('no room')));
  const next = keptFolder(folder, async draft => fs.writeFileSync(path.join(draft, 'a'), ''));
  const error = await failing.catch(error => error);
  assert.is(error.message, 'no room');
  await next;
  assert.equal(fs.readdirSync(parent), ['kept']);
  assert.equal(fs.readdirSync(folder), ['a']);
});

test.run();
