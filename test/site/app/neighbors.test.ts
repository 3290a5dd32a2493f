import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { neighborsOf } from '../../../build/site/app/neighbors.ts';

const of = (number: number) => neighborsOf([1, 2, 3], each => each === number);

test('an item has the items before and after it, and null at the ends', () => {
  assert.equal(of(2), { before: 1, after: 3 });
  assert.equal(of(1), { before: null, after: 2 });
  assert.equal(of(3), { before: 2, after: null });
  assert.equal(of(4), { before: null, after: null });
});

test.run();
