import { type Body, resourceBody, timestampOf } from '../contract/envelope.ts';
import { keywordField } from '../contract/keyword-fields.ts';
import { isDated, levelUrl, outerLevel } from '../contract/levels.ts';
import { MONTH_LIMIT } from '../contract/page-sizes.ts';
import * as paths from '../contract/paths.ts';
import { type PagesExtent, type PrecomputedList, precomputedLists } from '../contract/precomputed.ts';
import {
  canonicalMonthQuery,
  canonicalQuery,
  type FilterValue,
  firstPage,
  type ListQuery,
  type Slice,
} from '../contract/query.ts';
import type { Filter, Source } from '../contract/sources.ts';
import type { Output } from '../files/staging.ts';
import { columnOf } from '../formats/catalog.ts';
import type { ColumnValue } from '../formats/column.ts';
import { ownLabels } from '../formats/keywords.ts';
import type { LevelNode } from '../lists/level-tree.ts';
import type { Answer, Listing } from '../lists/listing.ts';
import { monthAnswer } from '../lists/months.ts';
import { type GroupKey, hierarchyKey, listKey, OVERVIEW, type PageKind } from './group.ts';
import {
  outerData,
  outerDetail,
  outerNumbers,
  outerSummary,
  yearDetails,
  yearSummaries,
} from './hierarchy.ts';
import { openapi } from './openapi.ts';
import { sourcesData, statsData } from './overview.ts';
import type { Summaries } from './summaries.ts';

/** All precomputed responses except documents; `build/contract/resources.ts` has their addresses. */

/** A precomputed response other than a document. */
export interface Page extends Body {
  /** Its address with the canonical query. */
  url: string;
  path: string;
}

/** Pages of one mode that change together, see `group.ts`. */
export interface PageGroup {
  key: GroupKey;
  kind: PageKind;
  /** @param summaries collects the summaries of titles, and supplies those already known */
  pages(summaries?: Summaries): Iterable<Page>;
}

/** All groups of pages, in an order fixed by the catalogs. @param sample whether the corpus is a sample */
export function* pageGroups(
  listings: readonly Listing[],
  extent: PagesExtent,
  sample: boolean,
): Generator<PageGroup> {
  for (const listing of listings) {
    yield* listsOf(listing, extent);
    yield* isDated(listing.catalog.source) ? yearGroups(listing) : outerGroups(listing);
  }
  yield single(OVERVIEW, () => overviewPages(listings, sample));
}

const single = (key: GroupKey, pages: PageGroup['pages'], kind: PageKind = 'others'): PageGroup => ({
  key,
  kind,
  pages,
});

export const outputOf = ({ path, json, timestamp }: Page): Output => ({ path, content: json, timestamp });

const resource = (url: string, body: Body): Page => ({ url, path: paths.pathOf(url), ...body });

function* overviewPages(listings: readonly Listing[], sample: boolean): Generator<Page> {
  const catalogs = listings.map(({ catalog }) => catalog);
  const newest = timestampOf(
    listings.map(listing => listing.newest([])).reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null),
  );
  yield resource(paths.sourcesUrl, resourceBody(sourcesData(catalogs, sample), newest));
  yield resource(paths.statsUrl, resourceBody(statsData(catalogs), newest));
  yield resource(paths.openapiUrl, { json: JSON.stringify(openapi()), timestamp: newest });
}

/** A list whose first page cannot be a file has no other that could. */
function* listsOf(listing: Listing, extent: PagesExtent): Generator<PageGroup> {
  const { source } = listing.catalog;
  const all = precomputedLists(source, extent);
  for (const filter of new Set(all.map(list => list.filter))) {
    const lists = all.filter(list => list.filter === filter);
    if (filter?.match === 'within') {
      yield* listsOfLevels(listing, extent);
      continue;
    }
    const values = filter ? filterValues(listing, filter) : [null];
    for (const value of values) {
      const first = firstPage(source, filter && value !== null ? [{ filter, value }] : []);
      const path = paths.queryPath(paths.documentsUrl(source), canonicalQuery(source, first));
      if (!path) continue;
      for (const { isByCursor, pages } of lists) {
        const query: ListQuery = isByCursor ? { ...first, cursor: 'start' } : first;
        const key = listKey(source, filter, value);
        yield { key, kind: isByCursor ? 'cursor' : 'others', pages: () => walk(listing, query, pages) };
      }
    }
  }
}

const listsWithin = (source: Source, extent: PagesExtent): PrecomputedList[] =>
  precomputedLists(source, extent).filter(({ filter }) => filter?.match === 'within');

/** By group: the outermost levels whose lists it is made of, with those in them. */
export function titlesByGroup(listing: Listing, extent: PagesExtent): Map<GroupKey, LevelNode[]> {
  const { source } = listing.catalog;
  const titles = new Map<GroupKey, LevelNode[]>();
  const [filter] = listsWithin(source, extent).map(list => list.filter);
  if (!filter) return titles;
  for (const title of listing.levels().outermost) {
    const key = listKey(source, filter, title.identifier);
    titles.set(key, [...(titles.get(key) ?? []), title]);
  }
  return titles;
}

