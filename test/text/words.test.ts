import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { plainText } from '../../build/text/plain.ts';
import { realTest } from '../helpers/real-corpora.ts';
import { realBodies } from './real-bodies.ts';

/**
 * The words of a text, found without any parser: runs of letters and digits. Emphasis marks are removed first, in the Markdown
 * and in the text alike (literal asterisks of prose remain in both), because words touch across them: `the*Federal Register*`.
 */
function words(text: string): string[] {
  return text.replace(/[*_]/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Removes markup of the real documents that contains letters or digits, or that words touch across. */
function withoutMarkup(markdown: string): string {
  return (
    markdown
      // A superscript after a digit stays separate from it (10^6 is not 106).
      .replace(/(?<=\d)<sup>/g, '^')
      .replace(/<\/?su[bp]>/g, '')
  );
}

function firstDifference(actual: readonly string[], expected: readonly string[]): string {
  const at = expected.findIndex((word, index) => actual[index] !== word);
  const from = Math.max(0, (at < 0 ? expected.length : at) - 5);
  return `… ${actual.slice(from, from + 12).join(' ')} … instead of … ${expected.slice(from, from + 12).join(' ')} …`;
}

realTest(test, 'every real text has the words of its body in order', corpora => {
  let documents = 0;
  for (const [path, body] of realBodies(corpora)) {
    const actual = words(plainText(body));
    const expected = words(withoutMarkup(body));
    if (actual.join(' ') !== expected.join(' '))
      assert.unreachable(`${path}: ${firstDifference(actual, expected)}`);
    documents += 1;
  }
  assert.is(documents, 14_084);
});

const LEFTOVERS: readonly (readonly [string, RegExp])[] = [
  ['a row of pipes', /^[ \t]*\||\|[ \t]*$/m],
  ['the delimiter row of a table', /^[ \t|:-]*--[ \t|:-]*$/m],
  ['a heading marker', /^#{1,6} /m],
  ['a quote marker', /^> /m],
  ['a footnote mark', /\[\^\w+\]/],
  ['a tag', /<\/?su[bp]>/],
  ['a character reference', /&(?:amp|lt|gt|nbsp|#\d+);/],
  ['a blank line too many', /\n\n\n/],
  ['white space at a line end', /[ \t]\n/],
];

realTest(test, 'no real text has markup', corpora => {
  for (const [path, body] of realBodies(corpora)) {
    const text = plainText(body);
    for (const [what, pattern] of LEFTOVERS) {
      const found = pattern.exec(text);
      if (found)
        assert.unreachable(
          `${path}: ${what} in ${JSON.stringify(text.slice(found.index, found.index + 80))}`,
        );
    }
    assert.match(text, /^[^\n].*[^\n]\n$/s);
  }
});

test.run();
