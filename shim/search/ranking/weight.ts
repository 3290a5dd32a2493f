import type { QueryTerm } from '../query/terms.ts';

/** A term of the query and what it is worth. */
export interface WeightedTerm {
  term: QueryTerm;
  weight: number;
}

/** From one document in so many on, a word is rare, and rarer ones are worth no more: an odd word is not to rule a query. */
const MOST = 5;
/** What a word is worth that was not typed so. */
const CORRECTED = 0.9;

/**
 * What a term is worth: its inverse document frequency, as BM25 has it (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework", 2009), with a bound.
 * @param documents all of them
 * @param holding those that hold the term; none makes it worth nothing
 */
export function weightOf({ variants }: QueryTerm, documents: number, holding: number): number {
  if (holding === 0) return 0;
  const weight = Math.min(MOST, Math.log1p((documents - holding + 0.5) / (holding + 0.5)));
  return variants.some(({ kind }) => kind === 'spelling') ? weight * CORRECTED : weight;
}
