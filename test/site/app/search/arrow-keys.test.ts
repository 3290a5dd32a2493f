import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { indexAfter } from '../../../../build/site/app/search/arrow-keys.ts';

test('arrow keys move between the search box and the hits, and stop at the ends', () => {
  assert.is(indexAfter('ArrowDown', 0, 3), 1);
  assert.is(indexAfter('ArrowDown', 2, 3), 2);
  assert.is(indexAfter('ArrowUp', 1, 3), 0);
  assert.is(indexAfter('ArrowUp', 0, 3), 0);
});

test('without focus in the list, or with other keys, nothing moves', () => {
  assert.is(indexAfter('ArrowDown', -1, 3), null);
  assert.is(indexAfter('Enter', 1, 3), null);
  assert.is(indexAfter('Home', 1, 3), null);
});

test.run();
