import type { QueryTerm } from '../query/query-terms.ts';

/** A term of the query and what it is worth. */
export interface WeightedTerm {
  term: QueryTerm;
  weight: number;
}

/** From one document in so many on, a word is rare, and rarer ones are worth no more: an odd word is not to rule a query. */
const MOST = 5;
/** The least share of its weight that a term keeps, which headings and names do not use: `decided` tells less than `protest`. */
const TEXT_SHARE = 0.5;
/** A term gets half of the rest, where of the documents that hold it this share has it in heading or names. */
const USUAL_LABELS = 0.1;
/** What a word is worth that was not typed so. */
const CORRECTED = 0.9;

/**
 * What a term is worth: its inverse document frequency, as BM25 has it (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework", 2009), with a bound.
 * @param documents all of them
 * @param holding those that hold the term; none makes it worth nothing
 * @param labelled those that hold it in heading or names
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
