import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../build/contract/errors.ts';
import { readParams } from '../../build/contract/params.ts';
import { RESOURCES } from '../../build/contract/resources.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import { SEARCH_FILTER_NAMES } from '../../build/contract/search-filter-names.ts';
import { EQUAL_FILTERS } from '../../build/contract/search-filters.ts';
import { searchQuery } from '../../build/pages/openapi/parameters.ts';
import { search } from '../../shim/mcp/tools/search.ts';

const test = suite('search filters');
const filtersOf = (query: string) => parseSearchQuery(readParams(`q=x&${query}`)).filters;

test('a filter that is not given is null', () => {
  assert.equal(filtersOf(''), {
    source: null,
    title_number: null,
    document_type: null,
    agency: null,
    status: null,
    date_from: null,
    date_to: null,
    within: null,
  });
});

test('each filter is read by its type', () => {
  assert.equal(
    filtersOf(
      'source=usc&title_number=017&document_type=rule&agency=A&status=s&date_from=2018-01-02&date_to=2018-01-03&within=t17%2Fch1',
    ),
    {
      source: 'usc',
      title_number: 17,
      document_type: 'rule',
      agency: 'A',
      status: 's',
      date_from: '2018-01-02',
      date_to: '2018-01-03',
      within: 't17/ch1',
    },
  );
});

test('a value that its row does not allow is refused', () => {
  for (const query of [
    'source=xyz',
    'title_number=-1',
    'title_number=a',
    'document_type=law',
    'date_from=2018-13-01',
    'date_to=x',
  ])
    assert.throws(
      () => filtersOf(query),
      (error: unknown) => error instanceof ApiError && error.status === 400,
      query,
    );
});

test('filters by value are those that compare a field of their own name', () => {
  assert.equal(EQUAL_FILTERS, ['source', 'title_number', 'document_type', 'status']);
});

test('address, description and MCP have every filter of the table', () => {
  for (const name of SEARCH_FILTER_NAMES) {
    assert.ok((RESOURCES.search.query as readonly string[]).includes(name), name);
    assert.ok(name in searchQuery(), name);
    assert.ok(name in search.input.properties, name);
  }
});

test.run();
