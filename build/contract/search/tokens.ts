import { stemmer } from 'stemmer';

/**
 * Words as the embedded engine's tokenizer sees them (SQLite's `porter unicode61 remove_diacritics 2`): runs of
 * letters and digits, without case and diacritics, reduced to their English stem. Highlights follow it too.
 */
export const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** `Résumés` → `resumes` */
export const fold = (word: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range
  /^[\u0000-\u007f]*$/.test(word)
    ? word.toLowerCase()
    : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const stem = (folded: string): string => stemmer(folded);

/** The folded words of a text. */
export const foldedWords = (text: string): string[] =>
  Array.from(text.matchAll(WORD), ([word]) => fold(word));

/** Written with and without dots, in the law and in queries. */
const ABBREVIATIONS = new Set(['usc', 'cfr']);

/** All spellings of a word that mean the same, itself first: `U.S.C` and `USC`, `CFR` and `C.F.R`. */
export function spellingsOf(word: string): string[] {
  const letters = word.replaceAll('.', '');
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return [word, letters];
  return ABBREVIATIONS.has(letters.toLowerCase()) ? [word, [...letters].join('.')] : [word];
}
