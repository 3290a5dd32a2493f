import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inOneGo } from '../../build/contract/pieces.ts';
import { codesOf, partitionPoint, spanOf } from '../../build/formats/column.ts';
import { makeColumn } from '../helpers/columns.ts';

const column = makeColumn(['10', '2', null, '10a', '2', '§ 2']);
const documents = (run: readonly [number, number]) => [...column.order.subarray(...run)];

test('values are distinct and sorted, documents ascend within a value', () => {
  assert.equal(column.values, ['2', '§ 2', '10', '10a']);
  assert.equal([...column.order], [1, 4, 5, 0, 3]);
  assert.equal([...column.starts], [0, 2, 3, 4, 5]);
});

test('numbers sort by value', () => {
  assert.equal(makeColumn([10, 9, 100, 9]).values, [9, 10, 100]);
  assert.equal(makeColumn([null, null]), {
    values: [],
    order: new Uint32Array(0),
    starts: new Uint32Array(1),
  });
});

test('a filter is one run of the order', () => {
  assert.equal(documents(spanOf(column, 'equals', '2')), [1, 4]);
  assert.equal(documents(spanOf(column, 'equals', '3')), []);
  assert.equal(documents(spanOf(column, 'equals', '02')), [], 'equal in natural order is not yet equal');
  assert.equal(documents(spanOf(column, 'from', '3')), [0, 3]);
  assert.equal(documents(spanOf(column, 'from', '10a')), [3]);
  assert.equal(documents(spanOf(column, 'to', '10')), [1, 4, 5, 0]);
  assert.equal(documents(spanOf(column, 'to', '1')), []);
  const numbers = makeColumn([5, 7, 7]);
  assert.equal([...spanOf(numbers, 'equals', 7)], [1, 3]);
  assert.equal([...spanOf(numbers, 'equals', 6)], [1, 1]);
  assert.equal([...spanOf(makeColumn([]), 'equals', 'x')], [0, 0]);
});

test('codes are the inverse of the grouping', () => {
  const codes = inOneGo(codesOf(column, 6));
  assert.equal(
    [0, 1, 3, 4, 5].map(ordinal => column.values[codes[ordinal] as number]),
    ['10', '2', '10a', '2', '§ 2'],
  );
});

test('partitionPoint is the first index that fails', () => {
  for (let length = 0; length < 9; length++) {
    for (let point = 0; point <= length; point++)
      assert.is(
        partitionPoint(length, i => i < point),
        point,
      );
  }
});

test.run();
