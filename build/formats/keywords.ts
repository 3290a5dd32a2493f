import { at, type Groups, partitionPoint, type Span } from './column.ts';

/**
 * The documents of a catalog grouped by their keywords: a document stands in as many groups as it has keywords. So this is no
 * order that a list can have, but every group is a run of it.
 */
export interface Keywords extends Groups {
  /** How many keywords there are. */
  size: number;
  /**
   * A keyword in its most frequent spelling; of equally frequent ones the first by code units. Keywords ascend by the
   * code units of their keys (`keyword-fields.ts`).
   */
  label(code: number): string;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * One spelling for each keyword: the most frequent; of equally frequent ones the first by code units.
 * @param frequencies by spelling
 * @param keyOf what all spellings of a keyword have in common
 * @returns spellings by their key
 */
export function usualSpellings(
  frequencies: ReadonlyMap<string, number>,
  keyOf: (spelling: string) => string,
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
export function codeOf(
  keywords: Keywords,
  spelling: string,
  keyOf: (spelling: string) => string,
): number | null {
  const key = keyOf(spelling);
  const keyAt = (code: number) => keyOf(keywords.label(code));
  const code = partitionPoint(keywords.size, candidate => compare(keyAt(candidate), key) < 0);
  return code < keywords.size && keyAt(code) === key ? code : null;
}

export const labelsOf = (keywords: Keywords): string[] =>
  Array.from({ length: keywords.size }, (_, code) => keywords.label(code));

/** How many documents have the keyword of a code. */
const sizeOf = (keywords: Keywords, code: number): number =>
  at(keywords.starts, code + 1) - at(keywords.starts, code);

/**
 * The labels of keywords that stand in documents as they are, and do not only come from longer ones: more documents have them than
 * have those. (Where each document with a keyword has a longer one of it beside, it is left out, too.)
 */
export function ownLabels(
  keywords: Keywords,
  { keyOf, shorterOf }: { keyOf(keyword: string): string; shorterOf(keyword: string): string[] },
): string[] {
  const longer = new Map<number, number>();
  for (const [code, label] of labelsOf(keywords).entries()) {
    for (const name of shorterOf(label)) {
      const shorter = codeOf(keywords, name, keyOf);
      if (shorter !== null && shorter !== code)
        longer.set(shorter, (longer.get(shorter) ?? 0) + sizeOf(keywords, code));
    }
  }
  return labelsOf(keywords).filter((_, code) => sizeOf(keywords, code) > (longer.get(code) ?? 0));
}

/** The labels, those that most documents have first. */
export const frequentLabels = (keywords: Keywords): string[] =>
  labelsOf(keywords)
    .map((label, code) => ({ label, size: sizeOf(keywords, code) }))
    .sort((a, b) => b.size - a.size)
    .map(({ label }) => label);

/** The documents that have a keyword. */
export function spanOfKeyword(
  keywords: Keywords,
  spelling: string,
  keyOf: (spelling: string) => string,
): Span {
  const code = codeOf(keywords, spelling, keyOf);
  return code === null ? [0, 0] : [at(keywords.starts, code), at(keywords.starts, code + 1)];
}
