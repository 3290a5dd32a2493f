import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { showable } from '../../../build/site/app/showable.ts';

test('a field shows what its kind can show, and nothing of the rest', () => {
  assert.is(showable('date', '2018-02-28'), '2018-02-28');
  for (const text of ['nonsense', '2018-02-30', '2018-2-3', '']) assert.is(showable('date', text), '', text);
  assert.is(showable('number', '17'), '17');
  for (const text of ['x', '1e3', '-1', '']) assert.is(showable('number', text), '', text);
  assert.is(showable('text', 'anything'), 'anything');
});

test.run();
