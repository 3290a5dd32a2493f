import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeKey } from '../../../../build/contract/search/typesense.ts';
import type { SearchFilters } from '../../../../build/contract/search.ts';
import { analyze } from '../../../../shim/search/query/analyze.ts';
import { condition } from '../../../../shim/search/typesense/formula.ts';
import * as request from '../../../../shim/search/typesense/request.ts';

const queryText = (q: string, demanded: string[] = []) => request.queryText(analyze(q), demanded);

test('phrases, exclusions, and words that are demanded', () => {
  assert.is(
    queryText('fair use "exclusive rights" -music -"sound recording"'),
    '"exclusive rights" -music -"sound recording"',
  );
  assert.is(queryText('of the', ['of', 'the']), 'of the');
  assert.is(queryText('fair use'), '*');
});

test('punctuation within a phrase parts words', () => {
  assert.is(queryText('"106(1)" -46–1'), '"106 1" -"46 1"');
  assert.is(queryText('"U.S.C."'), 'USC');
});

test('nothing of the query language comes from a client', () => {
  for (const q of [
    '"a && b || c',
    '"x:=[`y`]"',
    '"* a *"',
    '--a "b',
    '"a',
    'a" -" b',
    '- "a',
    '-"a -b" "c"',
  ]) {
    assert.match(queryText(q), /^\*$|^(-?("[\p{L}\p{N}\p{M} ]+"|[\p{L}\p{N}\p{M}]+)( |$))*$/u, q);
  }
});

test('a passage is looked for by what the forms of a word share, a phrase as it is', () => {
  const terms = request.tellingTerms(analyze('a recording copying "fair use of it" '));
  assert.equal(terms, ['fair use of it', 'recording', 'copying', 'a']);
  const searches = request.passageSearches(terms, ['d1', 'd2']);
  assert.equal(
    searches.map(({ q, prefix }) => [q, prefix]),
    [
      ['"fair use of it"', false],
      ['record', true],
      ['copying', true],
      ['a', true],
    ],
  );
  assert.is(searches[0]?.filter_by, 'document:=[d1,d2]');
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
  assert.is(request.filterText('a', request.filtersOf(NO_FILTERS)), 'part:>=0');
  assert.is(
    request.filterText('*', ['x:=1']),
    'part:=0 && x:=1',
    'without words, the first record stands for a document',
  );
  const filters = {
    ...NO_FILTERS,
    agency: ' `]  || X',
    title_number: 17,
    date_from: '2018-01-02',
    date_to: '2018-03-04',
  };
  assert.is(
    request.filterText('a', [...request.filtersOf(filters), request.citesFilter(['usc:17:106', 'x'], true)]),
    `part:>=0 && title_number:=17 && agency_key:=${encodeKey('`] || x')} && publication_date:>=20180102 && ` +
      `publication_date:<=20180304 && citations:=[${encodeKey('usc:17:106')},${encodeKey('x')}]`,
  );
});

test('every order is total, and documents without a value stand last', () => {
  assert.is(request.orderText(true), 'identifier_order:asc,_text_match:desc');
  assert.is(
    request.orderText(condition('labels:a')),
    '_eval(labels:a):desc,identifier_order:asc,_text_match:desc',
  );
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
