import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { excerptOf, shortened } from '../../../../build/site/app/read/preview/excerpt.ts';

const TEXT = `§ 107. Lamps

The keeper lights
the following lamps:

(1) the great lamp; and

(2) the small lamp.`;

const isHeading = (block: string): boolean => block.startsWith('§');

test('an excerpt begins behind the heading', () => {
  assert.is(
    excerptOf(TEXT, isHeading, []),
    'The keeper lights the following lamps: (1) the great lamp; and (2) the small lamp.',
  );
  assert.match(excerptOf(TEXT, () => false, []) ?? '', /^§ 107\. Lamps The keeper/);
  assert.is(excerptOf('§ 107. Lamps\n\n', isHeading, []), null);
  assert.is(excerptOf('', isHeading, []), null);
  assert.is(excerptOf('§ 1. A\n\n§ 2. B', isHeading, []), '§ 2. B', 'only the first block is the heading');
});

test('a long introduction is cut before the cited paragraph, not the paragraph', () => {
  const long = `§ 1.\n\n${'The keeper lights lamps, '.repeat(40)}\n\n(2) the small lamp.`;
  const excerpt = excerptOf(long, isHeading, ['a', '2']) ?? '';
  assert.match(excerpt, /^The keeper lights .{100,150} … \(2\) the small lamp\.$/);
  assert.not.match(excerptOf(long, isHeading, []) ?? '', /small lamp/);
  assert.not.match(excerptOf(long, isHeading, ['3']) ?? '', /small lamp/);
});

test('words are cut behind a word, and half a character goes', () => {
  assert.is(shortened('one two three', 9), 'one two …');
  assert.is(shortened('one, two', 6), 'one …');
  assert.is(shortened('one two', 7), 'one two');
  assert.is(shortened('abcdefghij', 5), 'abcde …', 'a long word is cut within');
  assert.is(
    excerptOf('Lamps\uFFFD', () => false, []),
    'Lamps',
  );
  assert.ok((excerptOf('word '.repeat(1000), () => false, []) ?? '').length <= 425);
});

test.run();
