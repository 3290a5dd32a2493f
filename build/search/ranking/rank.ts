import { diversify } from './diversity.ts';
import { scoreNeighbors } from './neighbors.ts';
import { type Candidate, type Score, Scorer, totalOf } from './score.ts';
import type { WeightedTerm } from './weight.ts';

/** Cited documents have no score. */
export interface Ranked {
  id: number;
  score: Score | null;
}

/** Returns the best first, similar ones apart; equals keep their order. */
export function rank(
  terms: readonly WeightedTerm[],
  candidates: readonly (Candidate & { id: number })[],
): Ranked[] {
  const scorer = new Scorer(terms);
  const scored = candidates.map(candidate => ({ ...candidate, score: scorer.score(candidate) }));
  scoreNeighbors(scored);
  const sorted = scored
    .map(candidate => ({ ...candidate, total: totalOf(candidate.score) }))
    .sort((a, b) => b.total - a.total);
  return diversify(sorted).map(({ id, score }) => ({ id, score }));
}
