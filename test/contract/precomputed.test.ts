import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Params } from '../../build/contract/params.ts';
import { mayBePrecomputed, precomputedLists } from '../../build/contract/precomputed.ts';
import { firstPage, parseListQuery } from '../../build/contract/query.ts';
import { type Source, sourceOf } from '../../build/contract/sources.ts';

const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');
const fr = sourceOf('fr');

function assertFiles(source: Source, expected: boolean, searches: readonly string[]): void {
  for (const search of searches) {
    const actual = mayBePrecomputed(source, parseListQuery(source, new Params(search)));
    assert.is(actual, expected, `${source.id} ${search}`);
  }
}

test('the unfiltered default list, in both modes', () => {
  const cursor = 'cursor=/us/usc/t1/s1';
  assertFiles(usc, true, [
    '',
    'offset=20',
    'offset=100000',
    'cursor=',
    cursor,
    'sort=identifier&limit=20',
    `limit=20&${cursor}`,
  ]);
});

test('in another order, size or place it is not', () => {
  assertFiles(usc, false, [
    'sort=-identifier',
    'sort=title_number',
    'limit=19',
    'limit=100',
    'offset=10',
    'limit=10&offset=10',
  ]);
});

test('every page of a title, first pages of other single filters', () => {
  assertFiles(usc, true, [
    'title_number=17',
    'title_number=17&offset=40',
    'status=repealed',
    'positive_law=true',
    'chapter_number=1',
  ]);
  assertFiles(ecfr, true, ['agency=X', 'part_number=1', 'title_number=1&offset=20']);
  assertFiles(usc, false, [
    'status=repealed&offset=20',
    'title_number=17&status=repealed',
    'title_number=17&cursor=',
    'status=repealed&cursor=',
    'title_number=17&sort=-identifier',
  ]);
});

test('of the Federal Register only the front', () => {
  assertFiles(fr, true, [
    '',
    'offset=480',
    'sort=-publication_date',
    'document_type=rule',
    'agency=X',
    'cursor=2018-01-01',
  ]);
  assertFiles(fr, false, [
    'offset=500',
    'sort=publication_date',
    'document_type=rule&offset=20',
    'date_from=2018-01-01',
  ]);
});

test('what the build makes is what the shim looks for', () => {
  const named = (source: Source) =>
    precomputedLists(source).map(({ filter, isByCursor, pages }) => [filter?.param ?? '', isByCursor, pages]);
  assert.equal(named(fr), [
    ['', false, 25],
    ['', true, 25],
    ['document_type', false, 1],
    ['agency', false, 1],
  ]);
  const all = Number.POSITIVE_INFINITY;
  assert.equal(
    named(ecfr).find(([param]) => param === 'title_number'),
    ['title_number', false, all],
  );
  for (const source of [usc, ecfr, fr]) {
    for (const { filter, isByCursor, pages } of precomputedLists(source)) {
      const filters = filter ? [{ filter, value: 1 }] : [];
      const first = { ...firstPage(source, filters), cursor: isByCursor ? ('start' as const) : null };
      const page = (number: number) => mayBePrecomputed(source, { ...first, offset: 20 * number });
      assert.ok(page(Math.min(pages, 1000) - 1));
      assert.is(page(Math.min(pages, 1000)), pages === all);
    }
  }
});

test.run();
