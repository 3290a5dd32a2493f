import type { Signature } from '../text/signature.ts';
import { type Score, totalOf, WEIGHTS } from './score.ts';

/** A document with a score so much below the best counts a third of it among its neighbors. */
const SPREAD = 0.25;

interface Scored {
  signature: Signature;
  /** In the natural order; 0 where documents that follow one another have nothing to do with each other. */
  place: number;
  score: Score;
}

/**
 * What the candidates say of each other: a part or chapter of which many are found, and found well, rules the matter; and of one
 * whose names ask for it as a whole the first sections tell what it is about. Completes `first` and `neighbors` of the scores.
 */
export function scoreNeighbors(candidates: readonly Scored[]): void {
  const groups = new Map<string, Scored[]>();
  for (const candidate of candidates) {
    const names = candidate.place === 0 ? '' : candidate.signature.names.join(' ');
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
    for (const [i, candidate] of group.toSorted((a, b) => a.place - b.place).entries()) {
      candidate.score.first /= i + 1;
      candidate.score.neighbors = (WEIGHTS.neighbors * (mass - masses.get(candidate)!)) / all;
    }
  }
}
