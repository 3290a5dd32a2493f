import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { versionOf } from '../../../build/common/file-version.ts';
import { editKeys, readKeys } from '../../../shim/keys/edit-keys.ts';
import { KEYS_GRACE_MS, KeyStore } from '../../../shim/keys/key-store.ts';
import { type KeyRecord, MOST_KEYS_BYTES, printKeys } from '../../../shim/keys/keys-file.ts';
import { newKey, newKeysFile } from '../../helpers/key-records.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** A store over a keys file, with a clock that `tick` moves far enough for the file to be looked at again. */
function open(records: KeyRecord[] | null) {
  const file = newKeysFile();
  if (records !== null) writeFileSync(file, printKeys(records));
  const warnings: string[] = [];
  let now = Date.parse('2026-03-01T12:00:00Z');
  let uptime = 0;
  const store = new KeyStore(file, {
    warn: message => warnings.push(message),
    now: () => now,
    monotonic: () => uptime,
  });
  const tick = (ms = 1000): void => {
    now += ms;
    uptime += ms;
  };
  const setClock = (ms: number): void => {
    now += ms;
  };
  return { file, warnings, store, tick, setClock };
}

test('a valid key is found only by its secret', () => {
  const { secret, record } = newKey({ tier: 'elevated' });
  const { store } = open([newKey().record, record]);
  assert.is(store.find(secret)?.id, record.id);
  assert.is(store.find(secret)?.tier, 'elevated');
  for (const other of [newKey().secret, record.sha256, record.id, '', `${secret} `])
    assert.is(store.find(other), null);
});

