import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { foldedWords, stem } from '../../../build/search/text/tokens.ts';
import { stemsOf, tellingStems } from '../../../build/search/typesense/stems.ts';

test('a text becomes the stems of its words in order, function words included', () => {
  assert.is(stemsOf('Copying the Public Records (1998).'), 'copi the public record 1998');
  assert.is(stemsOf(''), '');
  assert.is(stemsOf('—§…'), '');
});

test('punctuation of any script separates words, and diacritics do not count', () => {
  assert.is(stemsOf('States—the owner’s “right” 46–1'), 'state the owner s right 46 1');
  assert.is(stemsOf('Curac\u0327ao curaçao'), 'curacao curacao');
  assert.is(stemsOf('中文 e\u0301'), '中文 e');
});

test('the stems are those of the other engine', () => {
  const text = 'Lighthouse keepers’ obligations, re-examined: 40 CFR §52.220(a) and happiness.';
  assert.is(stemsOf(text), foldedWords(text).map(stem).join(' '));
});

test('dotted letters are one word, wherever they are', () => {
  assert.is(stemsOf('17 U.S.C. 106, u.s.c.106'), '17 usc 106 usc 106');
  assert.is(stemsOf('Inc. and 1.1'), 'inc and 1 1');
});

test('what Typesense would drop is left out, and too long a word is shortened', () => {
  assert.is(stemsOf('ʻ ½ Hawaiʻi'), 'hawaii');
  assert.equal(tellingStems(['ʻ', '½']), []);
  assert.is(stemsOf('x'.repeat(300)).length, 64);
});

test('telling stems leave out function words and join dotted letters', () => {
  assert.equal(tellingStems(['the', 'records', 'of', 'keepers']), ['record', 'keeper']);
  assert.equal(tellingStems(['u', 's', 'c']), ['usc']);
  assert.equal(tellingStems(['s']), ['s']);
});

test.run();
