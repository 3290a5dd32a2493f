import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../build/contract/errors.ts';
import { LIST_LIMIT, MONTH_LIMIT } from '../../build/contract/page-sizes.ts';
import { readParams } from '../../build/contract/params.ts';
import * as queries from '../../build/contract/query.ts';
import { type Source, sourceOf } from '../../build/contract/sources.ts';
import { filterOf } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const fr = sourceOf('fr');
const parse = (source: Source, search: string) => queries.parseListQuery(source, readParams(search));
const canonical = (source: Source, search: string) => queries.canonicalQuery(source, parse(source, search));

/** Asserts that the query is refused, by a message that names all these texts. */
function assertRefused(source: Source, search: string, ...texts: string[]): void {
  const isRight = ({ status, code, message }: ApiError) =>
    status === 400 && code === 'INVALID_PARAMETER' && texts.every(text => message.includes(text));
  assert.throws(() => parse(source, search), isRight, search);
}

test('a query without parameters is the default list', () => {
  const first = {
    filters: [],
    sort: { field: 'identifier', descending: false },
    limit: 20,
    offset: 0,
    cursor: null,
  };
  assert.equal(parse(usc, ''), first);
  assert.equal(queries.firstPage(usc), first);
  assert.equal(parse(fr, '').sort, { field: 'publication_date', descending: true });
  assert.equal(parse(fr, ''), queries.firstPage(fr));
});

test('filters are typed and in the order of the table', () => {
  const { filters } = parse(usc, 'positive_law=1&status=in_force&title_number=17&chapter_number=010');
  assert.equal(
    filters.map(({ filter, value }) => [filter.param, value]),
    [
      ['title_number', 17],
      ['chapter_number', '010'],
      ['status', 'in_force'],
      ['positive_law', true],
    ],
  );
  const range = parse(fr, 'effective_date_to=2018-01-02&date_from=2018-01-01').filters;
  assert.equal(
    range.map(({ filter, value }) => [filter.field, filter.match, value]),
    [
      ['publication_date', 'from', '2018-01-01'],
      ['effective_date', 'to', '2018-01-02'],
    ],
  );
});

test('each filter of the specification is known, and other parameters are ignored', () => {
  const params: Record<Source['id'], string[]> = {
    usc: [
      'title_number',
      'chapter_number',
      'status',
      'positive_law',
      'legal_status',
      'has_chapter',
      'within',
    ],
    ecfr: [
      'title_number',
      'chapter_number',
      'part_number',
      'agency',
      'status',
      'legal_status',
      'has_chapter',
      'within',
    ],
    fr: [
      'document_type',
      'agency',
      'date_from',
      'date_to',
      'effective_date_from',
      'effective_date_to',
      'docket_id',
      'rin',
      'cfr_title',
      'cfr_part',
    ],
  };
  for (const id of ['usc', 'ecfr', 'fr'] as const) {
    assert.equal(
      sourceOf(id)
        .filters.map(({ param }) => param)
        .sort(),
      params[id].sort(),
    );
  }
  assert.equal(parse(usc, 'agency=x&fields=body&api_key=k&unknown=1'), queries.firstPage(usc));
});

test('an invalid value is refused with the allowed ones', () => {
  assertRefused(usc, 'limit=0', 'limit', '"0"', '1 to 100');
  assertRefused(usc, 'limit=101', 'limit', '1 to 100');
  assertRefused(usc, 'offset=-1', 'offset');
  assertRefused(usc, 'title_number=x', 'title_number', '"x"');
  assertRefused(usc, 'positive_law=yes', 'positive_law', 'true, false');
  assertRefused(
    usc,
    'sort=agency',
    'sort',
    '"agency"',
    'identifier, title_number, section_number, last_updated',
  );
  assertRefused(usc, 'sort=--identifier', 'sort');
  assertRefused(usc, 'sort=constructor', 'sort');
  assertRefused(usc, 'limit=20&limit=20', 'limit', 'more than once');
  assertRefused(
    fr,
    'document_type=Rule',
    'document_type',
    'rule, proposed_rule, notice, presidential_document',
  );
  assertRefused(fr, 'date_from=2018-02-30', 'date_from', 'YYYY-MM-DD');
  assertRefused(fr, 'sort=section_number', 'publication_date, document_number, identifier');
  assertRefused(usc, 'cursor=t17/s106', 'cursor', '/us/usc/');
  assertRefused(usc, 'sort=title_number&cursor=x', 'cursor', 'integer');
  assertRefused(usc, 'sort=title_number&cursor=-1', 'cursor', 'integer');
  assertRefused(usc, 'sort=last_updated&cursor=2018', 'cursor', 'YYYY-MM-DD');
  assertRefused(fr, 'cursor=/us/fr/2018-09910', 'cursor', 'publication_date');
  assertRefused(usc, 'cursor=&offset=x', 'offset');
});

test('an empty parameter is the same as a missing one, except the cursor', () => {
  const empty = 'limit=&offset=&sort=&status=&title_number&positive_law=&legal_status=';
  assert.equal(parse(usc, empty), queries.firstPage(usc));
  assert.equal(parse(fr, 'document_type=&date_from=&agency'), queries.firstPage(fr));
  assert.is(parse(usc, 'cursor').cursor, 'start');
  assertRefused(usc, 'limit=&limit=5', 'limit', 'more than once');
});

