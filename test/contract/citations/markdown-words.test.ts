import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markdownWords } from '../../../build/contract/citations/markdown-words.ts';

test('No invisible character of Unicode comes between the words', () => {
  const left: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (!/\p{Cf}/u.test(character)) continue;
    if (markdownWords(`§ 1${character}06`) !== '§ 106') left.push(point.toString(16));
  }
  assert.equal(left, []);
});

test('Letters, quotes, marks and dashes beside them stay, white space is single blanks', () => {
  assert.is(markdownWords('“Peña”\u00a0\n§\u2003106\u2013a\u00ad, *see* \\*'), '“Peña” § 106-a, see *');
  assert.is(markdownWords('’…—\u2028中😀'), '’…- 中😀');
});

test.run();
