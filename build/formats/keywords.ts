import { at, type Groups, partitionPoint, type Span } from './column.ts';

/** Documents grouped by keyword, in several groups each. Lists cannot follow this order, only its runs. */
export interface Keywords extends Groups {
  size: number;
  /** A keyword in its most frequent spelling, else the first by code units. Keywords ascend by code units of their keys. */
  label(code: number): string;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns one spelling for each key: the most frequent; ties go to the first by code units.
 * @param frequencies by spelling
 * @param keyOf the key that all spellings of a keyword share
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

const sizeOf = (keywords: Keywords, code: number): number =>
  at(keywords.starts, code + 1) - at(keywords.starts, code);

/**
 * Returns the labels of keywords that documents hold themselves, not only in longer ones: more documents have them than have
 * the longer ones. (A keyword whose documents all have a longer one too is also left out.)
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

/** The labels, the most frequent first. */
export const frequentLabels = (keywords: Keywords): string[] =>
  labelsOf(keywords)
    .map((label, code) => ({ label, size: sizeOf(keywords, code) }))
    .sort((a, b) => b.size - a.size)
    .map(({ label }) => label);

export function spanOfKeyword(
  keywords: Keywords,
  spelling: string,
  keyOf: (spelling: string) => string,
): Span {
  const code = codeOf(keywords, spelling, keyOf);
  return code === null ? [0, 0] : [at(keywords.starts, code), at(keywords.starts, code + 1)];
}
