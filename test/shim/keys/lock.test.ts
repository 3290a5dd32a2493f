import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withLock } from '../../../shim/keys/lock.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

const EDITS = join(import.meta.dirname, 'locked-edits.ts');

function edits(lock: string, counter: string, rounds: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', EDITS, lock, counter, rounds], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, ended: once(child, 'close') };
}

function newLock() {
  const folder = temporaryFolder();
  const counter = join(folder, 'counter');
  writeFileSync(counter, '0');
  return { lock: join(folder, 'lock'), counter };
}

test('edits of several processes run one after the other, though each removes the lock', async () => {
  const { lock, counter } = newLock();
  const children = Array.from({ length: 4 }, () => edits(lock, counter, '25'));
  for (const { ended } of children) assert.equal(await ended, [0, null]);
  assert.is(readFileSync(counter, 'utf8'), '100');
  assert.not.ok(existsSync(lock));
});

test('the lock of a killed process is free at once', async () => {
  const { lock, counter } = newLock();
  const { child, ended } = edits(lock, counter, 'hang');
  await once(child.stdout, 'data');
  assert.is(statSync(lock).mode & 0o777, 0o600);
  child.kill('SIGKILL');
  await ended;
  assert.ok(existsSync(lock), 'it was left behind');
  assert.is(
    withLock(lock, () => 'mine'),
    'mine',
  );
  assert.not.ok(existsSync(lock));
});

test.run();
