import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRange } from '../../build/contract/range.ts';

/** RFC 9110 §14.1.2. */

test('a single range is clipped to the representation', () => {
  for (const [header, first, last] of [
    ['bytes=0-0', 0, 0],
    ['bytes=0-499', 0, 499],
    ['bytes=500-', 500, 999],
    ['bytes=999-', 999, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-1000', 0, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=10-99999999999999999999', 10, 999],
    ['BYTES=1-2', 1, 2],
    [' bytes=1-2 ', 1, 2],
  ] as const) {
    assert.equal(parseRange(header, 1000), { first, last }, header);
  }
});

test('a range outside the representation is unsatisfiable', () => {
  for (const header of ['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=99999999999999999999-'])
    assert.is(parseRange(header, 1000), 'unsatisfiable', header);
  assert.is(parseRange('bytes=0-', 0), 'unsatisfiable');
  assert.is(parseRange('bytes=-1', 0), 'unsatisfiable');
});

test('a malformed range, or several, gives the whole', () => {
  for (const header of [
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'lines=0-1',
    'bytes=0-1,3-4',
    'bytes=1.5-2',
  ])
    assert.is(parseRange(header, 1000), null, header);
});

test.run();
