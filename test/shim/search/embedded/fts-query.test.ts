import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { matchExpressions } from '../../../../shim/search/embedded/fts-query.ts';
import { analyze } from '../../../../shim/search/query/analyze.ts';

test('words and phrases are quoted strings, all of them wanted', () => {
  const { texts, ranked, headings, excluded } = matchExpressions(analyze('lamp "oil wick" harbor '));
  assert.is(texts, '"lamp" AND "harbor" AND "oil wick"');
  assert.is(headings, '("lamp" AND "harbor" AND "oil wick") OR "lamp harbor"');
  assert.is(ranked, headings);
  assert.is(excluded, null);
});

test('the last word is a prefix, abbreviations have two spellings', () => {
  assert.is(matchExpressions(analyze('usc lamp')).texts, '("usc" OR "u.s.c") AND "lamp" *');
  assert.is(matchExpressions(analyze('C.F.R. ')).texts, '("C.F.R" OR "CFR")');
});

test('what is excluded stands apart', () => {
  const { texts, ranked, excluded } = matchExpressions(analyze('lamp -oil -"spare wick"'));
  assert.is(texts, '("lamp") NOT ("oil" OR "spare wick")');
  assert.is(ranked, texts);
  assert.is(excluded, '("oil" OR "spare wick")');
});

test('an unfinished word whose stem will be shorter is completed', () => {
  assert.is(matchExpressions(analyze('reproducin')).texts, '("reproducin" * OR "reproducing")');
});

test('operators in the text are words', () => {
  assert.is(
    matchExpressions(analyze('lamp AND NEAR(oil, 2) ')).texts,
    '"lamp" AND "AND" AND "NEAR(oil" AND "2"',
  );
});

test.run();
