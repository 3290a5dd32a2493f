import { diversify } from './diversity.ts';
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
  const scored = candidates.map(candidate => {
    const score = scorer.score(candidate);
    return { id: candidate.id, signature: candidate.signature, score, total: totalOf(score) };
  });
  return diversify(scored.sort((a, b) => b.total - a.total)).map(({ id, score }) => ({ id, score }));
}
