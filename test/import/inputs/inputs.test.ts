import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf, listInputs } from '../../../build/import/inputs/inputs.ts';

const test = suite('inputs');
let folder = '';
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'pandect-inputs-'));
});
test.after.each(() => rmSync(folder, { recursive: true, force: true }));

function zip(entries: Record<string, Uint8Array>, change: (bytes: Buffer) => void = () => undefined): string {
  const bytes = Buffer.from(zipSync(entries));
  change(bytes);
  writeFileSync(join(folder, 'a.zip'), bytes);
  return join(folder, 'a.zip');
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
}

async function textOf(file: string): Promise<string> {
  const [input] = await listInputs([file]);
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(input!)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

test('a file of many chunks is read whole, and a missing one fails', async () => {
  const file = join(folder, 'a.xml');
  const text = Array.from({ length: 500_000 }, (_, i) => `${i}\n`).join('');
  writeFileSync(file, text);
  assert.ok((await textOf(file)) === text);
  const gone = { name: 'b', file: join(folder, 'b.xml'), entry: null, size: 1 };
  assert.match(await reasonOf(bytesOf(gone)[Symbol.asyncIterator]().next()), /ENOENT/);
});

test('files, folders and archives are listed in a stable order', async () => {
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'b/2.xml'), '<a/>');
  writeFileSync(join(folder, 'b/1.XML'), '<a/>');
  writeFileSync(join(folder, 'b/readme.txt'), 'no');
  zip({ 'x/3.xml': strToU8('<b>é</b>'), 'y.css': strToU8('no') });
  const names = (await listInputs([folder])).map(({ name }) => name.slice(folder.length + 1));
  assert.equal(names, ['a.zip: x/3.xml', 'b/1.XML', 'b/2.xml']);
  assert.is(await textOf(join(folder, 'a.zip')), '<b>é</b>');
  assert.match(await reasonOf(listInputs([join(folder, 'none.xml')])), 'There is no file or folder');
});

test('an archive with an extreme ratio, a path outside of it or damage is refused', async () => {
  const bomb = zip({ 'bomb.xml': new Uint8Array(8 * 2 ** 20) });
  assert.match(await reasonOf(listInputs([bomb])), 'packed to less than a 200th');
  const outside = zip({ '../outside.xml': strToU8('<a/>') });
  assert.match(await reasonOf(listInputs([outside])), 'invalid relative path');
  const cut = zip({ 'a.xml': strToU8('<a/>') });
  writeFileSync(cut, Buffer.from('PK nothing'));
  assert.match(await reasonOf(listInputs([cut])), 'a.zip cannot be read');
});

test('an entry longer than stated fails', async () => {
  const text = strToU8(`<a>${'lamps and oil '.repeat(100)}</a>`);
  const lying = zip({ 'a.xml': text }, bytes => {
    // The central directory's uncompressed size (APPNOTE 4.3.12).
    const at = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    bytes.writeUInt32LE(10, at + 24);
  });
  assert.match(await reasonOf(textOf(lying)), 'too many bytes');
});

test.run();
