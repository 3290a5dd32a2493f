import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeKey } from '../../../../build/contract/search/typesense.ts';
import type { SearchFilters } from '../../../../build/contract/search.ts';
import { analyze } from '../../../../shim/search/query/analyze.ts';
import * as request from '../../../../shim/search/typesense/request.ts';

const queryText = (q: string) => request.queryText(analyze(q));

test('words, phrases and exclusions', () => {
  assert.is(
    queryText('fair use "exclusive rights" -music -"sound recording"'),
    'fair use "exclusive rights" -music -"sound recording"',
  );
});

test('punctuation within a word makes a phrase', () => {
  assert.is(queryText('106(1) applies 46–1'), '"106 1" applies "46 1"');
  assert.is(queryText('U.S.C. text'), 'USC text');
});

test('the last word has its parts alone while it may go on', () => {
  assert.is(queryText('a non-prof'), 'a non prof');
  assert.is(queryText('a non-prof '), 'a "non prof"');
});

test('nothing of the query language comes from a client', () => {
  for (const q of ['a && b || c', 'x:=[`y`]', '* a *', '--a b', '"a', 'a" -" b', '- a', '-"a -b" c']) {
    assert.match(queryText(q), /^(-?("[\p{L}\p{N}\p{M} ]+"|[\p{L}\p{N}\p{M}]+)( |$))*$/u, q);
  }
});

test('exclusions alone', () => {
  assert.is(request.queryOfExclusions(analyze('17 USC 106 -music')), '-music');
  assert.is(request.queryOfExclusions(analyze('17 USC 106')), '*');
});

const NO_FILTERS: SearchFilters = {
  source: null,
  title_number: null,
  document_type: null,
  agency: null,
  status: null,
  date_from: null,
  date_to: null,
};

test('filters', () => {
  assert.is(request.filterText(request.filtersOf(NO_FILTERS)), '');
  const filters = {
    ...NO_FILTERS,
    agency: ' `]  || X',
    title_number: 17,
    date_from: '2018-01-02',
    date_to: '2018-03-04',
  };
  assert.is(
    request.filterText([...request.filtersOf(filters), request.citesFilter(['usc:17:106', 'x'], true)]),
    `title_number:=17 && agency_key:=${encodeKey('`] || x')} && publication_date:>=20180102 && ` +
      `publication_date:<=20180304 && citations:=[${encodeKey('usc:17:106')},${encodeKey('x')}]`,
  );
});

test('every order is total, and documents without a value stand last', () => {
  assert.is(request.sortText(null), '_text_match:desc,identifier_order:asc');
  assert.is(
    request.sortText({ field: 'identifier', descending: true }),
    'identifier_order:desc,_text_match:desc',
  );
  assert.is(
    request.sortText({ field: 'document_number', descending: true }),
    'document_number_order(missing_values:last):desc,identifier_order:asc,_text_match:desc',
  );
});

test.run();
