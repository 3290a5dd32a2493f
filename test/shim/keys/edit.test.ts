import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { editKeys, readKeys } from '../../../shim/keys/edit.ts';
import { printKeys } from '../../../shim/keys/file.ts';
import { withLock } from '../../../shim/keys/lock.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { newKey, newKeysFile } from './records.ts';

const longAgo = new Date('2020-01-01');

test('a new file is for its owner only, and nothing else is left behind', async () => {
  const file = newKeysFile();
  const { record } = newKey();
  await editKeys(file, keys => [...keys, record]);
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.equal(await readKeys(file), [record]);
  assert.equal(readdirSync(dirname(file)), ['keys.json']);
});

test('a file that is there keeps its mode, whatever the habits of who edits it', async () => {
  const habit = process.umask(0o077);
  try {
    for (const mode of [0o640, 0o644, 0o400]) {
      const file = newKeysFile();
      writeFileSync(file, printKeys([]));
      chmodSync(file, mode);
      await editKeys(file, () => [newKey().record]);
      assert.is(statSync(file).mode & 0o7777, mode);
      assert.is((await readKeys(file)).length, 1);
    }
  } finally {
    process.umask(habit);
  }
});

test('a symbolic link stays one: the file that it leads to is edited, beside itself', async () => {
  const real = newKeysFile();
  const file = newKeysFile();
  const through = join(temporaryFolder(), 'folder');
  symlinkSync(dirname(real), through);
  symlinkSync(join(through, 'keys.json'), file);
  for (const expected of [1, 2]) {
    // The first time there is no file: the link leads to nothing.
    await editKeys(file, keys => [...keys, newKey().record]);
    assert.ok(lstatSync(file).isSymbolicLink());
    assert.ok(lstatSync(real).isFile());
    assert.is((await readKeys(real)).length, expected);
  }
  assert.equal(readdirSync(dirname(real)), ['keys.json']);
  assert.equal(readdirSync(dirname(file)), ['keys.json']);
});

test('edits by a link and by the file itself follow one another', async () => {
  const real = newKeysFile();
  const link = join(temporaryFolder(), 'link.json');
  symlinkSync(real, link);
  const records = Array.from({ length: 20 }, () => newKey().record);
  await Promise.all(records.map((record, i) => editKeys(i % 2 ? real : link, keys => [...keys, record])));
  assert.is((await readKeys(real)).length, 20);
});

test('links that lead round in a circle are told', async () => {
  const file = newKeysFile();
  symlinkSync(file, file);
  assert.match(await failureOf(editKeys(file, keys => keys)), /too many symbolic links/i);
});

test('what cannot be replaced for all who read it is left alone', async () => {
  const file = newKeysFile();
  writeFileSync(file, printKeys([]));
  linkSync(file, `${file}.other`);
  const { ino } = statSync(file);
  const message = await failureOf(editKeys(file, () => [newKey().record]));
  assert.match(message, /2 names \(hard links\).*Nothing was changed/);
  assert.is(statSync(file).ino, ino);
  assert.equal(readdirSync(dirname(file)).sort(), ['keys.json', 'keys.json.other']);
});

test('a pipe or a folder in place of the file is told, and waited for by nobody', async () => {
  const file = newKeysFile();
  execFileSync('mkfifo', [file]);
  for (const place of [file, dirname(file)]) {
    assert.is(
      await failureOf(editKeys(place, keys => keys)),
      `${place} is not a keys file: it is not a regular file`,
    );
  }
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

test('a dead lock is taken over by one run at a time', async () => {
  for (let round = 0; round < 20; round++) {
    const lock = `${newKeysFile()}.lock`;
    writeFileSync(lock, 'dead');
    utimesSync(lock, longAgo, longAgo);
    let inside = 0;
    const runs = Array.from({ length: 8 }, () =>
      withLock(lock, async assertHeld => {
        inside++;
        assert.is(inside, 1);
        await new Promise(resolve => setTimeout(resolve, 1));
        await assertHeld();
        inside--;
      }),
    );
    await Promise.all(runs);
    assert.equal(readdirSync(dirname(lock)), []);
  }
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

const failureOf = (edit: Promise<void>): Promise<string> =>
  edit.then(
    () => 'no failure',
    (error: Error) => error.message,
  );

test.run();
