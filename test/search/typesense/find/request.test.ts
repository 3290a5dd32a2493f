import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LIST_LIMIT } from '../../../../build/contract/page-sizes.ts';
import type { SearchFilters } from '../../../../build/contract/search-filters.ts';
import { analyze } from '../../../../build/search/query/analyze.ts';
import { encodeKey } from '../../../../build/search/typesense/encoding.ts';
import * as request from '../../../../build/search/typesense/find/request.ts';
import { textQueryOf } from '../../../../build/search/typesense/find/text-query.ts';
import { Random } from '../../../helpers/random.ts';

const textOf = (q: string, holding = 1000) =>
  textQueryOf(analyze(q), () => ({ holding, labelled: 0, long: [] }), false);
const queryText = (q: string) => request.matching(textOf(q), 60, []).q;

test('a search has phrases, exclusions and words, as stems', () => {
  assert.is(
    queryText('fair use "exclusive rights" -music -"sound recording"'),
    '"exclus right" -music -"sound record" fair us',
  );
});

test('words that are not weighed are filters of all fields that are read, and none of them is dropped', () => {
  const text = { ...textOf('-music ', 1), words: ['record'], filtered: [['agenc'], ['olo', 'oil lamp']] };
  const { q, filter_by } = request.matching(text, 60, ['x:=1']);
  assert.is(q, '-music record');
  const all = (fields: string) => {
    const held = (texts: string) => `(${fields.replaceAll(' ', `:[${texts}] || `)}:[${texts}])`;
    return `${held('agenc')} && ${held('olo,oil lamp')}`;
  };
  assert.is(filter_by, `x:=1 && ${all('heading acts kin names text words')}`);
  const inTexts = request.matching({ ...text, excluded: ['of sound'] }, 60, []);
  assert.is(inTexts.filter_by, all('text long_text'));
  const { q: labels, filter_by: others } = request.labelled({ ...text, labels: ['record', 'agenc'] }, 60, []);
  assert.equal([labels, others], ['-music record agenc', ''], 'headings may lack a word');
});

test('only phrases need long texts in order', () => {
  for (const q of ['fair use', 'fair use -music', '17 USC 106']) {
    assert.not(request.needsTexts(textOf(q)), q);
    assert.not.match(String(request.matching(textOf(q), 60, []).query_by), /long_text/);
    assert.is(request.citationsOf(textOf(q)), 'citations');
  }
  for (const q of ['"fair use"', '"rights" music', 'fair -"sound recording"']) {
    const { query_by, include_fields } = request.matching(textOf(q), 60, []);
    assert.equal(
      [query_by, include_fields, request.citationsOf(textOf(q))],
      ['text,long_text', 'id', 'text_citations'],
      q,
    );
    assert.equal(request.listed(textOf(q), []).query_by, 'text,long_text', q);
  }
});

test('client input adds no syntax to the query language', () => {
  for (const q of ['"a && b || c', '"x:=[`y`]"', '"* a *"', '--a "b', '"a', 'a" -" b', '- "a', '-"a -b" "c"'])
    assert.match(String(queryText(q)), /^(-?("[\p{L}\p{N} ]+"|[\p{L}\p{N}]+)( |$))*$/u, q);
});

test('only a word that no document holds is corrected', () => {
  assert.is(request.matching(textOf('keepers '), 60, []).num_typos, 0);
  const { num_typos, typo_tokens_threshold } = request.matching(textOf('keepers ', 0), 60, []);
  assert.equal([num_typos, typo_tokens_threshold], [2, 1]);
});

test('only an unfinished last word goes on', () => {
  assert.is(request.matching(textOf('keepers '), 60, []).prefix, false);
  assert.is(request.matching(textOf('keep', 0), 60, []).prefix, true);
});

test('words are dropped below a number of documents', () => {
  assert.is(request.matching(textOf('fair use '), 7, []).drop_tokens_threshold, 7);
  assert.is(request.listed(textOf('fair use '), []).drop_tokens_threshold, 0);
});

test('a search of labels asks for the same in heading and names alone', () => {
  const text = { ...textOf('fair use '), labels: ['use'] };
  const [all, labels] = [request.matching, request.labelled].map(make => make(text, 60, ['x:=1']));
  assert.is(labels?.q, 'use');
  assert.equal(
    { ...labels, q: '', query_by: '', query_by_weights: '' },
    { ...all, q: '', query_by: '', query_by_weights: '' },
  );
  assert.not.match(String(labels?.query_by), /text|words/);
  assert.match(String(all?.query_by), /,text,words$/, 'those of short texts and of long ones');
  for (const { query_by, query_by_weights } of [all!, labels!])
    assert.is(String(query_by).split(',').length, String(query_by_weights).split(',').length);
});

test('a list of documents leaves out those with an excluded text', () => {
  assert.is(request.listed(textOf('17 USC 106 -"fair use"'), ['x:=1']).q, '-"fair us"');
  assert.is(request.listed(textOf('17 USC 106'), ['x:=1']).q, '*');
});

const NO_FILTERS: SearchFilters = {
  source: null,
  title_number: null,
  document_type: null,
  agency: null,
  status: null,
  date_from: null,
  date_to: null,
  within: null,
};

