import type { SourceCatalog } from '../contract/catalog.ts';
import { type Body, resourceBody, timestampOf } from '../contract/envelope.ts';
import { type Answer, Listing } from '../contract/listing.ts';
import { monthAnswer } from '../contract/months.ts';
import { MONTH_LIMIT } from '../contract/page-sizes.ts';
import * as paths from '../contract/paths.ts';
import { type PrecomputedList, precomputedLists } from '../contract/precomputed.ts';
import {
  type ActiveFilter,
  canonicalMonthQuery,
  canonicalQuery,
  type FilterValue,
  firstPage,
  type ListQuery,
  type Slice,
} from '../contract/query.ts';
import type { Filter } from '../contract/sources.ts';
import type { Output } from '../files/staging.ts';
import { titleDetails, titleSummaries, yearDetails, yearSummaries } from './hierarchy.ts';
import { openapi } from './openapi.ts';
import { sourcesData, statsData } from './overview.ts';

/**
 * Every response that is made ahead and is no document:
 *
 *     /api/{source}/documents                 lists, as far as `precomputed.ts` says
 *     /api/{source}/titles                    of sources with titles
 *     /api/{source}/titles/{number}
 *     /api/{source}/years                     of the others
 *     /api/{source}/years/{year}
 *     /api/{source}/years/{year}/{month}
 *     /api/sources
 *     /api/stats
 *     /api/openapi
 */

/** A precomputed response that is not a document. */
export interface Page extends Body {
  /** The address it answers, canonical query included. */
  url: string;
  /** Relative to the tree. */
  path: string;
}

/** All pages in parts that can be made apart from each other. Their number and order are the same for all catalogs. */
export function pageParts(catalogs: readonly SourceCatalog[]): (() => Generator<Page>)[] {
  const listings = catalogs.map(catalog => new Listing(catalog));
  return [
    ...listings.flatMap(listing => [
      ...precomputedLists(listing.catalog.source).map(list => () => listPages(listing, list)),
      () => (listing.catalog.source.hasTitles ? titlePages(listing) : yearPages(listing)),
    ]),
    () => overviewPages(listings),
  ];
}

/** The pages of all parts. */
export function* allPages(catalogs: readonly SourceCatalog[]): Generator<Page> {
  for (const part of pageParts(catalogs)) yield* part();
}

/** The page as a file of the coming tree. */
export const outputOf = ({ path, json, timestamp }: Page): Output => ({ path, content: json, timestamp });

const resource = (url: string, body: Body): Page => ({ url, path: paths.pathOf(url), ...body });

function* overviewPages(listings: readonly Listing[]): Generator<Page> {
  const catalogs = listings.map(({ catalog }) => catalog);
  const newest = timestampOf(
    listings.map(listing => listing.newest([])).reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null),
  );
  yield resource(paths.sourcesUrl, resourceBody(sourcesData(catalogs), newest));
  yield resource(paths.statsUrl, resourceBody(statsData(catalogs), newest));
  yield resource(paths.openapiUrl, { json: JSON.stringify(openapi()), timestamp: newest });
}

function* listPages(listing: Listing, { filter, isByCursor, pages }: PrecomputedList): Generator<Page> {
  const filters: ActiveFilter[][] = filter
    ? filterValues(listing, filter).map(value => [{ filter, value }])
    : [[]];
  for (const active of filters) {
    const first = firstPage(listing.catalog.source, active);
    yield* walk(listing, isByCursor ? { ...first, cursor: 'start' } : first, pages);
  }
}

function filterValues(listing: Listing, filter: Filter): FilterValue[] {
  const { columns, keywords } = listing.catalog;
  const words = keywords[filter.field];
  if (words) return Array.from({ length: words.size }, (_, code) => words.label(code));
  const values = columns[filter.field]?.values ?? [];
  return filter.type === 'boolean' ? values.map(value => value === 1) : [...values];
}

/** A list's pages along `next`. A page whose name no file can have is left to the shim. */
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

/** A title without documents is in the list of titles, and has no page of its own (build/contract/README.md, Errors). */
function* titlePages(listing: Listing): Generator<Page> {
  const { catalog } = listing;
  const details = titleDetails(catalog);
  const summaries = titleSummaries(catalog, details);
  yield resource(paths.titlesUrl(catalog.source), resourceBody(summaries, timestampOf(listing.newest([]))));
  for (const detail of details.filter(({ document_count }) => document_count > 0)) {
    const url = paths.titleUrl(catalog.source, detail.title_number);
    yield resource(
      url,
      resourceBody(detail, timestampOf(listing.newestWith('title_number', detail.title_number))),
    );
  }
}

function* yearPages(listing: Listing): Generator<Page> {
  const { catalog } = listing;
  const { source } = catalog;
  const details = yearDetails(catalog);
  const summaries = yearSummaries(catalog, details);
  yield resource(paths.yearsUrl(source), resourceBody(summaries, timestampOf(listing.newest([]))));
  for (const detail of details) {
    const months = detail.months.flatMap(({ month }) => [...monthPages(listing, detail.year, month)]);
    const newest = months.map(page => page.timestamp).reduce((a, b) => (a > b ? a : b));
    yield resource(paths.yearUrl(source, detail.year), resourceBody(detail, newest));
    yield* months;
  }
}

function* monthPages(listing: Listing, year: number, month: number): Generator<Page> {
  const { source } = listing.catalog;
  const url = paths.monthUrl(source, year, month);
  let slice: Slice | null = { limit: MONTH_LIMIT.default, offset: 0 };
  while (slice) {
    const spelling = canonicalMonthQuery(slice);
    const path = paths.queryPath(url, spelling);
    const { body, next }: Answer<Slice> = monthAnswer(listing, year, month, slice);
    if (path) yield { url: paths.withQuery(url, spelling), path, ...body };
    slice = next;
  }
}