/** Lists of the levels in a title are one group. */
export function* listsOfLevels(listing: Listing, extent: PagesExtent): Generator<PageGroup> {
  const { source } = listing.catalog;
  for (const [key, nodes] of titlesByGroup(listing, extent))
    for (const { filter, isByCursor, pages } of listsWithin(source, extent))
      yield {
        key,
        kind: isByCursor ? 'cursor' : 'others',
        *pages() {
          if (!filter) return;
          for (const { identifier } of nodes.flatMap(node => levelsWithLists(source, node))) {
            const first = firstPage(source, [{ filter, value: identifier }]);
            yield* walk(listing, isByCursor ? { ...first, cursor: 'start' } : first, pages);
          }
        },
      };
}

/** The level itself and those in it, as far as their kind has lists. */
const levelsWithLists = (source: Source, node: LevelNode): LevelNode[] => [
  ...(source.precomputed.levels?.includes(node.level) ? [node] : []),
  ...node.children.flatMap(child => levelsWithLists(source, child)),
];

function filterValues(listing: Listing, filter: Filter): FilterValue[] {
  const { columns, keywords } = listing.catalog;
  const words = keywords[filter.field];
  // A label that is only the beginning of a longer name would repeat its pages.
  if (words) return ownLabels(words, keywordField(filter.field));
  const values = columns[filter.field]?.values ?? [];
  return filter.type === 'boolean' ? values.map(value => value === 1) : [...values];
}

/** A list's pages along `next`. Pages whose names no file can have are left to the shim. */
function* walk(listing: Listing, first: ListQuery, pages: number): Generator<Page> {
  const { source } = listing.catalog;
  let query: ListQuery | null = first;
  for (let page = 0; query && page < pages; page++) {
    const spelling = canonicalQuery(source, query);
    const url = paths.documentsUrl(source);
    const path = paths.queryPath(url, spelling);
    const { body, next }: Answer<ListQuery> = listing.answer(query);
    if (path) yield { url: paths.withQuery(url, spelling), path, ...body };
    query = next;
  }
}

/** A title without documents is in the list of titles but has no page (build/contract/README.md, Errors). */
function* outerGroups(listing: Listing): Generator<PageGroup> {
  const { catalog } = listing;
  const { source } = catalog;
  const { field } = outerLevel(source);
  const overview = function* (summaries?: Summaries) {
    const data = outerNumbers(catalog).map(
      number => summaries?.find(source, number) ?? outerSummary(source, outerDetail(catalog, number)),
    );
    yield resource(levelUrl(source), resourceBody(data, timestampOf(listing.newest([]))));
  };
  yield single(hierarchyKey(source), overview, 'overview');
  for (const value of columnOf(catalog, field).values) {
    const number = Number(value);
    const page = function* (summaries?: Summaries) {
      const newest = timestampOf(listing.newestWith(field, number));
      const detail = outerDetail(catalog, number);
      summaries?.add(outerSummary(source, detail));
      yield resource(levelUrl(source, number), resourceBody(outerData(source, detail), newest));
    };
    yield single(hierarchyKey(source, String(number)), page);
  }
}

function* yearGroups(listing: Listing): Generator<PageGroup> {
  const { catalog } = listing;
  const { source } = catalog;
  const details = yearDetails(catalog);
  const url = levelUrl(source);
  const overview = function* () {
    yield resource(url, resourceBody(yearSummaries(catalog, details), timestampOf(listing.newest([]))));
  };
  yield single(hierarchyKey(source), overview);
  for (const detail of details) {
    const { year, months } = detail;
    const yearUrl = levelUrl(source, year);
    const overviewOfYear = function* () {
      yield resource(yearUrl, resourceBody(detail, timestampOf(newestOf(listing, year))));
    };
    yield single(hierarchyKey(source, String(year)), overviewOfYear);
    for (const { month } of months) {
      const key = hierarchyKey(source, String(year), paths.twoDigits(month));
      yield single(key, () => monthPages(listing, year, month));
    }
  }
}

/** The newest `last_updated` of the documents published in a year. */
function newestOf(listing: Listing, year: number): string | null {
  const { catalog } = listing;
  const { order, values, starts } = columnOf(catalog, outerLevel(catalog.source).field);
  const isOfYear = (value: ColumnValue): boolean => Number(String(value).split('-')[0]) === year;
  const first = values.findIndex(isOfYear);
  const last = values.findLastIndex(isOfYear);
  return listing.newest(order.subarray(starts[first], starts[last + 1]));
}

function* monthPages(listing: Listing, year: number, month: number): Generator<Page> {
  const { source } = listing.catalog;
  const url = levelUrl(source, year, paths.twoDigits(month));
  let slice: Slice | null = { limit: MONTH_LIMIT.default, offset: 0 };
  while (slice) {
    const spelling = canonicalMonthQuery(slice);
    const path = paths.queryPath(url, spelling);
    const { body, next }: Answer<Slice> = monthAnswer(listing, year, month, slice);
    if (path) yield { url: paths.withQuery(url, spelling), path, ...body };
    slice = next;
  }
}
