import { diversify } from './diversity.ts';
import { scoreNeighbors } from './neighbors.ts';
import { type Candidate, type Score, Scorer, totalOf } from './score.ts';
import type { WeightedTerm } from './weight.ts';

/** A candidate's place; one that is cited has no score. */
export interface Ranked {
  id: number;
  score: Score | null;
}

/** The best first, but for those too much alike; of equals, the one that came first. */
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
