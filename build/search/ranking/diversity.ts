import type { Signature } from '../text/signature.ts';
import type { Score } from './score.ts';

/** Loss of a document for each earlier one with the same heading under the same names. */
const SAME = 0.25;
/** Loss for each earlier one under the same names, from the fourth on: a page may show a few neighbors. */
const NEIGHBOR = 0.02;
const FREE_NEIGHBORS = 3;
/** Losses count no further, so similar documents regroup at the end. */
const MOST_LOST = 4;

interface Scored {
  signature: Signature;
  score: Score;
  total: number;
}

/** Reorders sorted documents so that near-identical notices or neighbors do not fill a page; the loss joins the score. */
export function diversify<T extends Scored>(scored: readonly T[]): T[] {
  const left = scored.map(document => ({ document, ...keysOf(document.signature) }));
  const counts = new Map<string, number>();
  const lossOf = (same: string, names: string): number =>
    SAME * Math.min(counts.get(same) ?? 0, MOST_LOST) +
    NEIGHBOR * Math.min(Math.max(0, (counts.get(names) ?? 0) - FREE_NEIGHBORS), MOST_LOST);
  const chosen: T[] = [];
  while (left.length > 0) {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (const [i, { document, same, names }] of left.entries()) {
      // All later ones score less even without a loss.
      if (document.total <= most) break;
      const total = document.total - lossOf(same, names);
      if (total > most) [best, most] = [i, total];
    }
    const [{ document, same, names }] = left.splice(best, 1) as [(typeof left)[number]];
    document.score.diversity = -lossOf(same, names) || 0;
    chosen.push(document);
    counts.set(same, (counts.get(same) ?? 0) + 1);
    if (names !== '') counts.set(names, (counts.get(names) ?? 0) + 1);
  }
  return chosen;
}

const keysOf = ({ heading, names }: Signature): { same: string; names: string } => ({
  same: `${heading.join(' ')}|${names.join(' ')}`,
  names: names.join(' '),
});
