import type { Slice } from '../../../contract/query.ts';
import { RANKED } from '../../ranking/limits.ts';

/** Splits a slice over lists that each begin with the previous one. One of them holds all ranked documents. */
export function slicesByList(
  { offset, limit }: Slice,
  counts: readonly number[],
): (Slice & { list: number })[] {
  const end = offset + limit;
  const pieces: (Slice & { list: number })[] = [];
  let from = offset;
  for (const [list, count] of counts.entries()) {
    const isLast = list === counts.length - 1;
    if (offset < RANKED && from < RANKED && count < RANKED && !isLast) continue;
    const to = Math.min(end, count);
    if (to <= from) continue;
    pieces.push({ list, offset: from, limit: to - from });
    from = to;
  }
  return pieces;
}
