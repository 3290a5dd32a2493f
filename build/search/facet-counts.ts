import { agencyKeys } from '../contract/agencies.ts';
import { usualSpellings } from '../formats/keywords.ts';
import { memoized } from './text/tokens.ts';

export type Count = readonly [value: string | number, count: number];

/** Sorts the counts of a facet: the greatest first, equal ones by their values. */
export const greatestFirst = (counts: Iterable<Count>): Count[] =>
  [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));

/** A large corpus has about ten thousand spellings. */
const KEPT = 50_000;
const keysOf = memoized(KEPT, agencyKeys);
const keyOf = (spelling: string): string => keysOf(spelling)[0] ?? '';

/**
 * Returns the facet of agencies: one value for all spellings of an agency, namely the most frequent one. A name that begins
 * longer names also counts their documents, so that it finds as a filter what it counts. No document may count for two
 * spellings of one agency.
 * @param counts documents by spelling
 * @returns counts by agency, greatest first
 */
export function agencyFacet(counts: ReadonlyMap<string, number>): Record<string, number> {
  const labels = usualSpellings(counts, keyOf);
  const totals = new Map<string, number>();
  for (const [spelling, count] of counts) {
    for (const key of keysOf(spelling)) {
      const label = labels.get(key);
      if (label !== undefined) totals.set(label, (totals.get(label) ?? 0) + count);
    }
  }
  return Object.fromEntries(greatestFirst(totals));
}
