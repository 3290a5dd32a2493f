import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { versionOf } from '../../build/common/file-version.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const day = new Date('2020-01-01');

test('a replaced or edited file has another version, even with equal size and time', async () => {
  const file = join(temporaryFolder(), 'file');
  const write = (name: string, text: string): void => {
    writeFileSync(name, text);
    utimesSync(name, day, day);
  };
  write(file, 'a');
  const first = versionOf(statSync(file));
  assert.is(versionOf(statSync(file)), first);
  write(`${file}.new`, 'b');
  renameSync(`${file}.new`, file);
  const replaced = versionOf(statSync(file));
  assert.is.not(replaced, first);
  // A file system may count time in steps of some milliseconds.
  await new Promise(resolve => setTimeout(resolve, 50));
  write(file, 'c');
  const edited = statSync(file);
  assert.is.not(versionOf(edited), replaced);
  for (const part of ['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const) {
    assert.is.not(versionOf(Object.assign(statSync(file), { [part]: 7 })), versionOf(edited), part);
  }
});

test.run();
