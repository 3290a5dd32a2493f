import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readDays } from '../../../shim/keys/days-folder.ts';
import { DaysRecorder } from '../../../shim/keys/days-recorder.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;

function newRecorder(folder = join(temporaryFolder(), 'usage')) {
  const warnings: string[] = [];
  let now = NOON;
  const recorder = new DaysRecorder(folder, { warn: message => warnings.push(message), now: () => now });
  return {
    folder,
    warnings,
    recorder,
    /** Uses keys, and lets a minute pass. */
    async use(...ids: string[]) {
      for (const id of ids) recorder.note(id, now);
      await recorder.write();
    },
    sleep: (ms: number) => {
      now += ms;
    },
    known: async () => Object.fromEntries(await readDays(folder, ['a', 'b', 'c'], now)),
  };
}

test('a key is written once a day, for the owner only', async () => {
  const { folder, use, sleep, known } = newRecorder();
  await use('a', 'a');
  assert.equal(await known(), { a: '2026-03-01' });
  const [name = '', ...others] = readdirSync(folder);
  assert.equal(others, []);
  const file = join(folder, name);
  assert.equal([statSync(file).mode & 0o777, statSync(folder).mode & 0o777], [0o600, 0o700]);
  rmSync(file);
  await use('a');
  assert.equal(await known(), {}, 'it is not written again');
  sleep(DAY / 2);
  await use('a');
  assert.equal(await known(), { a: '2026-03-02' });
});

test('nothing is written where no key is used', async () => {
  const { folder, recorder } = newRecorder();
  await recorder.write();
  await recorder.close();
  assert.throws(() => readdirSync(folder), /ENOENT/);
});

test('an unwritten use survives midnight', async () => {
  const { recorder, sleep, use, known } = newRecorder();
  recorder.note('a', NOON);
  sleep(DAY);
  await use('b');
  assert.equal(await known(), { a: '2026-03-01', b: '2026-03-02' });
});

test('a clock that is set back writes no older day', async () => {
  const { use, sleep, known } = newRecorder();
  await use('a');
  sleep(-5 * DAY);
  await use('a', 'b');
  sleep(5 * DAY);
  assert.equal(await known(), { a: '2026-03-01', b: '2026-02-24' });
});

test('a clock that is set back before the write writes no older day', async () => {
  const { recorder, use, sleep, known } = newRecorder();
  recorder.note('a', NOON);
  sleep(-5 * DAY);
  await use('a');
  sleep(5 * DAY);
  assert.equal(await known(), { a: '2026-03-01' });
});

test('several shims share a folder, and the newest day of each key counts', async () => {
  const one = newRecorder();
  const other = newRecorder(one.folder);
  await one.use('a', 'b');
  other.sleep(DAY);
  await other.use('b', 'c');
  // Its clock is a day behind.
  await one.use('c');
  one.sleep(DAY);
  assert.equal(await one.known(), { a: '2026-03-01', b: '2026-03-02', c: '2026-03-02' });
});

test('a folder that cannot be written is reported once, and written later', async () => {
  const place = temporaryFolder();
  const folder = join(place, 'usage');
  // Even root cannot make a folder where there is a file.
  writeFileSync(folder, '');
  const { recorder, use, warnings, known } = newRecorder(folder);
  await use('a');
  await use('b');
  await recorder.write();
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? '', /cannot be written.*KEYS_USAGE/);
  rmSync(folder);
  await recorder.write();
  assert.equal(await known(), { a: '2026-03-01', b: '2026-03-01' });
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await use('c');
  assert.is(warnings.length, 2, 'another time');
});

test('uses during a write are written next', async () => {
  const { recorder, sleep, known } = newRecorder();
  recorder.note('a', NOON);
  const written = recorder.write();
  recorder.note('a', NOON + DAY);
  recorder.note('b', NOON + DAY);
  await written;
  await recorder.write();
  sleep(DAY);
  assert.equal(await known(), { a: '2026-03-02', b: '2026-03-02' });
});

test.run();
