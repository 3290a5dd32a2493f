import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listOf } from '../../build/dumps/dump-pieces.ts';
import { type WrittenDump, writeDump } from '../../build/dumps/write-dump.ts';
import { type Dump, dumpPath } from '../../build/state/dump.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** So many documents make several pieces. */
const COUNT = 200;
const PART = 'usc/t1';

const fileOf = (i: number): string => `api/usc/documents/t1/s${i}.json`;
const textOf = (i: number): string =>
  JSON.stringify({ i, body: `Keepers of lighthouse ${i} keep its light.` });

/** A published tree with documents and their dump. */
function published() {
  const [tree, staging] = [temporaryFolder(), temporaryFolder()];
  const digests = new Map<string, string>();
  const put = (folder: string, i: number, text: string): void => {
    const file = path.join(folder, fileOf(i));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    digests.set(fileOf(i), hash('sha256', text));
  };
  const write = (last: Dump | null): WrittenDump => {
    const documents = listOf(Array.from(digests, ([file, sha256]) => ({ path: file, sha256 })));
    return writeDump({ tree, staging, dumped: PART, documents, newest: '2026-01-01', published: last });
  };
  for (let i = 0; i < COUNT; i++) put(tree, i, textOf(i));
  const dump = write(null) as Dump;
  const [staged, file] = [path.join(staging, dumpPath(PART)), path.join(tree, dumpPath(PART))];
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.renameSync(staged, file);
  const lines = (): string[] => gunzipSync(fs.readFileSync(staged)).toString().split('\n');
  return { tree, staging, put, write, dump, file, lines };
}

test('unchanged pieces are copied from the published dump without reading their documents', () => {
  const { tree, staging, put, write, dump, lines } = published();
  put(staging, 7, '{"i":7,"body":"Another."}');
  const again = write(dump) as Dump;
  assert.ok(again.pieces.length > 4, `${again.pieces.length} pieces`);
  const known = new Set(dump.pieces.map(({ key }) => key));
  assert.is(again.pieces.filter(({ key }) => !known.has(key)).length, 1);
  assert.is(lines().length, COUNT + 1);
  assert.is(lines().filter(line => line === '{"i":7,"body":"Another."}').length, 1);
  // The same as if nothing had been known.
  assert.equal(write(null), again);

  fs.rmSync(path.join(tree, 'api'), { recursive: true });
  fs.rmSync(path.join(staging, 'api'), { recursive: true });
  assert.ok('damaged' in write(null));
  put(staging, 7, textOf(7));
  assert.is((write(dump) as Dump).sha256, dump.sha256);
});

test('an altered published dump is not reused', () => {
  const { put, staging, write, dump, file, lines } = published();
  const bytes = fs.readFileSync(file);
  // Within the first piece or the second: neither is made anew.
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
  put(staging, COUNT, textOf(COUNT));
  assert.equal(write(dump), write(null));
  assert.ok(lines().includes(textOf(0)));
});

test.run();
