import { matchAt } from '../../contract/match-at.ts';
import { foldedWords } from '../text/tokens.ts';

/** Short and long form, folded words with a space between: `epa`, `environmental protection agency`. */
export type Abbreviation = [short: string, long: string];

const OPENING = /\((?:the )?["“‘]?(?=[A-Z])/g;
/** `EPA)`: at least two capital letters, at most ten characters. A plural's `s` is left out. */
const SHORT = /([A-Z][A-Za-z0-9&/-]{0,8}[A-Z])s?["”’,;)]/y;
/** `EPA (Environmental Protection Agency)` */
const LONG = /[A-Z][a-z][^()\n;:“”"]{2,120}(?=\))/y;
const SHORT_BEFORE = /(?<![\w&/-])([A-Z][A-Za-z0-9&/-]{0,8}[A-Z])s? $/;
const ROMAN = /^[IVXLC]+$/;
/** Bounds of a long form: the end of a sentence, but not an initial (`U.S. Code`), brackets, quotes, a line. */
const BREAK = /[\n;:()[\]“”"]|\w\w[.!?] /g;
/** Characters before the short form that are searched for the long form. */
const REACH = 160;
const YEAR = /,? (?:of )?\d{4}$/;

/**
 * Returns the abbreviations that a text spells out, by A. Schwartz and M. Hearst, "A simple algorithm for identifying
 * abbreviation definitions in biomedical text" (2003); here a long form has at least two words and begins with a capital
 * letter.
 */
export function abbreviationsIn(text: string, limit: number): Abbreviation[] {
  const found = new Map<string, Abbreviation>();
  const add = (short: string, before: string) => {
    const long = short === '' || ROMAN.test(short) ? null : longForm(short, before);
    if (long === null) return;
    const pair: Abbreviation = [foldedWords(short).join(' '), foldedLong(long)];
    if (pair[1].includes(' ')) found.set(pair.join('\n'), pair);
  };
  for (const { 0: opening, index } of text.matchAll(OPENING)) {
    if (found.size >= limit) break;
    const start = index + opening.length;
    const short = matchAt(SHORT, text, start)?.[1];
    const long = short ? null : matchAt(LONG, text, start);
    if (short) add(short, lastClause(text.slice(Math.max(0, index - REACH), index)));
    if (long) add(SHORT_BEFORE.exec(text.slice(Math.max(0, index - 14), index))?.[1] ?? '', long[0]);
  }
  return [...found.values()];
}

const foldedLong = (long: string): string =>
  foldedWords(long.replace(YEAR, '').replace(/['’]s?$/, '')).join(' ');

function lastClause(before: string): string {
  let start = 0;
  for (const { index, 0: end } of before.matchAll(BREAK)) start = index + end.length;
  return before.slice(start);
}

/**
 * Returns the shortest end of a text with the letters of the short form in order, the first of them at the beginning of a word.
 * @returns null if there is none, or only one with more words than the algorithm allows
 */
function longForm(short: string, before: string): string | null {
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
  const isLong = words <= most && long.length > short.length && !long.includes(short);
  return isLong && /^[A-Z]/.test(long) ? long : null;
}
