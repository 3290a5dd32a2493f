import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { placeAfter } from '../../../../build/site/app/search/keys.ts';

test('arrow keys go from the search box through the hits and back, and stop at the ends', () => {
  assert.is(placeAfter('ArrowDown', 0, 3), 1);
  assert.is(placeAfter('ArrowDown', 2, 3), 2);
  assert.is(placeAfter('ArrowUp', 1, 3), 0);
  assert.is(placeAfter('ArrowUp', 0, 3), 0);
});

test('elsewhere, and with other keys, nothing moves', () => {
  assert.is(placeAfter('ArrowDown', -1, 3), null);
  assert.is(placeAfter('Enter', 1, 3), null);
  assert.is(placeAfter('Home', 1, 3), null);
});

test.run();