test('an expired or revoked key counts as unknown', () => {
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

test('an edit in place with the same size and time is noticed', () => {
  const [before, after] = [newKey(), newKey()];
  const { file, store, tick } = open([before.record]);
  assert.ok(store.find(before.secret));
  execFileSync('cp', ['-p', file, `${file}.old`]);
  writeFileSync(file, printKeys([after.record]));
  execFileSync('touch', ['-r', `${file}.old`, file]);
  tick();
  assert.is(store.find(before.secret), null);
  assert.ok(store.find(after.secret));
});

test('without a file there are no keys, until there is one', async () => {
  const { secret, record } = newKey();
  const { file, store, tick, warnings } = open(null);
  assert.is(store.find(secret), null);
  editKeys(file, () => [record]);
  tick();
  assert.is(store.find(secret)?.id, record.id);
  rmSync(file);
  tick();
  assert.is(store.find(secret), null);
  assert.equal(warnings, []);
});

test('a change counts within a second, and the file is checked no more often', async () => {
  const { secret, record } = newKey();
  const { file, store, tick } = open([record]);
  editKeys(file, keys => keys.map(key => ({ ...key, revoked: true })));
  tick(999);
  assert.is(store.find(secret)?.id, record.id);
  tick(1);
  assert.is(store.find(secret), null);
});

test('an old secret means the same key until it ends', () => {
  const { secret, record } = newKey();
  const old = newKey();
  const previous = [{ sha256: old.record.sha256, until: '2026-03-01T13:00:00.000Z' }];
  const { store, setClock } = open([{ ...record, previous }]);
  assert.is(store.find(secret)?.id, record.id);
  assert.is(store.find(old.secret)?.id, record.id);
  setClock(3_600_000 - 1);
  assert.is(store.find(old.secret)?.id, record.id);
  setClock(1);
  assert.is(store.find(old.secret), null);
  assert.is(store.find(secret)?.id, record.id);
});

test('an old secret of a key that is revoked is refused too', () => {
  const old = newKey();
  const previous = [{ sha256: old.record.sha256, until: '2026-03-02T00:00:00.000Z' }];
  const { store } = open([newKey({ previous, revoked: true }).record]);
  assert.is(store.find(old.secret), null);
});

test('the second of two edits in one tick of the file system is noticed', () => {
  const [first, second] = [newKey(), newKey({ revoked: true })];
  // Where times are finer than the two edits are apart, either attempt passes.
  for (let attempt = 0; attempt < 20; attempt++) {
    const { file, store, tick } = open([newKey().record]);
    writeFileSync(file, printKeys([first.record, { ...second.record, revoked: false }]));
    tick();
    assert.ok(store.find(second.secret));
    const before = versionOf(statSync(file));
    writeFileSync(file, printKeys([first.record, second.record]).replace('": true', '":  true'));
    const isSame = versionOf(statSync(file)) === before;
    tick();
    assert.is(store.find(second.secret), null);
    if (isSame) break;
  }
});

test('a file that is renamed over again and again is read each time', () => {
  const { file, store, tick } = open([]);
  for (let round = 0; round < 5; round++) {
    const { secret, record } = newKey();
    writeFileSync(`${file}.new`, printKeys([record]));
    renameSync(`${file}.new`, file);
    tick();
    assert.is(store.find(secret)?.id, record.id);
  }
});

test('a half-written file leaves the keys as they are, and the whole one counts a second later', () => {
  const { secret, record } = newKey();
  const { file, store, tick, warnings } = open([record]);
  const coming = newKey();
  const whole = printKeys([record, coming.record]);
  for (const part of ['', whole.slice(0, 100), whole.slice(0, -2)]) {
    writeFileSync(file, part);
    tick();
    assert.is(store.find(secret)?.id, record.id);
    assert.is(store.find(coming.secret), null);
  }
  writeFileSync(file, whole);
  tick();
  assert.is(store.find(coming.secret)?.id, coming.record.id);
  assert.match(warnings.join(), /stay in force/);
});

test('every use of a valid key is reported, and no other', () => {
  const { secret, record } = newKey();
  const old = newKey();
  const revoked = newKey({ revoked: true });
  const file = newKeysFile();
  const previous = [{ sha256: old.record.sha256, until: '2999-01-01T00:00:00.000Z' }];
  writeFileSync(file, printKeys([{ ...record, previous }, revoked.record]));
  const used: [string, number][] = [];
  const store = new KeyStore(file, {
    warn: () => {},
    now: () => 5,
    onUse: (id, now) => used.push([id, now]),
  });
  for (const presented of [secret, old.secret, revoked.secret, newKey().secret]) store.find(presented);
  assert.equal(used, [
    [record.id, 5],
    [record.id, 5],
  ]);
});

test('an edit in place is noticed', () => {
  const { secret, record } = newKey();
  const { file, store, tick } = open([record]);
  writeFileSync(file, printKeys([{ ...record, tier: 'unlimited' }]));
  tick();
  assert.is(store.find(secret)?.tier, 'unlimited');
});

const DAMAGED = '{"version":1,"keys":[{';

test('a damaged file leaves the last keys valid for five minutes, with a warning every minute', () => {
  const { secret, record } = newKey();
  const { file, store, tick, warnings } = open([record]);
  writeFileSync(file, DAMAGED);
  for (let second = 1; second < 300; second++) {
    tick();
    assert.is(store.find(secret)?.id, record.id, `after ${second} s`);
  }
  assert.is(warnings.length, 5);
  for (const warning of warnings) assert.match(warning, file);
  assert.match(warnings[0] ?? '', /stay in force for 299 s/);
  for (let second = 300; second < 600; second++) {
    tick();
    assert.is(store.find(secret), null, `after ${second} s`);
  }
  assert.is(warnings.length, 10);
  assert.match(warnings[9] ?? '', /No key is accepted: every client counts as anonymous/);
  writeFileSync(file, printKeys([record]));
  tick();
  assert.is(store.find(secret)?.id, record.id);
  assert.is(warnings.length, 10);
});

test('a good read restarts the five minutes, and another problem is logged at once', () => {
  const { secret, record } = newKey();
  const { file, store, tick, warnings } = open([record]);
  const breakFor = (seconds: number): void => {
    writeFileSync(file, DAMAGED);
    for (let second = 0; second < seconds; second++) {
      tick();
      assert.is(store.find(secret)?.id, record.id);
    }
  };
  breakFor(200);
  writeFileSync(file, printKeys([record]));
  tick();
  store.find(secret);
  const before = warnings.length;
  breakFor(200);
  assert.is(warnings.length, before + 4);
  writeFileSync(file, '{}');
  tick();
  store.find(secret);
  assert.match(warnings.at(-1) ?? '', /"version" is not 1/);
  assert.is(warnings.length, before + 5);
});

test('a changed clock does not change the five minutes', () => {
  const { secret, record } = newKey();
  const { file, store, tick, setClock } = open([record]);
  writeFileSync(file, DAMAGED);
  setClock(3_600_000);
  tick();
  assert.is(store.find(secret)?.id, record.id);
  setClock(-7_200_000);
  for (let second = 0; second < 300; second++) {
    tick();
    store.find(secret);
  }
  assert.is(store.find(secret), null);
});

test('a file that returns unchanged is read again', () => {
  const { secret, record } = newKey();
  const volume = join(temporaryFolder(), 'volume');
  const [mounted, empty] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(mounted, 'keys.json'), printKeys([record]));
  mkdirSync(join(empty, 'keys.json'));
  symlinkSync(mounted, volume);
  let uptime = 0;
  const store = new KeyStore(join(volume, 'keys.json'), {
    warn: () => {},
    now: Date.now,
    monotonic: () => uptime,
  });
  const findWith = (folder: string, after: number) => {
    rmSync(volume);
    symlinkSync(folder, volume);
    uptime += after;
    return store.find(secret);
  };
  assert.is(findWith(empty, 1000)?.id, record.id, 'not yet');
  assert.is(findWith(empty, KEYS_GRACE_MS), null);
  assert.is(findWith(mounted, 1000)?.id, record.id);
});

test('a pipe in place of the file is reported without waiting', () => {
  const { store, warnings, secret } = pipe();
  assert.is(store.find(secret), null);
  assert.match(warnings.join(), /is not a regular file.*No key is accepted/);
});

function pipe() {
  const file = newKeysFile();
  execFileSync('mkfifo', [file]);
  const warnings: string[] = [];
  const store = new KeyStore(file, { warn: message => warnings.push(message), now: Date.now });
  return { store, warnings, secret: newKey().secret };
}

test('a file damaged from the start means no keys and a warning', () => {
  const file = newKeysFile();
  writeFileSync(file, 'keys: none');
  const warnings: string[] = [];
  const store = new KeyStore(file, { warn: message => warnings.push(message), now: () => 0 });
  assert.is(store.find(newKey().secret), null);
  assert.is(warnings.length, 1);
  assert.match(warnings.join(), /No key is accepted/);
});

test('a keys file beyond the bound is not read, and the known keys stay valid', () => {
  const { secret, record } = newKey();
  const { file, store, tick, warnings } = open([record]);
  truncateSync(file, MOST_KEYS_BYTES + 1);
  tick();
  assert.is(store.find(secret)?.id, record.id);
  assert.match(warnings.join('\n'), /has more than 8 MB/);
  assert.throws(() => readKeys(file), /has more than 8 MB/);
  const text = printKeys([record]);
  writeFileSync(file, text + ' '.repeat(MOST_KEYS_BYTES - text.length));
  tick();
  assert.is(store.find(secret)?.id, record.id);
  assert.is(store.problem, '');
  assert.is(readKeys(file).length, 1);
  const before = statSync(file).ino;
  const long = { ...record, name: 'x'.repeat(MOST_KEYS_BYTES) };
  assert.throws(() => editKeys(file, keys => [...keys, long]), /would be too large.*Nothing was changed/s);
  assert.is(statSync(file).ino, before);
});

test.run();
