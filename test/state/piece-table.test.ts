import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Piece } from '../../build/state/dump.ts';
import { PieceTable } from '../../build/state/piece-table.ts';

const keyOf = (i: number): string => i.toString(16).padStart(8, '0').repeat(4);
const pieceOf = (i: number): Piece => ({ key: keyOf(i), bytes: i, length: 7 * i, checksum: 2 ** 32 - 1 - i });

const tableOf = (pieces: readonly Piece[]): PieceTable => {
  const table = PieceTable.empty();
  for (const piece of pieces) table.push(piece);
  return table;
};
const piecesIn = (table: PieceTable): Piece[] =>
  Array.from({ length: table.count }, (_, row) => table.at(row));

test('a table gives back its pieces, also from its bytes', () => {
  for (const count of [0, 1, 63, 64, 65, 1000]) {
    const pieces = Array.from({ length: count }, (_, i) => pieceOf(i));
    const table = tableOf(pieces);
    assert.equal(piecesIn(table), pieces);
    assert.equal(piecesIn(PieceTable.of(table.bytes)), pieces);
    // As from another thread, and from the state.
    assert.equal(piecesIn(PieceTable.of(structuredClone(new Uint8Array(table.bytes)))), pieces);
  }
});

test('a piece takes 32 bytes', () => {
  assert.is(tableOf(Array.from({ length: 1000 }, (_, i) => pieceOf(i))).bytes.length, 32_000);
});

test('lengths from 4 GiB on are kept', () => {
  const piece = { key: 'f'.repeat(32), bytes: 2 ** 32 + 5, length: 2 ** 47, checksum: 0 };
  assert.equal(piecesIn(tableOf([piece])), [piece]);
});

test('a piece is found by its whole key, also behind later ones', () => {
  const table = tableOf(Array.from({ length: 200 }, (_, i) => pieceOf(i)));
  for (const row of [0, 1, 63, 64, 199]) assert.is(table.find(keyOf(row)), row);
  const other = `${keyOf(7).slice(0, 31)}f`;
  for (const key of [other, keyOf(200), keyOf(2 ** 32 - 1), '', 'ff']) assert.is(table.find(key), null, key);
  table.push(pieceOf(200));
  assert.is(table.find(keyOf(200)), 200);
  assert.is(PieceTable.of(table.bytes).find(keyOf(63)), 63);
});

test('of pieces whose keys begin alike the last is found', () => {
  const [first, second] = [`${'a'.repeat(8)}${'0'.repeat(24)}`, `${'a'.repeat(8)}${'1'.repeat(24)}`];
  const table = tableOf([
    { ...pieceOf(1), key: first },
    { ...pieceOf(2), key: second },
  ]);
  assert.equal([table.find(first), table.find(second)], [null, 1]);
});

test.run();
