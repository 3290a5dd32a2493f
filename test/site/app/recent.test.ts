import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Recent } from '../../../build/site/app/recent.ts';

test('a value is kept until its time is over', () => {
  let now = 0;
  const recent = new Recent<number>(10, 1000, () => now);
  recent.set('a', 1);
  now = 999;
  assert.is(recent.get('a'), 1);
  now = 1000;
  assert.is(recent.get('a'), null);
  assert.is(recent.get('b'), null);
});

test('beyond the bound the oldest value is removed, and a value that is set again is the newest', () => {
  const recent = new Recent<number>(2, 1000, () => 0);
  recent.set('a', 1);
  recent.set('b', 2);
  recent.set('a', 3);
  recent.set('c', 4);
  assert.equal([recent.get('a'), recent.get('b'), recent.get('c')], [3, null, 4]);
});

test.run();
