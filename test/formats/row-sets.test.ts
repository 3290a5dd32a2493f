import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyBitmap } from '../../build/formats/bitmap.ts';
import { addRows, BLOCK, readRows, writeRows } from '../../build/formats/row-sets.ts';
import { Random } from '../helpers/random.ts';

const bitsOf = (rows: Iterable<number>, blocks: number): Uint32Array => {
  const bits = emptyBitmap(blocks * BLOCK);
  for (const row of rows) bits[row >>> 5]! |= 1 << (row & 31);
  return bits;
};

test('a set of few or many rows is read as written, at any address', () => {
  const random = new Random(3);
  for (const count of [1, 2, 3, 17, 400, 5000, 40_000, BLOCK]) {
    for (const most of [count, BLOCK]) {
      const chosen = new Set<number>();
      while (chosen.size < count) chosen.add(count === most ? chosen.size : random.below(most));
      const rows = Uint16Array.from([...chosen].sort((a, b) => a - b));
      const set = writeRows(rows);
      const moved = Buffer.alloc(set.length + 1);
      set.copy(moved, 1);
      for (const bytes of [set, moved.subarray(1)]) {
        assert.equal(readRows(bytes), rows);
        const bits = bitsOf([7], 2);
        addRows(bytes, bits, 1);
        assert.equal(bits, bitsOf([7, ...[...rows].map(row => row + BLOCK)], 2));
      }
    }
  }
});

test('a set is no longer than a list of its rows, nor than a bitmap up to the last of them', () => {
  const all = Uint16Array.from({ length: BLOCK }, (_, row) => row);
  assert.is(writeRows(all).length, 2 + BLOCK / 8);
  assert.is(writeRows(all.subarray(0, 800)).length, 2 + 100);
  assert.is(writeRows(Uint16Array.of(65_535)).length, 4);
});

test.run();
