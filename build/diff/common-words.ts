import type { CountedWords } from './paragraphs.ts';
import type { Work } from './work.ts';

/** Of two lists of texts, how many words each one of the first has in common with each one of the second. */

/**
 * Only words that two texts share are compared: the second list is indexed by its words.
 *
 * @returns a row for each text of the first list; null where comparing them takes more work than is left
 */
export function commonWords(
  old: readonly CountedWords[],
  next: readonly CountedWords[],
  work: Work,
): Uint32Array[] | null {
  if (old.length * next.length > work.left) return null;
  // By word: which texts have it, each followed by how often.
  const places = new Map<string, number[]>();
  for (const [j, { words }] of next.entries())
    for (const [word, count] of words) {
      const known = places.get(word);
      if (known) known.push(j, count);
      else places.set(word, [j, count]);
    }
  let compared = old.length * next.length;
  for (const { words } of old)
    for (const word of words.keys()) compared += (places.get(word)?.length ?? 0) / 2;
  if (!work.take(compared)) return null;
  return old.map(({ words }) => {
    const row = new Uint32Array(next.length);
    for (const [word, count] of words) {
      const found = places.get(word) ?? [];
      for (let k = 0; k < found.length; k += 2) row[found[k]!]! += Math.min(count, found[k + 1]!);
    }
    return row;
  });
}
