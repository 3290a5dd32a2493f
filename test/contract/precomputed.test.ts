import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../build/contract/params.ts';
import { monthNotPrecomputed, notPrecomputed, precomputedLists } from '../../build/contract/precomputed.ts';
import { firstPage, parseListQuery } from '../../build/contract/query.ts';
import { type Source, sourceOf } from '../../build/contract/sources.ts';

const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');
const fr = sourceOf('fr');

const whyNot = (source: Source, search: string) =>
  notPrecomputed(source, parseListQuery(source, readParams(search)));

function assertFiles(source: Source, searches: readonly string[]): void {
  for (const search of searches) assert.is(whyNot(source, search), null, `${source.id} ${search}`);
}

function assertNone(source: Source, reasons: Readonly<Record<string, string>>): void {
  for (const [search, reason] of Object.entries(reasons))
    assert.is(whyNot(source, search), reason, `${source.id} ${search}`);
}

test('the unfiltered default list is precomputed in both modes', () => {
  const cursor = 'cursor=/us/usc/t1/s1';
  assertFiles(usc, [
    '',
    'offset=20',
    'offset=100000',
    'cursor=',
    cursor,
    'sort=identifier&limit=20',
    `limit=20&${cursor}`,
  ]);
});

test('a list in another order, size or place is not precomputed', () => {
  assertNone(usc, {
    'sort=-identifier': 'sort',
    'sort=title_number': 'sort',
    'limit=19': 'limit',
    'limit=100': 'limit',
    'offset=10': 'offset',
    'offset=19': 'offset',
    'limit=10&offset=10': 'limit',
  });
});

test('each page of a single filter is precomputed, of titles in both modes', () => {
  assertFiles(usc, [
    'title_number=17',
    'title_number=17&offset=40',
    'title_number=17&cursor=',
    'status=repealed',
    'status=repealed&offset=20',
    'positive_law=true&offset=4000',
    'chapter_number=1&offset=20',
  ]);
  assertFiles(ecfr, [
    'agency=X',
    'agency=X&offset=20',
    'part_number=1&offset=20',
    'title_number=1&offset=20',
  ]);
  assertNone(usc, {
    'title_number=17&status=repealed': 'filters',
    'status=repealed&cursor=': 'filters',
    'title_number=17&sort=-identifier': 'sort',
  });
});

test('of a level only the first page is precomputed, in one mode and in either spelling', () => {
  for (const source of [usc, ecfr]) {
    assertFiles(source, ['within=t1', 'within=t1/p1', `within=${source.namespace}t1/p1&limit=20&offset=0`]);
    assertNone(source, {
      'within=t1&offset=20': 'depth',
      'within=t1&cursor=': 'filters',
      'within=t1&title_number=1': 'filters',
      'within=t1&limit=50': 'limit',
    });
  }
});

test('only the front of the Federal Register is precomputed', () => {
  assertFiles(fr, [
    '',
    'offset=480',
    'sort=-publication_date',
    'document_type=rule',
    'document_type=rule&offset=480',
    'agency=X',
    'agency=X&offset=80',
    'cursor=2018-01-01',
  ]);
  assertNone(fr, {
    'offset=500': 'depth',
    'document_type=rule&offset=500': 'depth',
    'agency=X&offset=100': 'depth',
    'sort=publication_date': 'sort',
    'date_from=2018-01-01': 'filters',
    'rin=2060-AU24': 'filters',
    'agency=X&cursor=': 'filters',
  });
});

test('each page of a month in default size is precomputed', () => {
  const month = (limit: number, offset: number) => monthNotPrecomputed({ limit, offset });
  assert.equal([month(100, 0), month(100, 300)], [null, null]);
  assert.equal([month(20, 0), month(500, 500), month(100, 50)], ['limit', 'limit', 'offset']);
});

test('the build makes each page that the rule expects', () => {
  const named = (source: Source) =>
    precomputedLists(source, 'all').map(({ filter, isByCursor, pages }) => [
      filter?.param ?? '',
      isByCursor,
      pages,
    ]);
  assert.equal(named(fr), [
    ['', false, 25],
    ['', true, 25],
    ['document_type', false, 25],
    ['agency', false, 5],
  ]);
  const all = Number.POSITIVE_INFINITY;
  assert.equal(
    named(ecfr).filter(([param]) => param === 'title_number'),
    [
      ['title_number', false, all],
      ['title_number', true, all],
    ],
  );
  for (const source of [usc, ecfr, fr]) {
    for (const { filter, isByCursor, pages } of precomputedLists(source, 'all')) {
      const filters = filter ? [{ filter, value: 1 }] : [];
      const first = { ...firstPage(source, filters), cursor: isByCursor ? ('start' as const) : null };
      const page = (number: number) => notPrecomputed(source, { ...first, offset: 20 * number });
      assert.is(page(Math.min(pages, 1000) - 1), null);
      assert.is(page(Math.min(pages, 1000)), pages === all ? null : 'depth');
    }
  }
});

test.run();
