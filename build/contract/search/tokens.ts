import { stemmer } from 'stemmer';
import { CODES } from './citation.ts';

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
const ABBREVIATIONS = new Set(CODES.map(({ abbreviation }) => abbreviation.toLowerCase()));

/** All spellings of a word that mean the same, itself first: `U.S.C` and `USC`, `CFR` and `C.F.R`. */
export function spellingsOf(word: string): string[] {
  const letters = word.replaceAll('.', '');
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return [word, letters];
  return ABBREVIATIONS.has(letters.toLowerCase()) ? [word, [...letters].join('.')] : [word];
}

/** Endings that a stem loses. */
const ENDINGS = 'ing ed ion ation ity ies ly able ive ance ence'.split(' ');

/**
 * What an unfinished word may be going to be, where its stem will be shorter than what is typed already:
 * `reproducin` begins no stem, and `reproducing` has the stem `reproduc`.
 */
export function completionsOf(beginning: string): string[] {
  const typed = fold(beginning);
  const complete = ENDINGS.flatMap(ending => {
    const lengths = Array.from(ending, (_, i) => i)
      .slice(1)
      .reverse();
    const length = lengths.find(length => typed.endsWith(ending.slice(0, length)));
    return length === undefined ? [] : [typed.slice(0, -length) + ending];
  });
  return complete.filter(word => !stem(word).startsWith(stem(typed)));
}
