import type { QueryTerm } from '../query/query-terms.ts';

export interface WeightedTerm {
  term: QueryTerm;
  weight: number;
}

/** A word in fewer than one of this many documents weighs no more, so that an odd word does not rule a query. */
const MOST = 5;
/** Least share of its weight that a term keeps if headings and names rarely use it: `decided` means less than `protest`. */
const TEXT_SHARE = 0.5;
/** A term gets half of the rest if this share of its documents has it in heading or names. */
const USUAL_LABELS = 0.1;
const CORRECTED = 0.9;

/**
 * Returns the weight of a term: its inverse document frequency as in BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework", 2009), bounded.
 * @param documents number of all documents
 * @param holding number that hold the term; 0 gives weight 0
 * @param labelled number that hold it in heading or names
 */
export function weightOf(
  { variants }: QueryTerm,
  documents: number,
  holding: number,
  labelled: number,
): number {
  if (holding === 0) return 0;
  const rarity = Math.min(MOST, Math.log1p((documents - holding + 0.5) / (holding + 0.5)));
  const share = labelled / holding;
  const weight = rarity * (TEXT_SHARE + ((1 - TEXT_SHARE) * share) / (share + USUAL_LABELS));
  return variants.some(({ kind }) => kind === 'spelling') ? weight * CORRECTED : weight;
}
