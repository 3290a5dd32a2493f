import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findLine } from '../../build/archive/find-line.ts';
import { IndexFile } from '../../build/archive/index-file.ts';
import { IndexWriter } from '../../build/archive/index-writer.ts';
import { ArchiveDamage } from '../../build/archive/packs.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** Lines of an index that are found without the others. */

const nameOf = (number: number): string => `/us/usc/t9/s${String(number).padStart(6, '0')}`;
const EDITIONS = [{ day: '2000-01-01', edition: 'x' }];

/** @param sizes of the lines of documents in bytes, about @returns the bytes of the file */
function made(sizes: readonly number[]): { index: IndexFile; content: Buffer } {
  const folder = temporaryFolder();
  const writer = new IndexWriter(folder, 'usc/t9');
  const line = (size: number, i: number) =>
    JSON.stringify({ identifier: nameOf(2 * i), versions: [], of: '§'.repeat(size / 2) });
  for (const [i, size] of sizes.entries()) writer.put(line(size, i));
  const written = writer.finish({ editions: EDITIONS });
  writer.close();
  const entry = { name: 'usc/t9', ...written, documents: sizes.length, versions: 0 };
  return { index: new IndexFile(folder, entry), content: fs.readFileSync(path.join(folder, written.path)) };
}

interface Found {
  text: string | null;
  reads: number;
  bytes: number;
}

function find(content: Buffer, identifier: string): Found {
  const search = findLine(identifier, content.length, 'the index');
  const found: Found = { text: null, reads: 0, bytes: 0 };
  let step = search.next();
  while (!step.done) {
    const { at, bytes } = step.value;
    assert.ok(at >= 0 && bytes > 0 && at + bytes <= content.length, `${at}, ${bytes}`);
    found.reads += 1;
    found.bytes += bytes;
    step = search.next(content.subarray(at, at + bytes));
  }
  return { ...found, text: step.value?.identifier ?? null };
}

test('each line is found, and none between them, whatever their lengths', () => {
  const steps = [
    Array.from({ length: 600 }, (_, i) => (i * 37) % 400),
    Array.from({ length: 120 }, (_, i) => (i % 40 === 0 ? 90_000 : 10)),
    [10, 300_000, 10, 10, 300_000],
    [300_000],
    [],
  ];
  for (const sizes of steps) {
    const { index, content } = made(sizes);
    assert.is(find(content, '/us/usc/t9/').text, null);
    for (let i = 0; i < sizes.length; i++) {
      assert.is(find(content, nameOf(2 * i)).text, nameOf(2 * i));
      assert.is(find(content, nameOf(2 * i + 1)).text, null);
    }
    if (sizes.length > 0) assert.equal(index.get(nameOf(0)), []);
    assert.is(index.get(nameOf(1)), undefined);
  }
});

/** Lines of 1,024 bytes, so that some begin in the middle of what is searched. @param order of the documents */
function even(order: (names: string[]) => string[]): { content: Buffer; names: string[] } {
  const names = order(Array.from({ length: 63 }, (_, i) => nameOf(i)));
  const lines = ['{"editions":[]', ...names.map(identifier => JSON.stringify({ identifier }).slice(0, -1))];
  return { names, content: Buffer.from(lines.map(line => `${line.padEnd(1022)}}\n`).join('')) };
}

test('a line that begins in the middle is found, and lines without order are an end, too', () => {
  const { content, names } = even(names => names);
  assert.is(content.length, 65_536);
  for (const name of names) assert.is(find(content, name).text, name);
  const turned = even(names => names.toReversed());
  for (const name of [...names, '/us/usc/t9/', '/us/usc/t9/t']) find(turned.content, name);
});

test('of a large index little is read', () => {
  const { content } = made(Array.from({ length: 20_000 }, () => 1600));
  assert.ok(content.length > 30e6);
  for (const number of [0, 2, 19_998, 20_000, 39_998, 39_999]) {
    const { bytes, reads } = find(content, nameOf(number));
    assert.ok(bytes < 200_000, `${bytes} bytes`);
    assert.ok(reads < 15, `${reads} reads`);
  }
});

test('a line without an end is damage before much of a large file is read', () => {
  const search = findLine(nameOf(0), 1e9, 'the index');
  let read = 0;
  const readOn = (): void => {
    for (let step = search.next(); !step.done; ) {
      read += step.value.bytes;
      step = search.next(Buffer.alloc(step.value.bytes));
    }
  };
  assert.throws(
    readOn,
    (error: unknown) => error instanceof ArchiveDamage && /a line is too long$/.test(error.message),
  );
  assert.ok(read < 100e6, `${read} bytes`);
});

test('a damaged line on the way is told with its place', () => {
  const { content } = made(Array.from({ length: 200 }, () => 10));
  const at = content.indexOf(nameOf(200)) - '{"identifier":"'.length;
  content.write('#', at);
  assert.throws(
    () => find(content, nameOf(200)),
    (error: unknown) =>
      error instanceof ArchiveDamage && error.message.startsWith(`the index at byte ${at}: Unexpected token`),
  );
});

test.run();
