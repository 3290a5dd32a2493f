import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldValue } from '../../../build/site/app/field-value.ts';

test('a field shows values of its kind, and an empty text for others', () => {
  assert.is(fieldValue('date', '2018-02-28'), '2018-02-28');
  for (const text of ['nonsense', '2018-02-30', '2018-2-3', ''])
    assert.is(fieldValue('date', text), '', text);
  assert.is(fieldValue('number', '17'), '17');
  for (const text of ['x', '1e3', '-1', '']) assert.is(fieldValue('number', text), '', text);
  assert.is(fieldValue('text', 'anything'), 'anything');
});

test.run();
