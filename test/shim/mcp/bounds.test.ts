import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clipped, clippedText, pageOf } from '../../../shim/mcp/bounds.ts';

test('long lists and texts of metadata are cut off at any depth, with a mark', () => {
  const numbers = Array.from({ length: 103 }, (_, i) => i);
  assert.equal(clipped(numbers), [...numbers.slice(0, 100), 'and 3 more']);
  assert.equal(clipped(numbers.slice(3)), numbers.slice(3), 'as many as there may be');
  assert.equal(clipped({ parts: [{ note: 'x'.repeat(2001) }], none: null, yes: true }), {
    parts: [{ note: `${'x'.repeat(2000)}…` }],
    none: null,
    yes: true,
  });
});

test('a fitting text is unchanged, and no character is divided', () => {
  assert.is(clippedText('abcd', 4), 'abcd');
  assert.is(clippedText('abcde', 4), 'abcd…');
  assert.is(clippedText('abc😀e', 4), 'abc…');
  assert.is(clippedText('abc😀', 5), 'abc😀');
});

test('the pages of a list meet without gap', () => {
  const items = ['a', 'b', 'c', 'd'];
  assert.equal(pageOf(items, { offset: 0, limit: 2 }), {
    items: ['a', 'b'],
    total: 4,
    offset: 0,
    next_offset: 2,
  });
  assert.equal(pageOf(items, { offset: 2, limit: 2 }), {
    items: ['c', 'd'],
    total: 4,
    offset: 2,
    next_offset: null,
  });
  assert.equal(pageOf(items, { offset: 9, limit: 2 }), { items: [], total: 4, offset: 9, next_offset: null });
});

test.run();