test('a cursor is empty, a value, a value with its identifier, or an identifier', () => {
  const cursor = (source: Source, search: string) => parse(source, search).cursor;
  assert.is(cursor(usc, 'cursor='), 'start');
  assert.is(cursor(usc, ''), null);
  assert.equal(cursor(usc, 'cursor=/us/usc/t17/s106'), { value: '/us/usc/t17/s106', identifier: null });
  assert.equal(cursor(usc, 'sort=-title_number&cursor=017'), { value: 17, identifier: null });
  assert.equal(cursor(usc, 'sort=title_number&cursor=17~/us/usc/t17/s1'), {
    value: 17,
    identifier: '/us/usc/t17/s1',
  });
  assert.equal(cursor(usc, 'sort=section_number&cursor=a~b~/us/usc/t1/s1'), {
    value: 'a~b',
    identifier: '/us/usc/t1/s1',
  });
  assert.equal(cursor(usc, 'sort=section_number&cursor=a~b'), { value: 'a~b', identifier: null });
  assert.equal(cursor(fr, 'cursor=2018-05-10'), { value: '2018-05-10', identifier: null });
});

test('a cursor without a value is an identifier, for fields that may lack a value', () => {
  assert.equal(parse(fr, 'cursor=~/us/fr/2018-1').cursor, { value: null, identifier: '/us/fr/2018-1' });
  assert.is(queries.cursorText({ value: null, identifier: '/us/fr/2018-1' }), '~/us/fr/2018-1');
  assertRefused(fr, 'cursor=~2018-1', 'YYYY-MM-DD');
  assertRefused(usc, 'sort=last_updated&cursor=~/us/usc/t1/s1', 'YYYY-MM-DD');
});

test('a cursor of a number has at most nine digits', () => {
  const value = 999_999_999;
  assert.equal(parse(usc, `sort=title_number&cursor=${value}`).cursor, { value, identifier: null });
  assertRefused(usc, `sort=title_number&cursor=1${value}`, 'cursor', 'integer');
});

test('a cursor of an identifier is read whole with any content', () => {
  const value = '/us/usc/t30/s44~/us/usc/t30/s45';
  assert.equal(parse(usc, `cursor=${encodeURIComponent(value)}`).cursor, { value, identifier: null });
});

test('in cursor mode the offset is 0', () => {
  assert.is(parse(usc, 'cursor=&offset=40').offset, 0);
  assert.is(parse(usc, 'offset=40').offset, 40);
});

test('a query has one canonical spelling', () => {
  assert.is(canonical(usc, 'limit=20&offset=0&sort=identifier'), '');
  assert.is(canonical(usc, 'cursor='), 'cursor=');
  assert.is(canonical(usc, 'offset=20'), 'sort=identifier&limit=20&offset=20');
  assert.is(canonical(usc, 'status=in_force&title_number=017'), 'title_number=17&status=in_force');
  assert.is(canonical(usc, 'positive_law=0'), 'positive_law=false');
  assert.is(canonical(usc, 'sort=-identifier'), 'sort=-identifier&limit=20');
  assert.is(canonical(usc, 'limit=5&cursor='), 'sort=identifier&limit=5&cursor=');
  assert.is(canonical(usc, 'cursor=/us/usc/t1/s1'), 'sort=identifier&limit=20&cursor=%2Fus%2Fusc%2Ft1%2Fs1');
  assert.is(
    canonical(fr, 'agency=A+%26+B,+“C”&cursor=2018-05-10~/us/fr/2018-1'),
    'agency=A%20%26%20B%2C%20%E2%80%9CC%E2%80%9D&sort=-publication_date&limit=20&cursor=2018-05-10~%2Fus%2Ffr%2F2018-1',
  );
});

test('a canonical query reads back as itself', () => {
  const searches = [
    'title_number=1&chapter_number=X%20%2F%20Y~&positive_law=true&limit=100&offset=9007199254740991',
    'sort=-section_number&cursor=28%E2%80%931~/us/usc/t30/s28%E2%80%931',
    'sort=last_updated&cursor=2020-01-01&status=100%25',
    "legal_status='(*)!~",
    'cursor=',
  ];
  for (const search of searches) {
    const query = parse(usc, search);
    assert.equal(parse(usc, queries.canonicalQuery(usc, query)), query);
    assert.is(canonical(usc, canonical(usc, search)), canonical(usc, search));
  }
});

test('the first page of filters has the filters alone in its spelling', () => {
  const active = [{ filter: filterOf(usc, 'title_number'), value: 17 }];
  assert.is(queries.canonicalQuery(usc, queries.firstPage(usc, active)), 'title_number=17');
});

test('a limit beyond the specification is refused', () => {
  assert.equal(LIST_LIMIT, { default: 20, max: 100 });
  assert.equal(MONTH_LIMIT, { default: 100, max: 500 });
  const month = (search: string) => queries.parseMonthQuery(readParams(search));
  assert.equal(month(''), { limit: 100, offset: 0 });
  assert.equal(month('limit=500&offset=7'), { limit: 500, offset: 7 });
  assert.throws(() => month('limit=501'), /1 to 500/);
});

test("a month's page has one canonical spelling", () => {
  assert.is(queries.canonicalMonthQuery({ limit: 100, offset: 0 }), '');
  assert.is(queries.canonicalMonthQuery({ limit: 100, offset: 100 }), 'limit=100&offset=100');
  assert.is(queries.canonicalMonthQuery({ limit: 5, offset: 0 }), 'limit=5&offset=0');
});

test.run();
