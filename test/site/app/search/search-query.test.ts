import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import {
  hasDates,
  readSearch,
  type SearchState,
  SHOWN_FACETS,
  SORTS,
  searchPath,
  searchTarget,
  withFilter,
} from '../../../../build/site/app/search/search-query.ts';

const FULL: SearchState = {
  q: '"fair use" & more',
  filters: {
    source: 'fr',
    title_number: '17',
    document_type: 'rule',
    agency: 'Lights & Buoys, Office of',
    status: 'in_force',
    date_from: '2018-01-01',
    date_to: '2018-12-31',
    within: '/us/usc/t17/ch1',
  },
  sort: '-publication_date',
  offset: 40,
};

test('a search survives the way to its address and back', () => {
  for (const state of [FULL, { q: 'a', filters: {}, sort: '', offset: 0 }]) {
    const path = searchPath(state);
    assert.equal(readSearch(path.slice('/search'.length)), state);
  }
  assert.is(searchPath(readSearch('')), '/search');
  assert.is(searchPath(readSearch('?q=a+b&x=1&offset=-3&limit=7&status=')), '/search?q=a%20b');
  for (const offset of ['1.5', '-3', 'x', '1e300'])
    assert.is(readSearch(`?offset=${offset}`).offset, 0, offset);
});

test('the API parses the target of a search', () => {
  const target = searchTarget(FULL) ?? '';
  const asked = parseSearchQuery(readParams(target.slice('/api/search?'.length)));
  assert.equal([asked.q, asked.offset, asked.facets], [FULL.q, 40, SHOWN_FACETS]);
  assert.equal(asked.sort, { field: 'publication_date', descending: true });
  assert.equal(asked.filters, { ...FULL.filters, title_number: 17 });
  for (const [sort] of SORTS)
    parseSearchQuery(readParams(searchTarget({ ...FULL, sort })?.split('?')[1] ?? ''));
});

test('a search without a query has no target', () => {
  assert.is(searchTarget(readSearch('')), null);
  assert.is(searchTarget(readSearch('?q=%20&source=usc')), null);
});

test('a new filter goes to the first hit and keeps the other filters', () => {
  const narrowed = withFilter(FULL, 'source', 'usc');
  assert.equal(
    [narrowed.filters.source, narrowed.filters.agency, narrowed.offset],
    ['usc', FULL.filters.agency, 0],
  );
  const wider = withFilter(FULL, 'date_from', null);
  assert.not.ok('date_from' in wider.filters);
  assert.ok(hasDates(wider), 'the other end is left');
  assert.not.ok(hasDates(withFilter(wider, 'date_to', '')));
});

test.run();
