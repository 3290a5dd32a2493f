import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchFilters } from '../../../../build/contract/search-filters.ts';
import { analyze } from '../../../../build/search/query/analyze.ts';
import { condition } from '../../../../build/search/typesense/find/formula.ts';
import * as request from '../../../../build/search/typesense/find/request.ts';
import { encodeKey } from '../../../../build/search/typesense/record.ts';

const queryText = (q: string, demanded: string[] = []) => request.queryText(analyze(q), demanded).q;

test('a query text has phrases, exclusions and required words', () => {
  assert.is(
    queryText('fair use "exclusive rights" -music -"sound recording"'),
    '"exclusive rights" -music -"sound recording"',
  );
  assert.is(queryText('of the', ['of', 'the']), 'of the');
  assert.is(queryText('fair use'), '*');
});

const isInSome = (q: string, demanded: string[] = []) => request.queryText(analyze(q), demanded).isInSome;

test('phrases are looked for in all records of a document, single words in the first', () => {
  for (const q of ['fair use', '"rights"', 'fair use -music']) assert.not(isInSome(q), q);
  assert.not(isInSome('of the', ['of', 'the']));
  for (const q of ['"fair use"', '"106(1)"', 'fair -"sound recording"', '"U.S.C."', '-U.S.C. title'])
    assert.ok(isInSome(q), q);
});

test('punctuation within a phrase separates words', () => {
  assert.is(queryText('"106(1)" -46–1'), '"106 1" -"46 1"');
  assert.is(queryText('"U.S.C."'), 'USC');
});

test('client input adds no syntax to the query language', () => {
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

const PHRASE = { q: '"a b"', isInSome: true };

const NO_FILTERS: SearchFilters = {
  source: null,
  title_number: null,
  document_type: null,
  agency: null,
  status: null,
  date_from: null,
  date_to: null,
};

test('filters are encoded in the language of Typesense', () => {
  assert.is(request.filterText(PHRASE, request.filtersOf(NO_FILTERS)), 'part:>=0');
  assert.is(request.filterText({ q: '*', isInSome: false }, ['x:=1']), 'part:=0 && x:=1');
  const filters = {
    ...NO_FILTERS,
    agency: ' `]  || X',
    title_number: 17,
    date_from: '2018-01-02',
    date_to: '2018-03-04',
  };
  assert.is(
    request.filterText(PHRASE, [
      ...request.filtersOf(filters),
      request.citesFilter(['usc:17:106', 'x'], true),
    ]),
    `part:>=0 && title_number:=17 && agency_key:=${encodeKey('`] || x')} && publication_date:>=20180102 && ` +
      `publication_date:<=20180304 && citations:=[${encodeKey('usc:17:106')},${encodeKey('x')}]`,
  );
});

test('a counting search is ordered by a number and has no hits', () => {
  const { sort_by, per_page, filter_by } = request.counting({
    filter_by: 'x:=1',
    sort_by: 'identifier_order:asc',
  });
  assert.equal({ sort_by, per_page, filter_by }, { sort_by: 'part:asc', per_page: 0, filter_by: 'x:=1' });
});

test('records are grouped by document if any record may match', () => {
  assert.is(request.commonParameters(PHRASE, [], false).group_by, 'document');
  assert.is(request.commonParameters({ q: 'the', isInSome: false }, [], false).group_by, undefined);
});

test('every order is total, and one direction the reverse of the other', () => {
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
    'document_number_order(missing_values:first):desc,identifier_order:desc,_text_match:desc',
  );
  assert.is(
    request.sortText({ field: 'publication_date', descending: true }),
    'publication_date(missing_values:last):desc,identifier_order:desc,_text_match:desc',
  );
  assert.is(
    request.sortText({ field: 'publication_date', descending: false }),
    'publication_date(missing_values:first):asc,identifier_order:asc,_text_match:desc',
  );
});

test.run();
