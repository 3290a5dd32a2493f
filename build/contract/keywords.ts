import { at, type Groups, partitionPoint, type Span } from './column.ts';
import { looseKey } from './loose.ts';

/**
 * The documents of a catalog grouped by their keywords: a document stands in as many groups as it has keywords. So this is no
 * order that a list can have, but every group is a run of it.
 */
export interface Keywords extends Groups {
  /** How many keywords there are. */
  size: number;
  /**
   * A keyword in its most frequent spelling; of equally frequent ones the first by code units. Keywords ascend by the
   * code units of their `looseKey`.
   */
  label(code: number): string;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * One spelling for each keyword: the most frequent; of equally frequent ones the first by code units.
 * @param frequencies by spelling
 * @param keyOf what gives the `looseKey`; whoever asks for the same spellings again may have kept it
 * @returns spellings by `looseKey`
 */
export function usualSpellings(
  frequencies: ReadonlyMap<string, number>,
  keyOf: (spelling: string) => string = looseKey,
): Map<string, string> {
  const usual = new Map<string, string>();
  for (const [spelling, frequency] of frequencies) {
    const key = keyOf(spelling);
    const best = usual.get(key);
    const lead = best === undefined ? 1 : frequency - (frequencies.get(best) ?? 0);
    if (lead > 0 || (lead === 0 && compare(spelling, best ?? '') < 0)) usual.set(key, spelling);
  }
  return usual;
}

/** The code of a keyword, however it is spelled, or null. */
export function codeOf(keywords: Keywords, spelling: string): number | null {
  const key = looseKey(spelling);
  const keyAt = (code: number) => looseKey(keywords.label(code));
  const code = partitionPoint(keywords.size, candidate => compare(keyAt(candidate), key) < 0);
  return code < keywords.size && keyAt(code) === key ? code : null;
}

/** The documents that have a keyword. */
export function spanOfKeyword(keywords: Keywords, spelling: string): Span {
  const code = codeOf(keywords, spelling);
  return code === null ? [0, 0] : [at(keywords.starts, code), at(keywords.starts, code + 1)];
}
