import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listItems } from '../../build/text/list-items.ts';

test('a plain list is cut into its items', () => {
  assert.equal(listItems('- a\n  b\n- c\n\n\n  d\n\n- e'), [
    { text: '- a\n  b', apart: false },
    { text: '- c\n\n\n  d', apart: false },
    { text: '- e', apart: true },
  ]);
  assert.equal(listItems('7. a\n   - b\n12. c\n    d'), [
    { text: '7. a\n   - b', apart: false },
    { text: '12. c\n    d', apart: false },
  ]);
});

test('a block that may be more than one list is not cut', () => {
  for (const block of [
    'a',
    '* * *\n* a',
    '- a\n* b',
    '1. a\n2) b',
    '- a\nb',
    '- a\n b',
    '10. a\n   b',
    '- a\n- - -\n- b',
    '-\n- b',
    '- a\n-\n- b',
    '- a\n-      b',
    '- a\n\tb',
  ])
    assert.is(listItems(block), undefined, JSON.stringify(block));
});

test.run();
