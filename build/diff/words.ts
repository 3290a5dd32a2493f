import { REFERENCED } from '../text/markup.ts';
import { fewestEdits, type Work } from './work.ts';

/** Differences of two texts by words. */

/** `=`: in both texts; `-`: only in the old one; `+`: only in the new one. */
export type Op = '=' | '-' | '+';
export type Piece = [op: Op, text: string];

/**
 * The address of a link with what ends the link, a reference to a character, a word with its apostrophes and hyphens, white space, or
 * another character.
 */
const TOKEN = new RegExp(
  [
    String.raw`\]\([^()[\]\s]*\)`,
    `&${REFERENCED}`,
    String.raw`[\p{L}\p{N}]+(?:['’‑-][\p{L}\p{N}]+)*`,
    String.raw`\s+`,
    String.raw`[^\p{L}\p{N}\s]`,
  ].join('|'),
  'gu',
);

const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];

const isWord = (token: string): boolean => /^[\p{L}\p{N}]/u.test(token);

/** Most words that an edit of a paragraph may insert and delete; with more, the whole paragraph is replaced. */
const MOST_EDITS = 3000;

/** @returns pieces whose `=` and `-` give the old text, and whose `=` and `+` give the new one */
export function wordPieces(old: string, next: string, work: Work): Piece[] {
  const found = fewestEdits(tokensOf(old), tokensOf(next), MOST_EDITS, work);
  if (!found) return replaced(old, next);
  return joined(
    readable(
      found.map(({ added, removed, value }) => ({ op: added ? '+' : removed ? '-' : '=', tokens: value })),
    ).map(({ op, tokens }): Piece => [op, tokens.join('')]),
  );
}

const replaced = (old: string, next: string): Piece[] =>
  joined([
    ['-', old],
    ['+', next],
  ]);

interface Run {
  op: Op;
  tokens: string[];
}

/** Words that two unlike texts share by chance. */
const FEW_WORDS = 2;

/**
 * Gives up common words between two changes where they are few and the changes are long: nobody reads them as unchanged. Changes with
 * nothing but blanks or marks between them are one.
 */
const readable = (runs: readonly Run[]): Run[] => withoutFew(withoutFew(runs, 0), FEW_WORDS);

/** @param most common words that are given up */
function withoutFew(runs: readonly Run[], most: number): Run[] {
  return runs.flatMap((run, i): Run[] => {
    if (run.op !== '=') return [run];
    const [before, after] = [changeBefore(runs, i), changeAfter(runs, i)];
    const words = count([run]);
    const isChance = before > 0 && after > 0 && words <= most && Math.min(before, after) > 2 * words;
    return isChance ? (['-', '+'] as const).map(op => ({ op, tokens: run.tokens })) : [run];
  });
}

const wordsIn = (runs: readonly Run[]): number =>
  Math.max(0, ...(['-', '+'] as const).map(op => count(runs.filter(run => run.op === op))));
const count = (runs: readonly Run[]): number =>
  runs.reduce((sum, { tokens }) => sum + tokens.filter(isWord).length, 0);

function changeBefore(runs: readonly Run[], i: number): number {
  let start = i;
  while (start > 0 && runs[start - 1]?.op !== '=') start -= 1;
  return wordsIn(runs.slice(start, i));
}

function changeAfter(runs: readonly Run[], i: number): number {
  let end = i + 1;
  while (end < runs.length && runs[end]?.op !== '=') end += 1;
  return wordsIn(runs.slice(i + 1, end));
}

/** Joins neighboring changes, what is deleted in front of what is inserted. */
export function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  let [removed, added] = ['', ''];
  const flush = (): void => {
    if (removed !== '') result.push(['-', removed]);
    if (added !== '') result.push(['+', added]);
    [removed, added] = ['', ''];
  };
  for (const [op, text] of pieces) {
    if (text === '') continue;
    if (op === '-') removed += text;
    else if (op === '+') added += text;
    else {
      flush();
      const last = result.at(-1);
      if (last?.[0] === '=') last[1] += text;
      else result.push(['=', text]);
    }
  }
  flush();
  return result;
}
