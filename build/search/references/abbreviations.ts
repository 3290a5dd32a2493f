import { foldedWords } from '../../contract/search/tokens.ts';

/** Short and long form, folded words with a space between: `epa`, `environmental protection agency`. */
export type Abbreviation = [short: string, long: string];

/** `(EPA)`, `(the “Board”` is none: two capital letters at least, within ten characters. A plural's `s` is left out. */
const SHORT = String.raw`[A-Z][A-Za-z0-9&/-]{0,8}[A-Z]`;
const SHORT_IN_PARENTHESES = new RegExp(String.raw`\((?:the )?["“‘]?(${SHORT})s?(?=["”’,;)])`, 'g');
/** `EPA (Environmental Protection Agency)` */
const LONG_IN_PARENTHESES = new RegExp(
  String.raw`\b(${SHORT})s? \(((?:the )?[A-Z][a-z][^()\n;:“”"]{2,120})\)`,
  'g',
);
const ROMAN = /^[IVXLC]+$/;
/** What a long form does not reach over: the end of a sentence, but not an initial (`U.S. Code`), brackets, quotes, a line. */
const BREAK = /[\n;:()[\]“”"]|\w\w[.!?] /g;
/** Where the long form is looked for, in characters. */
const REACH = 160;
const YEAR = /,? (?:of )?\d{4}$/;

/**
 * Abbreviations that a text spells out, by A. Schwartz and M. Hearst, "A simple algorithm for identifying abbreviation
 * definitions in biomedical text" (2003); here the long form has two words at least and begins with a capital letter.
 */
export function abbreviationsIn(text: string, limit: number): Abbreviation[] {
  const found = new Map<string, Abbreviation>();
  const add = (short: string, before: string) => {
    const long = ROMAN.test(short) ? null : longForm(short, before);
    if (long === null) return;
    const pair: Abbreviation = [foldedWords(short).join(' '), foldedLong(long)];
    if (pair[1].includes(' ')) found.set(pair.join('\n'), pair);
  };
  for (const { 1: short = '', index } of text.matchAll(SHORT_IN_PARENTHESES)) {
    if (found.size >= limit) break;
    add(short, lastClause(text.slice(Math.max(0, index - REACH), index)));
  }
  for (const [, short = '', inside = ''] of text.matchAll(LONG_IN_PARENTHESES)) {
    if (found.size >= limit) break;
    add(short, inside);
  }
  return [...found.values()];
}

/** `of` a year and the possessive end are no part of a long form. */
const foldedLong = (long: string): string =>
  foldedWords(long.replace(YEAR, '').replace(/['’]s?$/, '')).join(' ');

function lastClause(before: string): string {
  let start = 0;
  for (const { index, 0: end } of before.matchAll(BREAK)) start = index + end.length;
  return before.slice(start);
}

/**
 * The shortest end of a text that holds the letters of the short form in order, the first of them at the beginning of a word.
 * @returns null where it has none, or one of fewer words than two or more than the algorithm allows
 */
export function longForm(short: string, before: string): string | null {
  const text = before.trimEnd();
  const lower = text.toLowerCase();
  let at = lower.length;
  for (let i = short.length - 1; i >= 0; i--) {
    const letter = short.charAt(i).toLowerCase();
    if (!/[a-z0-9]/.test(letter)) continue;
    do at = at > 0 ? lower.lastIndexOf(letter, at - 1) : -1;
    while (i === 0 && at > 0 && /[\p{L}\p{N}]/u.test(lower.charAt(at - 1)));
    if (at === -1) return null;
  }
  const long = text.slice(at);
  const words = long.split(/[\s-]+/).length;
  const most = Math.min(short.length + 5, short.length * 2);
  const isLong = words >= 2 && words <= most && long.length > short.length && !long.includes(short);
  return isLong && /^[A-Z]/.test(long) ? long : null;
}
