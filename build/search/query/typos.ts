import { fold, stem, wordWithStem } from '../text/tokens.ts';

const SHORTEST = 4;
/** Words from this length on may have two slips, shorter ones one. */
const LONG = 8;

/**
 * Returns the word with the fewest slips for one that no document holds; the first of equals. Its first letter must match.
 * @param stemsFrom stems of headings and names with this first letter, the most frequent first
 * @returns null if none is close
 */
export async function nearestAmong(
  word: string,
  stemsFrom: (initial: string) => Promise<readonly string[]> | readonly string[],
): Promise<string | null> {
  const typed = stem(fold(word));
  if (typed.length < SHORTEST || !/^\p{L}+$/u.test(typed)) return null;
  let best: string | null = null;
  let fewest = typed.length < LONG ? 2 : 3;
  for (const term of await stemsFrom([...typed][0] ?? '')) {
    const count = editDistance(typed, term, fewest);
    const whole = count < fewest ? wordWithStem(term) : undefined;
    if (whole === undefined) continue;
    fewest = count;
    best = whole;
  }
  return best;
}

/** Counts slips up to a limit: letters missing, added, replaced or swapped (optimal string alignment distance). */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, at(before, j - 2) + 1);
      row.push(least);
    }
    before = previous;
    previous = row;
  }
  return Math.min(limit, at(previous, other.length));
}

const at = (row: readonly number[], j: number): number => row[j] ?? Number.POSITIVE_INFINITY;
