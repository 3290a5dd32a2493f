import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { editKeys, readKeys } from '../../../shim/keys/edit.ts';
import { withLock } from '../../../shim/keys/lock.ts';
import { newKey, newKeysFile } from './records.ts';

const longAgo = new Date('2020-01-01');

test('only the owner may read the file, and nothing else is left behind', async () => {
  const file = newKeysFile();
  writeFileSync(file, '{"version":1,"keys":[]}', { mode: 0o644 });
  const { record } = newKey();
  await editKeys(file, keys => [...keys, record]);
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.equal(await readKeys(file), [record]);
  assert.equal(readdirSync(dirname(file)), ['keys.json']);
});

test('edits that run at once lose nothing', async () => {
  const file = newKeysFile();
  const records = Array.from({ length: 20 }, () => newKey().record);
  await Promise.all(records.map(record => editKeys(file, keys => [...keys, record])));
  const ids = (await readKeys(file)).map(key => key.id);
  assert.equal(ids.sort(), records.map(record => record.id).sort());
});

test('an edit that fails changes nothing and frees the lock', async () => {
  const file = newKeysFile();
  await editKeys(file, () => [newKey().record]);
  const before = readFileSync(file, 'utf8');
  const failure = await editKeys(file, () => {
    throw new Error('no');
  }).catch((error: Error) => error.message);
  assert.is(failure, 'no');
  assert.is(readFileSync(file, 'utf8'), before);
  assert.equal(readdirSync(dirname(file)), ['keys.json']);
});

test('a damaged file is named and kept', async () => {
  const file = newKeysFile();
  writeFileSync(file, '{}');
  const message = await editKeys(file, keys => keys).catch((error: Error) => error.message);
  assert.is(message, `${file} is not a keys file: "version" is not 1`);
  assert.is(readFileSync(file, 'utf8'), '{}');
});

test('a lock that a dead run left is taken over', async () => {
  const file = newKeysFile();
  writeFileSync(`${file}.lock`, 'dead');
  utimesSync(`${file}.lock`, longAgo, longAgo);
  await editKeys(file, () => [newKey().record]);
  assert.is((await readKeys(file)).length, 1);
  assert.not.ok(existsSync(`${file}.lock`));
});

test('a run that lost its lock notices, and leaves the lock of the other alone', async () => {
  const lock = `${newKeysFile()}.lock`;
  const message = await withLock(lock, async assertHeld => {
    await assertHeld();
    writeFileSync(lock, 'another run');
    await assertHeld();
  }).catch((error: Error) => error.message);
  assert.match(String(message), 'nothing was changed');
  assert.is(readFileSync(lock, 'utf8'), 'another run');
});

test.run();
