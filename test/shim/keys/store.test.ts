import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { editKeys } from '../../../shim/keys/edit.ts';
import { type KeyRecord, printKeys } from '../../../shim/keys/file.ts';
import { KeyStore } from '../../../shim/keys/store.ts';
import { newKey, newKeysFile } from './records.ts';

/** A store over a keys file, with a clock that `tick` moves far enough for the file to be looked at again. */
function open(records: KeyRecord[] | null) {
  const file = newKeysFile();
  if (records !== null) writeFileSync(file, printKeys(records));
  const warnings: string[] = [];
  let now = Date.parse('2026-03-01T12:00:00Z');
  const store = new KeyStore(file, { warn: message => warnings.push(message), now: () => now });
  const tick = (ms = 1000): void => {
    now += ms;
  };
  return { file, warnings, store, tick };
}

test('a valid key is found by itself only', () => {
  const { secret, record } = newKey({ tier: 'elevated' });
  const { store } = open([newKey().record, record]);
  assert.is(store.find(secret)?.id, record.id);
  assert.is(store.find(secret)?.tier, 'elevated');
  for (const other of [newKey().secret, record.sha256, record.id, '', `${secret} `])
    assert.is(store.find(other), null);
});

test('an expired or revoked key is as unknown', () => {
  const expired = newKey({ expires: '2026-02-28' });
  const lastDay = newKey({ expires: '2026-03-01' });
  const revoked = newKey({ revoked: true });
  const { store, tick } = open([expired.record, lastDay.record, revoked.record]);
  assert.is(store.find(expired.secret), null);
  assert.is(store.find(revoked.secret), null);
  assert.is(store.find(lastDay.secret)?.id, lastDay.record.id);
  tick(12 * 3_600_000);
  assert.is(store.find(lastDay.secret), null);
});

test('without a file there are no keys, until there is one', async () => {
  const { secret, record } = newKey();
  const { file, store, tick, warnings } = open(null);
  assert.is(store.find(secret), null);
  await editKeys(file, () => [record]);
  tick();
  assert.is(store.find(secret)?.id, record.id);
  rmSync(file);
  tick();
  assert.is(store.find(secret), null);
  assert.equal(warnings, []);
});

test('a change counts within a second, and the file is not looked at more often', async () => {
  const { secret, record } = newKey();
  const { file, store, tick } = open([record]);
  await editKeys(file, keys => keys.map(key => ({ ...key, revoked: true })));
  tick(999);
  assert.is(store.find(secret)?.id, record.id);
  tick(1);
  assert.is(store.find(secret), null);
});

test('an edit in place is seen too', () => {
  const { secret, record } = newKey();
  const { file, store, tick } = open([record]);
  writeFileSync(file, printKeys([{ ...record, tier: 'unlimited' }]));
  tick();
  assert.is(store.find(secret)?.tier, 'unlimited');
});

test('a damaged file leaves the last good keys in force, with one warning', () => {
  const { secret, record } = newKey();
  const { file, store, tick, warnings } = open([record]);
  writeFileSync(file, '{"version":1,"keys":[{');
  for (let i = 0; i < 3; i++) {
    tick();
    assert.is(store.find(secret)?.id, record.id);
  }
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? '', file);
  writeFileSync(file, printKeys([]));
  tick();
  assert.is(store.find(secret), null);
  writeFileSync(file, '{"version":1,"keys":[{');
  tick();
  store.find(secret);
  assert.is(warnings.length, 2);
});

test('a file that is damaged from the start means no keys and a warning', () => {
  const file = newKeysFile();
  writeFileSync(file, 'keys: none');
  const warnings: string[] = [];
  const store = new KeyStore(file, { warn: message => warnings.push(message), now: () => 0 });
  assert.is(store.find(newKey().secret), null);
  assert.is(warnings.length, 1);
});

test('an unreadable file is tried again', () => {
  if (process.getuid?.() === 0) return; // root reads everything
  const { secret, record } = newKey();
  const { file, store, tick, warnings } = open([]);
  writeFileSync(file, printKeys([record]));
  chmodSync(file, 0);
  tick();
  assert.is(store.find(secret), null);
  assert.is(warnings.length, 1);
  chmodSync(file, 0o600);
  tick();
  assert.is(store.find(secret)?.id, record.id);
});

test.run();
