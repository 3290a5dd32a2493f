import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newDaysFile, readDays, writeDays } from '../../../shim/keys/days-folder.ts';
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
    known: async () => Object.fromEntries(await readDays(folder, now)),
  };
}

const files = (folder: string): string[] => readdirSync(folder).map(name => join(folder, name));

test('a day is written once for each key, by replacing the file, for its owner only', async () => {
  const { folder, use, sleep, known } = newRecorder();
  await use('a', 'b', 'a');
  assert.equal(await known(), { a: '2026-03-01', b: '2026-03-01' });
  const [file = '', ...others] = files(folder);
  assert.equal(others, []);
  assert.equal([statSync(file).mode & 0o777, statSync(folder).mode & 0o777], [0o600, 0o700]);
  const { ino } = statSync(file);
  await use('a', 'b');
  assert.is(statSync(file).ino, ino, 'nothing to write');
  sleep(DAY / 2);
  await use('b');
  assert.equal(await known(), { a: '2026-03-01', b: '2026-03-02' });
  assert.is.not(statSync(file).ino, ino);
  assert.equal(files(folder), [file]);
});

test('nothing is written where no key is used', async () => {
  const { folder, recorder } = newRecorder();
  await recorder.write();
  await recorder.close();
  assert.throws(() => readdirSync(folder), /ENOENT/);
});

test('what was used on one day and not yet written survives midnight', async () => {
  const { recorder, sleep, use, known } = newRecorder();
  recorder.note('a', NOON);
  sleep(DAY);
  await use('b');
  assert.equal(await known(), { a: '2026-03-01', b: '2026-03-02' });
});

test('a clock that is set back brings no older day', async () => {
  const { use, sleep, known } = newRecorder();
  await use('a');
  sleep(-5 * DAY);
  await use('a', 'b');
  sleep(5 * DAY);
  assert.equal(await known(), { a: '2026-03-01', b: '2026-02-24' });
});

test('several shims note in one folder, and the newest day of each key is told', async () => {
  const one = newRecorder();
  const other = newRecorder(one.folder);
  await one.use('a', 'b');
  other.sleep(DAY);
  await other.use('b', 'c');
  one.sleep(DAY);
  assert.is(files(one.folder).length, 2);
  assert.equal(await one.known(), { a: '2026-03-01', b: '2026-03-02', c: '2026-03-02' });
});

const HOUR_AGO = () => new Date(Date.now() - 3_601_000);

test('what ended shims have left is taken over into one file', async () => {
  const shim = newRecorder();
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) {
    const file = newDaysFile();
    await writeDays(shim.folder, file, new Map([['left', day]]));
    utimesSync(join(shim.folder, file), HOUR_AGO(), HOUR_AGO());
  }
  const fresh = newDaysFile();
  await writeDays(shim.folder, fresh, new Map([['fresh', '2026-01-01']]));
  const draft = join(shim.folder, fresh.replace('.json', '.tmp'));
  writeFileSync(draft, 'half');
  utimesSync(draft, HOUR_AGO(), HOUR_AGO());
  await shim.use('a');
  const all = { a: '2026-03-01', left: '2026-01-03', fresh: '2026-01-01' };
  assert.equal(await shim.known(), all);
  assert.is(files(shim.folder).length, 2);
  // What was taken over is written again with what comes.
  shim.sleep(DAY);
  await shim.use('a');
  assert.equal(await shim.known(), { ...all, a: '2026-03-02' });
});

test('a shim whose file another has taken over loses nothing', async () => {
  const quiet = newRecorder();
  await quiet.use('a');
  for (const file of files(quiet.folder)) utimesSync(file, HOUR_AGO(), HOUR_AGO());
  const busy = newRecorder(quiet.folder);
  await busy.use('b');
  assert.is(files(quiet.folder).length, 1);
  assert.equal(await busy.known(), { a: '2026-03-01', b: '2026-03-01' });
  quiet.sleep(DAY);
  busy.sleep(DAY);
  await quiet.use('c');
  assert.equal(await busy.known(), { a: '2026-03-01', b: '2026-03-01', c: '2026-03-02' });
});

test('shims that start at once each take over what is left, and nothing is lost', async () => {
  const folder = join(temporaryFolder(), 'usage');
  for (let i = 0; i < 20; i++) {
    const file = newDaysFile();
    await writeDays(folder, file, new Map([[`left${i}`, '2026-01-01']]));
    utimesSync(join(folder, file), HOUR_AGO(), HOUR_AGO());
  }
  const shims = Array.from({ length: 4 }, () => newRecorder(folder));
  await Promise.all(shims.map((shim, i) => shim.use(`own${i}`)));
  const known = (await shims[0]?.known()) ?? {};
  assert.is(Object.keys(known).length, 24);
  assert.is(files(folder).length, 4);
});

test('a folder that cannot be written is told once, and written when it can', async () => {
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

test('what else lies in the folder is left alone, and damage tells nothing', async () => {
  const { folder, use, known } = newRecorder();
  mkdirSync(folder);
  const damaged = join(folder, newDaysFile());
  const strange = [join(folder, 'notes.json'), join(folder, 'README')];
  for (const file of [damaged, ...strange]) {
    writeFileSync(file, '{"version":1,"days":{"x":"2026-01-01"');
    chmodSync(file, 0o600);
    utimesSync(file, HOUR_AGO(), HOUR_AGO());
  }
  mkdirSync(join(folder, newDaysFile()));
  await use('a');
  assert.equal(await known(), { a: '2026-03-01' });
  for (const file of strange) assert.ok(readFileSync(file, 'utf8'));
});

test.run();
