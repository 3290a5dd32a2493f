import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze, asksForNothing, MOST } from '../../../build/search/query/analyze.ts';
import { foldedWords } from '../../../build/search/text/tokens.ts';
import { Random } from '../../helpers/random.ts';

test('a query is split into words, phrases and exclusions', () => {
  const { words, phrases, excluded } = analyze('lamp "keeper of records" -oil -"spare wicks" light-house');
  assert.equal(words, ['lamp', 'light-house']);
  assert.equal(phrases, ['keeper of records']);
  assert.equal(excluded, ['oil', 'spare wicks']);
});

test('curly quotes quote, and an unclosed quote reaches to the end', () => {
  assert.equal(analyze('“fair use” «due process»').phrases, ['fair use', 'due process']);
  assert.equal(analyze('lamp "keeper of').phrases, ['keeper of']);
  assert.equal(analyze('"lamp"oil').phrases, ['lamp']);
});

test('punctuation around words is dropped, punctuation inside is kept', () => {
  assert.equal(analyze('(lamp), U.S.C. § 106(1) owner’s').words, ['lamp', 'U.S.C', '106(1', 'owner’s']);
});

test('equal words count once', () => {
  assert.equal(analyze('lamp oil lamp').words, ['lamp', 'oil']);
});

test('of terms that differ only in case, diacritics, punctuation or known spelling the first is kept', () => {
  assert.equal(analyze('Résumé resume of-the of.the OF/the U.S.C. usc u.s.c').words, [
    'Résumé',
    'of-the',
    'U.S.C',
  ]);
  assert.equal(analyze('"of the" "of-the" "Of.The" "of them"').phrases, ['of the', 'of them']);
  assert.equal(analyze('lamp -"a b" -a.b -A-B').excluded, ['a b']);
  // "u-s-c" does not mean "usc", and neither a phrase nor an exclusion is a word.
  assert.equal(analyze('u.s.c u-s-c').words, ['u.s.c', 'u-s-c']);
  const { words, phrases, excluded } = analyze('lamp "lamp" -lamp');
  assert.equal([words, phrases, excluded], [['lamp'], ['lamp'], ['lamp']]);
});

test('a last word that is repeated is still a prefix', () => {
  const { words, prefix } = analyze('lamp oil lamp');
  assert.equal(words, ['lamp', 'oil']);
  assert.not.ok(prefix, 'the last of the words is another one');
  assert.ok(analyze('oil lamp LAMP').prefix);
});

test('words beyond the bounds are dropped from the end', () => {
  const numbered = (count: number, make: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => make(i)).join(' ');
  const many = analyze(numbered(100, i => `w${i}`));
  assert.is(many.words.length, MOST.words);
  assert.is(many.words.at(-1), `w${MOST.words - 1}`);
  assert.not.ok(analyze(`${numbered(100, i => `w${i}`)} lamp`).prefix, 'the last word is not among them');
  const pairs = analyze(numbered(50, i => `"a${i} b${i}"`));
  assert.equal(pairs.phrases.length, MOST.words / 2);
  const long = analyze(`"${numbered(MOST.words + 1, i => `w${i}`)}" lamp`);
  assert.equal([long.phrases, long.words], [[numbered(MOST.words, i => `w${i}`)], []]);
  const excluding = analyze(`${numbered(60, i => `-w${i}`)} lamp`);
  assert.equal([excluding.excluded.length, excluding.words], [MOST.excluded, ['lamp']]);
  assert.is(analyze(numbered(60, i => `${i} CFR 1.${i},`)).citations.length, MOST.citations);
});

test('no text exceeds the bounds', () => {
  const random = new Random(11);
  const pieces = [
    'of',
    'the',
    'U.S.C',
    'usc',
    'a',
    '1',
    '-',
    '"',
    ' ',
    '.',
    '/',
    '§',
    'é',
    '\u0301',
    '17 USC 106',
    '中',
  ];
  for (let i = 0; i < 2000; i++) {
    const text = Array.from({ length: 500 }, () => random.pick(pieces))
      .join('')
      .slice(0, 500);
    const { words, phrases, excluded, citations } = analyze(text);
    assert.ok(foldedWords([...words, ...phrases].join(' ')).length <= MOST.words, text);
    assert.ok(foldedWords(excluded.join(' ')).length <= MOST.excluded, text);
    assert.ok(citations.length <= MOST.citations, text);
    for (const term of [...words, ...phrases, ...excluded]) assert.match(term, /[\p{L}\p{N}]/u);
  }
});

test('the last word is a prefix unless it is followed, short or has digits', () => {
  assert.ok(analyze('lamp keep').prefix);
  for (const text of ['lamp keep ', 'lamp ke', 'lamp "keep"', 'lamp -keep', 'keep 106', 'keep a106', 'keep.'])
    assert.not.ok(analyze(text).prefix, text);
});

test('a text of only punctuation, operators and exclusions is empty', () => {
  for (const text of ['', ' ', '"', '"" -', '- -- * ^', '-lamp', '-"lamp oil"', '\u0000', '\u200b'])
    assert.ok(asksForNothing(text), JSON.stringify(text));
  for (const text of ['a', '"a', 'AND', '中', '-a b', '²']) assert.not.ok(asksForNothing(text), text);
});

test('a text is empty exactly if its analysis is empty', () => {
  const random = new Random(8);
  const pieces = [
    'a',
    '-',
    '"',
    ' ',
    '“',
    '§',
    '7',
    '.',
    '\u200b',
    'é',
    '\u0301',
    '-"',
    '(',
    '17 USC 106',
    '²',
  ];
  for (let i = 0; i < 5000; i++) {
    const text = Array.from({ length: random.below(6) }, () => random.pick(pieces)).join('');
    const { words, phrases, citations } = analyze(text);
    const isEmpty = [...words, ...phrases, ...citations].length === 0;
    assert.is(asksForNothing(text), isEmpty, JSON.stringify(text));
  }
});

test('control characters and invisible ones separate words', () => {
  assert.equal(analyze('lamp\u0000oil\u200bwick').words, ['lamp', 'oil', 'wick']);
});

test('citations are recognised in phrases, but not in exclusions', () => {
  assert.equal(analyze('"17 USC 106"').citations, ['usc:17:106']);
  assert.equal(analyze('copies -"17 USC 106"').citations, []);
});

test.run();
