import { isOuterFilter } from './levels.ts';
import { LIST_LIMIT, MONTH_LIMIT } from './page-sizes.ts';
import { type ListQuery, type Slice, writeSort } from './query.ts';
import type { Filter, RoutedSource } from './sources.ts';

/** Lists that the build makes as files, the only ones (build/contract/README.md, What is precomputed). */

/** Pages of one list, from the first on along `next`. */
export interface PrecomputedList {
  /** A list for each value of the filter; null for all documents. */
  filter: Filter | null;
  isByCursor: boolean;
  pages: number;
}

/** `front`: only the first pages of lists of a whole source, which one new document shifts. Lists of a title are whole. */
export type PagesExtent = 'all' | 'front';

export const PAGES_EXTENTS: readonly PagesExtent[] = ['all', 'front'];

const FRONT = 25;

/** The lists with precomputed pages, in the order of the tree. */
export const precomputedLists = (source: RoutedSource, extent: PagesExtent): PrecomputedList[] =>
  [null as Filter | null]
    .concat(source.filters)
    .flatMap(filter =>
      [false, true]
        .map(isByCursor => ({ filter, isByCursor, pages: pagesIn(source, filter, isByCursor, extent) }))
        .filter(list => list.pages > 0),
    );

function pagesIn(
  source: RoutedSource,
  filter: Filter | null,
  isByCursor: boolean,
  extent: PagesExtent,
): number {
  const pages = precomputedPages(source, filter, isByCursor);
  const isOfOuter = filter !== null && isOuterFilter(source, filter);
  return extent === 'all' || isOfOuter ? pages : Math.min(pages, FRONT);
}

/** Why a list page is no file in any corpus. */
export type NotPrecomputed =
  | 'limit'
  /** Not at a page's start. */
  | 'offset'
  | 'sort'
  /** Several filters, or one without precomputed lists in this mode. */
  | 'filters'
  /** Behind the front of a list that changes daily. */
  | 'depth'
  /** The file's name would be too long. */
  | 'name';

/** @returns null where a file may exist for this query */
export function notPrecomputed(source: RoutedSource, query: ListQuery): NotPrecomputed | null {
  const page = query.offset / LIST_LIMIT.default;
  if (query.limit !== LIST_LIMIT.default) return 'limit';
  if (page % 1 !== 0) return 'offset';
  if (writeSort(query.sort) !== source.defaultSort) return 'sort';
  if (query.filters.length > 1) return 'filters';
  const pages = precomputedPages(source, query.filters[0]?.filter ?? null, query.cursor !== null);
  if (pages === 0) return 'filters';
  // The page of a cursor is unknown: its offset is 0.
  return page < pages ? null : 'depth';
}

function precomputedPages(source: RoutedSource, filter: Filter | null, isByCursor: boolean): number {
  const precomputed = source.precomputed;
  if (!filter) return precomputed.unfilteredPages;
  if (isByCursor && !precomputed.cursorsOf.includes(filter.param)) return 0;
  return precomputed.pagesOf[filter.param] ?? 0;
}

/** The same for a month, whose default list is all files. */
export function monthNotPrecomputed(page: Slice): NotPrecomputed | null {
  if (page.limit !== MONTH_LIMIT.default) return 'limit';
  return page.offset % page.limit === 0 ? null : 'offset';
}
