import { type Candidate, type Score, Scorer, totalOf } from './score.ts';
import type { WeightedTerm } from './weight.ts';

/** A candidate's place; one that is cited has no score. */
export interface Ranked {
  id: number;
  score: Score | null;
}

/** The best first; of equals, the one that came first. */
export function rank(
  terms: readonly WeightedTerm[],
  candidates: readonly (Candidate & { id: number })[],
): Ranked[] {
  const scorer = new Scorer(terms);
  return candidates
    .map(candidate => {
      const score = scorer.score(candidate);
      return { id: candidate.id, score, total: totalOf(score) };
    })
    .sort((a, b) => b.total - a.total)
    .map(({ id, score }) => ({ id, score }));
}
