import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze, asksForNothing, isEmptyAnalysis } from '../../../build/contract/search/analyze.ts';
import { Random } from '../../helpers/random.ts';

test('words, phrases and exclusions are told apart', () => {
  const { words, phrases, excluded } = analyze('lamp "keeper of records" -oil -"spare wicks" light-house');
  assert.equal(words, ['lamp', 'light-house']);
  assert.equal(phrases, ['keeper of records']);
  assert.equal(excluded, ['oil', 'spare wicks']);
});

test('curly quotes quote, and a quote without its partner reaches to the end', () => {
  assert.equal(analyze('“fair use” «due process»').phrases, ['fair use', 'due process']);
  assert.equal(analyze('lamp "keeper of').phrases, ['keeper of']);
  assert.equal(analyze('"lamp"oil').phrases, ['lamp']);
});

test('punctuation around words is dropped, that inside stays', () => {
  assert.equal(analyze('(lamp), U.S.C. § 106(1) owner’s').words, ['lamp', 'U.S.C', '106(1', 'owner’s']);
});

test('equal words count once', () => {
  assert.equal(analyze('lamp oil lamp').words, ['lamp', 'oil']);
});

test('the last word is a prefix unless something follows it, or it is short, or has digits', () => {
  assert.ok(analyze('lamp keep').prefix);
  for (const text of ['lamp keep ', 'lamp ke', 'lamp "keep"', 'lamp -keep', 'keep 106', 'keep a106', 'keep.'])
    assert.not.ok(analyze(text).prefix, text);
});

test('nothing but punctuation, operators and exclusions asks for nothing', () => {
  for (const text of ['', ' ', '"', '"" -', '- -- * ^', '-lamp', '-"lamp oil"', '\u0000', '\u200b'])
    assert.ok(asksForNothing(text), JSON.stringify(text));
  for (const text of ['a', '"a', 'AND', '中', '-a b', '²']) assert.not.ok(asksForNothing(text), text);
});

test('a text asks for nothing where its analysis is empty', () => {
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
    assert.is(asksForNothing(text), isEmptyAnalysis(analyze(text)), JSON.stringify(text));
  }
});

test('control characters and invisible ones part words', () => {
  assert.equal(analyze('lamp\u0000oil\u200bwick').words, ['lamp', 'oil', 'wick']);
});

test('citations are recognised in phrases, but not in exclusions', () => {
  assert.equal(analyze('"17 USC 106"').citations, ['usc:17:106']);
  assert.equal(analyze('copies -"17 USC 106"').citations, []);
});

test.run();
