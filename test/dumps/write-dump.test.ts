import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type WrittenDump, writeDump } from '../../build/dumps/write-dump.ts';
import type { Entry } from '../../build/files/entry.ts';
import { type DumpWithPieces, dumpPath } from '../../build/state/dump.ts';
import { PieceTable } from '../../build/state/piece-table.ts';
import { entryOf, placedPart } from '../helpers/dumped.ts';
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
  const entries = new Map<string, Entry>();
  const put = (folder: string, i: number, text: string): void => {
    const file = path.join(folder, fileOf(i));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    entries.set(fileOf(i), entryOf(fileOf(i), text, i === 5 ? '2026-02-02' : '2026-01-01'));
  };
  const write = (last: DumpWithPieces | null): WrittenDump => {
    const parts = [placedPart(PART, entries.values())];
    return writeDump({ tree, staging, dumped: PART, parts, published: last });
  };
  for (let i = 0; i < COUNT; i++) put(tree, i, textOf(i));
  const dump = write(null) as DumpWithPieces;
  const [staged, file] = [path.join(staging, dumpPath(PART)), path.join(tree, dumpPath(PART))];
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.renameSync(staged, file);
  const lines = (): string[] => gunzipSync(fs.readFileSync(staged)).toString().split('\n');
  return { tree, staging, put, write, dump, file, lines };
}

test('unchanged pieces are copied from the published dump without reading their documents', () => {
  const { tree, staging, put, write, dump, lines } = published();
  put(staging, 7, '{"i":7,"body":"Another."}');
  const again = write(dump) as DumpWithPieces;
  const [before, after] = [dump, again].map(({ pieces }) => PieceTable.of(pieces)) as [
    PieceTable,
    PieceTable,
  ];
  assert.ok(after.count > 4, `${after.count} pieces`);
  const fresh = Array.from({ length: after.count }, (_, row) => after.at(row)).filter(
    ({ key }) => before.find(key) === null,
  );
  assert.is(fresh.length, 1);
  assert.is(lines().length, COUNT + 1);
  assert.is(lines().filter(line => line === '{"i":7,"body":"Another."}').length, 1);
  assert.equal(
    [again.newest, again.bytes],
    ['2026-02-02', fs.statSync(path.join(staging, dumpPath(PART))).size],
  );
  // The same as if nothing had been known.
  assert.equal(write(null), again);

  fs.rmSync(path.join(tree, 'api'), { recursive: true });
  fs.rmSync(path.join(staging, 'api'), { recursive: true });
  assert.ok('damaged' in write(null));
  put(staging, 7, textOf(7));
  assert.is((write(dump) as DumpWithPieces).sha256, dump.sha256);
});

test('a staged file is taken as it is, one of the published tree only with its digest', () => {
  const { tree, staging, put, write, lines } = published();
  fs.writeFileSync(path.join(tree, fileOf(3)), 'altered');
  assert.equal(write(null), { damaged: fileOf(3) });
  put(staging, 3, textOf(3));
  // Its digest was taken when it was staged.
  fs.writeFileSync(path.join(staging, fileOf(3)), 'staged');
  assert.not.ok('damaged' in write(null));
  assert.ok(lines().includes('staged'));
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
