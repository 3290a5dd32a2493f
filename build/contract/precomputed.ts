import type { ListQuery } from './query.ts';
import { LIST_LIMIT, type Source } from './sources.ts';

/**
 * Whether a file may exist for this query, by the source's table alone: so that the shim asks the file system only
 * where there is something to find.
 */
export function mayBePrecomputed(source: Source, query: ListQuery): boolean {
  const { precomputed, defaultSort } = source;
  const { sort, limit, offset, cursor, filters } = query;
  if (limit !== LIST_LIMIT.default || offset % limit !== 0) return false;
  if ((sort.descending ? '-' : '') + sort.field !== defaultSort) return false;
  if (filters.length === 0) return offset / limit < precomputed.unfilteredPages;
  const [first, ...others] = filters;
  if (!first || others.length > 0 || cursor) return false;
  const { param } = first.filter;
  return precomputed.allPagesOf.includes(param) || (offset === 0 && precomputed.firstPageOf.includes(param));
}