test('filters are encoded in the language of Typesense', () => {
  assert.equal(request.filtersOf(NO_FILTERS), []);
  const filters = {
    ...NO_FILTERS,
    agency: ' `]  || X',
    title_number: 17,
    date_from: '2018-01-02',
    date_to: '2018-03-04',
    within: '/us/usc/t17',
  };
  const written = [...request.filtersOf(filters), request.keyFilter('citations', ['usc:17:106', 'x'])];
  assert.is(
    request.listed(textOf('a'), written).filter_by,
    `title_number:=17 && agency_key:=${encodeKey('`] || x')} && publication_date:>=20180102 && ` +
      `publication_date:<=20180304 && levels:=[${encodeKey('/us/usc/t17')}] && citations:=[${encodeKey('usc:17:106')},${encodeKey('x')}]`,
  );
  assert.is(request.keyFilter('cited_keys', []), 'cited_keys:=[none]', 'no document');
});

test('known documents are read by their ids, or put before others', () => {
  const { filter_by, per_page } = request.ofIds(['a', 'b']);
  assert.equal([filter_by, per_page], ['id:[a,b]', 2]);
  assert.equal(request.withRecords(['a', 'b']), { pinned_hits: 'a:1000000000,b:1000000001' });
  assert.is(request.withRecords([]).pinned_hits, undefined, 'an empty list is none');
});

test('where all words are filters, everything is searched', () => {
  const { q, filter_by } = request.matching(textOf('section ', 30_000), 40, ['source:=x']);
  assert.is(q, '*');
  assert.match(String(filter_by), /^source:=x && \(heading:\[section\] \|\| /);
});

test('matches are put in order where words or phrases are weighed, and others come as they were written', () => {
  const sortOf = (q: string, holding: number) => request.matching(textOf(q, holding), 40, []).sort_by;
  const weighed = '_text_match:desc,precedence:desc';
  assert.equal(
    [sortOf('section ', 30_000), sortOf('section ', 5), sortOf('"section"', 5)],
    ['_seq_id:asc', weighed, weighed],
  );
  const counting = [...request.factsOfWord('section'), request.holders(['a']), request.ofIds(['a'])];
  assert.equal([...new Set(counting.map(({ sort_by }) => sort_by))], ['_seq_id:asc']);
});

test('records of values are counted where facets have many values', () => {
  assert.equal(request.valuesFor(['source', 'status', 'granularity', 'document_type']), []);
  const values = request.valuesFor(['source', 'agency']);
  assert.equal([values.length, values[0], values[127]], [128, 'values-0', 'values-127']);
  assert.match(String(request.ofIds(['a']).include_fields), /^id,hit,/);
});

test('a search for days has no hits and no other facets', () => {
  const search: request.Parameters = {
    ...request.listed(textOf('a'), []),
    ...request.faceted(['source', 'level'], ['/us/usc/t17']),
    sort_by: 'x:asc',
  };
  assert.is(search.facet_query, `level:${encodeKey('/us/usc/t17')}`);
  assert.is(request.faceted(['level'], null).facet_query, 'level:none');
  const { per_page, include_fields, facet_by, facet_query, q } = request.countingDays(search);
  assert.is(facet_query, undefined, 'that of a facet that is not asked for');
  assert.equal([per_page, include_fields, facet_by, q], [0, 'id', 'publication_date', search.q]);
  assert.is(request.faceted([], null).facet_by, undefined);
  const outermost = request.faceted(['level', 'publication_date'], []);
  assert.equal([outermost.facet_by, outermost.facet_query], ['outermost,publication_year', undefined]);
  assert.is(request.faceted(['level', 'status', 'agency', 'source'], null).facet_by, 'level,combined,agency');
});

test('the smallest page that holds a slice is one that the server makes', () => {
  const random = new Random(5);
  for (let i = 0; i < 5000; i++) {
    const offset = random.below(random.chance(0.5) ? 500 : 1_000_000_000);
    const limit = 1 + random.below(LIST_LIMIT.max);
    const { page, start } = request.pageOf({ offset, limit });
    const [size, number] = [Number(page.per_page), Number(page.page)];
    const told = JSON.stringify({ offset, limit, size });
    assert.ok(size <= 200, told);
    assert.is((number - 1) * size + start, offset, told);
    assert.ok(start + limit <= size, told);
    for (let less = limit; less < size; less++) assert.ok((offset % less) + limit > less, told);
  }
});

test('an aligned slice is a page, another is in a slightly larger one', () => {
  const pageOf = (offset: number, limit: number) => request.pageOf({ offset, limit });
  assert.equal(pageOf(40, 20), { page: { per_page: 20, page: 3 }, start: 0 });
  assert.equal(pageOf(37, 20), { page: { per_page: 29, page: 2 }, start: 8 });
  assert.is(pageOf(Number.MAX_SAFE_INTEGER, 1).page.page, 1_000_000_001);
});

const ASCENDING = 'identifier_place:asc,identifier_place_rest:asc';
const DESCENDING = 'identifier_place:desc,identifier_place_rest:desc';

test('every order is total, and one direction the reverse of the other', () => {
  assert.is(request.firstWith('cited_keys', []), ASCENDING);
  assert.is(
    request.firstWith('citations', ['a', 'b']),
    `_eval(citations:=${encodeKey('a')} || citations:=${encodeKey('b')}):desc,${ASCENDING}`,
  );
  assert.is(request.sortText({ field: 'identifier', descending: true }), DESCENDING);
  assert.is(
    request.sortText({ field: 'document_number', descending: true }),
    `document_number_place(missing_values:first):desc,${DESCENDING}`,
  );
  assert.is(
    request.sortText({ field: 'publication_date', descending: true }),
    `publication_date(missing_values:last):desc,${DESCENDING}`,
  );
  assert.is(
    request.sortText({ field: 'publication_date', descending: false }),
    `publication_date(missing_values:first):asc,${ASCENDING}`,
  );
});

test.run();
