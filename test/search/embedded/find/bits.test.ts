import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  add,
  count,
  drop,
  exclude,
  has,
  include,
  isEmpty,
  keep,
  put,
  rowsIn,
} from '../../../../build/search/embedded/find/bits.ts';
import { Random } from '../../../helpers/random.ts';

const ROWS = 256;

const bitsOf = (rows: Iterable<number>): Uint32Array => {
  const bits = new Uint32Array(ROWS / 32);
  for (const row of rows) put(bits, row);
  return bits;
};

const rowsOf = (bits: Uint32Array): number[] => [...rowsIn(bits)];

test('sets of rows do what sets do', () => {
  const random = new Random(1);
  for (let round = 0; round < 50; round++) {
    const [a, b] = [0, 1].map(
      () => new Set(Array.from({ length: random.below(200) }, () => random.below(ROWS))),
    ) as [Set<number>, Set<number>];
    const expected = {
      include: new Set([...a, ...b]),
      keep: new Set([...a].filter(row => b.has(row))),
      exclude: new Set([...a].filter(row => !b.has(row))),
    };
    for (const [name, change] of Object.entries({ include, keep, exclude })) {
      const bits = bitsOf(a);
      change(bits, bitsOf(b));
      const rows = [...expected[name as 'keep']].sort((x, y) => x - y);
      assert.equal(rowsOf(bits), rows, name);
      assert.is(count(bits), rows.length);
      assert.is(isEmpty(bits), rows.length === 0);
      for (let row = 0; row < ROWS; row++) assert.is(has(bits, row), rows.includes(row));
    }
  }
});

test('the first and the last row of a word', () => {
  const bits = bitsOf([0, 31, 32, 63, 255]);
  assert.equal(rowsOf(bits), [0, 31, 32, 63, 255]);
  drop(bits, 31);
  drop(bits, 255);
  assert.equal(rowsOf(bits), [0, 32, 63]);
});

test('what is added is added to the number of each row', () => {
  const numbers = new Int32Array(ROWS);
  add(bitsOf([1, 31, 40]), numbers, 5);
  add(bitsOf([40, 255]), numbers, 2);
  assert.equal(
    [0, 1, 31, 32, 40, 255].map(row => numbers[row]),
    [0, 5, 5, 0, 7, 2],
  );
});

test.run();
