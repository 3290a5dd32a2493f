import type { Signature } from '../text/signature.ts';
import { type Score, totalOf, WEIGHTS } from './score.ts';

/** A document whose score is this much below the best counts a third among its neighbors. */
const SPREAD = 0.25;

interface Scored {
  signature: Signature;
  /** In the natural order; 0 if adjacent documents are unrelated. */
  ordinal: number;
  score: Score;
}

/**
 * Scores candidates by one another. A part or chapter with many good candidates governs the matter; if the query asks for its
 * names, its first sections introduce it. Completes `first` and `neighbors` of the scores.
 */
export function scoreNeighbors(candidates: readonly Scored[]): void {
  const groups = new Map<string, Scored[]>();
  for (const candidate of candidates) {
    const names = candidate.ordinal === 0 ? '' : candidate.signature.names.join(' ');
    const group = names === '' ? undefined : groups.get(names);
    if (group) group.push(candidate);
    else if (names !== '') groups.set(names, [candidate]);
    else candidate.score.first = 0;
  }
  const totals = candidates.map(({ score }) => totalOf({ ...score, first: 0 }));
  const best = Math.max(...totals);
  const masses = new Map(
    candidates.map((candidate, i) => [candidate, Math.exp((totals[i]! - best) / SPREAD)]),
  );
  const massOf = (group: readonly Scored[]): number =>
    group.reduce((sum, candidate) => sum + masses.get(candidate)!, 0);
  const all = massOf(candidates);
  for (const group of groups.values()) {
    const mass = massOf(group);
    for (const [i, candidate] of group.toSorted((a, b) => a.ordinal - b.ordinal).entries()) {
      candidate.score.first /= i + 1;
      candidate.score.neighbors = (WEIGHTS.neighbors * (mass - masses.get(candidate)!)) / all;
    }
  }
}
