import { agencyKeys } from '../contract/agencies.ts';
import { usualSpellings } from '../formats/keywords.ts';
import { remembering } from './text/tokens.ts';

/** A large corpus has some ten thousand spellings. */
const KEPT = 50_000;
const keysOf = remembering(KEPT, agencyKeys);
const keyOf = (spelling: string): string => keysOf(spelling)[0] ?? '';

/**
 * The facet of agencies: one value for all spellings of an agency, the one that most of the documents found have. Under a name
 * count those, too, of which it is but the beginning, so that as a filter it finds what it counts. No document may count for
 * two spellings of the same agency.
 *
 * @param counts of documents by spelling
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
  return Object.fromEntries([...totals].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}
