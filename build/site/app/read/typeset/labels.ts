import { romanValue } from '../../../../contract/roman.ts';

/**
 * Labels at the beginning of paragraphs of law, read from the words: `(a)`, `(1)`, `(A)`, `(i)`. A paragraph that begins
 * several levels has several: `(b)(1)` or `(b) Methods—(1) General.`
 */

export interface Labels {
  /** Without parentheses, outermost first. `*1` is a number in italics, a separate level in regulations. */
  labels: string[];
  /** Range of the labels' link in code units, parentheses included. */
  start: number;
  end: number;
}

const LETTERS = String.raw`(?:\d{1,3}|[a-z]{1,6}|[A-Z]{1,6})`;
/** Quoted laws in notes have a quotation mark before each paragraph. */
const FIRST = new RegExp(String.raw`^\s*[“"]?(\((${LETTERS})\))`);
const NEXT = new RegExp(String.raw`\s?\((${LETTERS})\)`, 'y');
/** A short heading between two labels: `(b) Methods—(1)`. */
const AFTER_HEADING = new RegExp(String.raw`[^()\n—]{1,160}—\s?\((${LETTERS})\)`, 'y');
/** No law has more levels. */
const MOST_LABELS = 8;

/**
 * @param text of the paragraph
 * @param isItalic whether the character at an offset is in italics
 * @returns null where the paragraph has no label
 */
export function labelsOf(text: string, isItalic: (at: number) => boolean = () => false): Labels | null {
  const first = FIRST.exec(text);
  if (!first || readingsOf(first[2]!).length === 0) return null;
  const end = first[0].length;
  const named = (label: string, behind: number): string =>
    isItalic(behind - 1 - label.length) ? `*${label}` : label;
  const labels = [named(first[2]!, end)];
  let at = end;
  while (labels.length < MOST_LABELS) {
    NEXT.lastIndex = at;
    AFTER_HEADING.lastIndex = at;
    const next = NEXT.exec(text) ?? AFTER_HEADING.exec(text);
    const label = next?.[1];
    if (!next || label === undefined || !beginsLevel(label)) break;
    at += next[0].length;
    labels.push(named(label, at));
  }
  return { labels, start: end - first[1]!.length, end };
}

/** A meaning of a label: a kind of numbering and the ordinal in it. `i` is the ninth letter, or one. */
export interface Reading {
  kind: string;
  ordinal: number;
}

/** After these, a list continues with doubled letters. */
const ALPHABET = 26;

/** @param label as in {@link Labels} @returns an empty array for words that are no label, such as `(the)` */
export function readingsOf(label: string): Reading[] {
  if (label.startsWith('*'))
    return readingsOf(label.slice(1)).map(each => ({ ...each, kind: `*${each.kind}` }));
  if (/^\d/.test(label)) return [{ kind: '1', ordinal: Number(label) }];
  const lower = label.toLowerCase();
  const prefix = lower === label ? '' : 'upper ';
  const readings: Reading[] = [];
  if (/^(.)\1*$/.test(lower) && lower.length <= 3) {
    const letter = lower.charCodeAt(0) - 96;
    readings.push({ kind: `${prefix}a`, ordinal: letter + ALPHABET * (lower.length - 1) });
    if (lower.length === 2) readings.push({ kind: `${prefix}aa`, ordinal: letter });
  }
  // Levels have no numerals above 89: `c`, `d` and `m` are letters.
  const roman = /[cdm]/.test(lower) ? null : romanValue(lower.toUpperCase());
  if (roman !== null) readings.push({ kind: `${prefix}i`, ordinal: roman });
  return readings;
}

const beginsLevel = (label: string): boolean => readingsOf(label).some(({ ordinal }) => ordinal === 1);
