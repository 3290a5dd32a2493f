import { type ListQuery, writeSort } from './query.ts';
import { type Filter, LIST_LIMIT, type Source } from './sources.ts';

/**
 * Which lists are files of the tree: the build makes them all, and the shim looks for no others. What is asked in another
 * order or page size is no file, nor are two filters together.
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

/** The lists of a source of which pages are precomputed, in the order of the tree. */
export const precomputedLists = (source: Source): PrecomputedList[] =>
  [null, ...source.filters].flatMap(filter =>
    [false, true]
      .map(isByCursor => ({ filter, isByCursor, pages: precomputedPages(source, filter, isByCursor) }))
      .filter(({ pages }) => pages > 0),
  );

/** Whether a file may exist for this query, so that the shim asks the file system only where there is something to find. */
export function mayBePrecomputed(source: Source, query: ListQuery): boolean {
  const { sort, limit, offset, cursor, filters } = query;
  if (limit !== LIST_LIMIT.default || offset % limit !== 0 || writeSort(sort) !== source.defaultSort)
    return false;
  const [first, ...others] = filters;
  if (others.length > 0) return false;
  // Which page a cursor leads to, nobody can tell: its offset is 0.
  return offset / limit < precomputedPages(source, first?.filter ?? null, cursor !== null);
}

function precomputedPages({ precomputed }: Source, filter: Filter | null, isByCursor: boolean): number {
  const { unfilteredPages, allPagesOf, firstPageOf } = precomputed;
  if (!filter) return unfilteredPages;
  if (isByCursor) return 0;
  if (allPagesOf.includes(filter.param)) return Number.POSITIVE_INFINITY;
  return firstPageOf.includes(filter.param) ? 1 : 0;
}
