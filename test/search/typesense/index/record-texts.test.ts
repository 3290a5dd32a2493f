import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textsOf } from '../../../../build/search/typesense/index/record-texts.ts';

test('a short text has one record without other words', () => {
  assert.equal(textsOf('The owner’s right.'), [{ body: 'The owner\u001f’\u001fs right.' }]);
});

test('dotted abbreviations are found without dots', () => {
  assert.is(textsOf('See 17 U.S.C. 106 and U.S.C. 107, 1 C.F.R. 1.1; etc.')[0]?.also, 'usc cfr');
});

test('each part of a long text has the words that only other parts hold', () => {
  const filler = 'common '.repeat(4_000);
  const parts = textsOf(`alpha ${filler}${filler}${filler}omega`);
  assert.ok(parts.length > 1);
  assert.is(parts[0]?.also, 'omega');
  assert.is(parts.at(-1)?.also, 'alpha');
});

test.run();
