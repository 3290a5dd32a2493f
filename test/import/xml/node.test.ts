import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { collapse } from '../../../build/import/xml/node.ts';

test('mixed blanks and line breaks become one blank inside and none at the ends', () => {
  const kinds = [' ', '\t', '\n', '\r', '  ', ' \n', '\n ', '   \t  ', '\t\t', '\r\n '];
  for (const blank of kinds)
    assert.is(collapse(`${blank}a${blank}b c${blank}`), 'a b c', JSON.stringify(blank));
  assert.is(collapse('a\u00a0\u00a0b'), 'a\u00a0\u00a0b');
});

test.run();
