import { isOuterFilter } from './levels.ts';
import { LIST_LIMIT, MONTH_LIMIT } from './page-sizes.ts';
import { type ListQuery, type Slice, writeSort } from './query.ts';
import type { Filter, RoutedSource } from './sources.ts';

/**
 * Which lists are files of the tree: the build makes them all, and nobody looks for others. What is asked in another
 * order or page size is no file, nor are two filters together (build/contract/README.md, What is precomputed).
 */

/** Pages of one list, from the first on along `next`. */
export interface PrecomputedList {
  /** Null: of all documents. Otherwise there is such a list for each value of the filter. */
  filter: Filter | null;
  /** In the mode `cursor` instead of `offset`. */
  isByCursor: boolean;
  /** So many are files at most. */
  pages: number;
}

/**
 * How much of the lists is precomputed: all that the table of sources says, or of lists that go through the whole source only the
 * front, since one document more shifts all that comes behind it. Lists of a title are whole in either case.
 */
export type PagesExtent = 'all' | 'front';

export const PAGES_EXTENTS: readonly PagesExtent[] = ['all', 'front'];

/** So many pages are a front. */
const FRONT = 25;

/** The lists of a source of which pages are precomputed, in the order of the tree. */
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

/** Why a list page is no file, whatever the corpus holds. */
export type NotPrecomputed =
  /** Another page size. */
  | 'limit'
  /** Not at a page's start. */
  | 'offset'
  | 'sort'
  /** Several filters, or one whose lists are not precomputed in this pagination mode. */
  | 'filters'
  /** Behind the front of a list that changes every day. */
  | 'depth'
  /** The file's name would be too long. */
  | 'name';

/** @returns null where a file may exist for this query, so that a file is looked for only where there is one to find */
export function notPrecomputed(source: RoutedSource, query: ListQuery): NotPrecomputed | null {
  const page = query.offset / LIST_LIMIT.default;
  if (query.limit !== LIST_LIMIT.default) return 'limit';
  if (page % 1 !== 0) return 'offset';
  if (writeSort(query.sort) !== source.defaultSort) return 'sort';
  if (query.filters.length > 1) return 'filters';
  const pages = precomputedPages(source, query.filters[0]?.filter ?? null, query.cursor !== null);
  if (pages === 0) return 'filters';
  // Which page a cursor leads to, nobody can tell: its offset is 0.
  return page < pages ? null : 'depth';
}

function precomputedPages(source: RoutedSource, filter: Filter | null, isByCursor: boolean): number {
  const precomputed = source.precomputed;
  if (!filter) return precomputed.unfilteredPages;
  if (isByCursor && !precomputed.cursorsOf.includes(filter.param)) return 0;
  return precomputed.pagesOf[filter.param] ?? 0;
}

/** The same for a page of a month: all pages of its default list are files. */
export function monthNotPrecomputed(page: Slice): NotPrecomputed | null {
  if (page.limit !== MONTH_LIMIT.default) return 'limit';
  return page.offset % page.limit === 0 ? null : 'offset';
}
