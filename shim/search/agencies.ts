import { usualSpellings } from '../../build/contract/keywords.ts';
import { looseKey } from '../../build/contract/loose.ts';
import { remembering } from '../../build/contract/search/tokens.ts';

/** A large corpus has some ten thousand spellings. */
const KEPT = 50_000;
const keyOf = remembering(KEPT, looseKey);

/**
 * The facet of agencies: one value for all spellings of an agency, the one that most of the documents found have. No
 * document may count for two spellings of the same agency.
 *
 * @param counts of documents by spelling
 * @returns counts by agency, greatest first
 */
export function agencyFacet(counts: ReadonlyMap<string, number>): Record<string, number> {
  const labels = usualSpellings(counts, keyOf);
  const totals = new Map<string, number>();
  for (const [spelling, count] of counts) {
    const label = labels.get(keyOf(spelling)) ?? spelling;
    totals.set(label, (totals.get(label) ?? 0) + count);
  }
  return Object.fromEntries([...totals].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}
