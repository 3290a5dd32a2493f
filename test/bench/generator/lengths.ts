import type { Random } from '../../helpers/random.ts';

/** Lengths of documents in bytes, by how many are shorter. */
export type Lengths = readonly (readonly [share: number, bytes: number])[];

/** A length between two of those that are known, on the line that is straight in their logarithms. */
export function drawLength(random: Random, lengths: Lengths): number {
  const share = random.next();
  const above = Math.max(
    1,
    lengths.findIndex(([known]) => known > share),
  );
  const [[from, least], [to, most]] = [lengths[above - 1]!, lengths[above]!];
  return Math.round(least * (most / least) ** ((share - from) / (to - from)));
}
