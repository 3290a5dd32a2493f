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
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { editKeys, readKeys } from '../../../shim/keys/edit-keys.ts';
import { printKeys } from '../../../shim/keys/keys-file.ts';
import { newKey, newKeysFile } from '../../helpers/key-records.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

test('a new file is for its owner only, and nothing else remains', () => {
  const file = newKeysFile();
  const { record } = newKey();
  editKeys(file, keys => [...keys, record]);
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.equal(readKeys(file), [record]);
  assert.equal(readdirSync(dirname(file)), ['keys.json']);
});

test('an existing file keeps its mode under any umask', () => {
  const habit = process.umask(0o077);
  try {
    for (const mode of [0o640, 0o644, 0o400]) {
      const file = newKeysFile();
      writeFileSync(file, printKeys([]));
      chmodSync(file, mode);
      editKeys(file, () => [newKey().record]);
      assert.is(statSync(file).mode & 0o7777, mode);
      assert.is(readKeys(file).length, 1);
    }
  } finally {
    process.umask(habit);
  }
});

test('a symbolic link stays one, and its target is edited in place', () => {
  const real = newKeysFile();
  const file = newKeysFile();
  const through = join(temporaryFolder(), 'folder');
  symlinkSync(dirname(real), through);
  symlinkSync(join(through, 'keys.json'), file);
  for (const expected of [1, 2]) {
    // The first time there is no file: the link leads to nothing.
    editKeys(file, keys => [...keys, newKey().record]);
    assert.ok(lstatSync(file).isSymbolicLink());
    assert.ok(lstatSync(real).isFile());
    assert.is(readKeys(real).length, expected);
  }
  assert.equal(readdirSync(dirname(real)), ['keys.json']);
  assert.equal(readdirSync(dirname(file)), ['keys.json']);
});

test('circular links are an error', () => {
  const file = newKeysFile();
  symlinkSync(file, file);
  assert.match(
    failureOf(file, keys => keys),
    /too many symbolic links/i,
  );
});

test('a file that not all its readers could read afterwards is left alone', () => {
  const file = newKeysFile();
  writeFileSync(file, printKeys([]));
  linkSync(file, `${file}.other`);
  const { ino } = statSync(file);
  const message = failureOf(file, () => [newKey().record]);
  assert.match(message, /2 names \(hard links\).*Nothing was changed/);
  assert.is(statSync(file).ino, ino);
  assert.equal(readdirSync(dirname(file)).sort(), ['keys.json', 'keys.json.other']);
});

test('a pipe or folder in place of the file is reported without waiting', () => {
  const file = newKeysFile();
  execFileSync('mkfifo', [file]);
  for (const place of [file, dirname(file)]) {
    assert.is(
      failureOf(place, keys => keys),
      `${place} is not a keys file: it is not a regular file`,
    );
  }
});

test('a link in place of the lock does no harm', () => {
  const file = newKeysFile();
  const other = `${file}.other`;
  writeFileSync(other, 'of worth');
  symlinkSync(other, `${file}.lock`);
  assert.match(
    failureOf(file, keys => keys),
    /ELOOP/,
  );
  assert.is(readFileSync(other, 'utf8'), 'of worth');
});

test('a failed edit changes nothing and frees the lock', () => {
  const file = newKeysFile();
  editKeys(file, () => [newKey().record]);
  const before = readFileSync(file, 'utf8');
  const failure = failureOf(file, () => {
    throw new Error('no');
  });
  assert.is(failure, 'no');
  assert.is(readFileSync(file, 'utf8'), before);
  assert.equal(readdirSync(dirname(file)), ['keys.json']);
});

test('a damaged file is named and kept', () => {
  const file = newKeysFile();
  writeFileSync(file, '{}');
  const message = failureOf(file, keys => keys);
  assert.is(message, `${file} is not a keys file: "version" is not 1`);
  assert.is(readFileSync(file, 'utf8'), '{}');
});

test("a dead process's lock is no obstacle, whatever its content", () => {
  const file = newKeysFile();
  writeFileSync(`${file}.lock`, 'dead');
  editKeys(file, () => [newKey().record]);
  assert.is(readKeys(file).length, 1);
  assert.not.ok(existsSync(`${file}.lock`));
});

const failureOf = (file: string, change: Parameters<typeof editKeys>[1]): string => {
  try {
    editKeys(file, change);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no failure';
};

test.run();
