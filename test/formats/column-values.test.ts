import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inOneGo } from '../../build/contract/pieces.ts';
import type { ColumnValue } from '../../build/formats/column.ts';
import { storedValues } from '../../build/formats/column-values.ts';
import { Random } from '../helpers/random.ts';

const stored = (values: readonly ColumnValue[]) => storedValues(Buffer.from(JSON.stringify(values)));

/** Texts that are hard for readers of JSON, too many to be read at once. */
const PARTS = ['"', '\\', ',', '","', '[', ']', '§ 1', '–1', '😀', 'a', '', '\u2028', '\n'];
const random = new Random(3);
const many = Array.from({ length: 30_000 }, () =>
  Array.from({ length: random.below(5) }, () => random.pick(PARTS)).join(''),
);

test('each value is read as written', () => {
  for (const values of [[], ['one'], [1, 2, 54], [''], ['"', '\\'], many, [...many, 'last']]) {
    const { values: all, valueAt } = inOneGo(stored(values));
    assert.equal(
      values.map((_, code) => valueAt(code)),
      values,
    );
    assert.equal(all, values);
  }
});

test('many values are scanned in pieces and made one by one', () => {
  const work = stored(many);
  let pieces = 0;
  while (!work.next().done) pieces++;
  assert.ok(pieces > 1, `${pieces} pieces`);
  const { valueAt } = inOneGo(stored(many));
  const read = inOneGo(stored(many));
  assert.is(read.values, read.values, 'all are made once');
  assert.is(valueAt(29_999), many[29_999]);
});

test.run();
