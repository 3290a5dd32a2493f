import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LockedError, shareLock, takeLock } from '../../build/common/lock.ts';
import { temporaryFolder } from '../helpers/tree.ts';

test("taking a held lock is an error with the caller's message", () => {
  const file = join(temporaryFolder(), 'lock');
  const unlock = takeLock(file, 'mine');
  assert.throws(
    () => takeLock(file, 'taken'),
    (error: Error) => error instanceof LockedError && error.message === 'taken',
  );
  unlock();
  takeLock(file, 'taken')();
});

test('a lock is one empty file, also while it is held', () => {
  const folder = temporaryFolder();
  const unlock = takeLock(join(folder, 'lock'), '');
  assert.equal(fs.readdirSync(folder), ['lock']);
  assert.is(fs.statSync(join(folder, 'lock')).size, 0);
  unlock();
});

test('another failure is not reported as a held lock', () => {
  assert.throws(
    () => takeLock(join(temporaryFolder(), 'no/such/folder'), 'taken'),
    (error: Error) => !(error instanceof LockedError),
  );
});

test('a lock is shared by many or held by one', () => {
  const file = join(temporaryFolder(), 'lock');
  takeLock(file, '')();
  const shared = [shareLock(file, '', 0), shareLock(file, '', 0)];
  assert.throws(() => takeLock(file, 'taken'), /^taken$/);
  for (const release of shared) release();
  const unlock = takeLock(file, '');
  assert.throws(
    () => shareLock(file, 'taken', 0),
    (error: Error) => error instanceof LockedError && error.message === 'taken',
  );
  unlock();
});

/** Holds a lock a little longer than it takes to ask for it. */
const HOLDER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require('libsql');
  const database = new Database(workerData);
  database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  parentPort.postMessage('held');
  setTimeout(() => database.close(), 300);
`;

test('who shares a lock waits for the holder as long as it says', async () => {
  const file = join(temporaryFolder(), 'lock');
  takeLock(file, '')();
  const holder = new Worker(HOLDER, { eval: true, workerData: file });
  await once(holder, 'message');
  shareLock(file, 'held for too long', 20_000)();
  await holder.terminate();
});

test('nothing is kept out by a lock that is missing or is none, and sharing makes no file', () => {
  const file = join(temporaryFolder(), 'lock');
  shareLock(file, '', 0)();
  assert.not.ok(fs.existsSync(file));
  fs.writeFileSync(file, 'gulls '.repeat(1000));
  shareLock(file, '', 0)();
});

test.run();
