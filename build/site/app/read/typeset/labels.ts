/**
 * The labels that paragraphs of law begin with, read from the words: `(a)`, `(1)`, `(A)`, `(i)`; several where a paragraph
 * begins more than one level, `(b)(1)` or `(b) Methods—(1) General.`
 */

export interface Labels {
  /** Without parentheses, outermost first; `*1` where the number is set in italics, a level of its own in regulations. */
  labels: string[];
  /** Of the first label with what stands before it and its parentheses, in code units; what the link is made of. */
  start: number;
  end: number;
}

const LETTERS = String.raw`(?:\d{1,3}|[a-z]{1,6}|[A-Z]{1,6})`;
/** In notes, laws are quoted with a quotation mark at each paragraph. */
const FIRST = new RegExp(String.raw`^\s*[“"]?(\((${LETTERS})\))`);
const NEXT = new RegExp(String.raw`\s?\((${LETTERS})\)`, 'y');
/** A short heading between two labels: `(b) Methods—(1)`. */
const AFTER_HEADING = new RegExp(String.raw`[^()\n—]{1,160}—\s?\((${LETTERS})\)`, 'y');
/** More levels has no law. */
const MOST_LABELS = 8;

/**
 * @param text of the paragraph
 * @param isItalic whether the character at a place is set in italics
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

/** What a label may be: a kind of numbering and the place in it. `i` is the ninth letter, or one. */
export interface Reading {
  kind: string;
  ordinal: number;
}

const LOWER_ROMAN = /^(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
/** Beyond this, a list goes on with doubled letters. */
const ALPHABET = 26;

/** @param label as {@link Labels} has it @returns nothing for what is no label, such as `(the)` */
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
  if (LOWER_ROMAN.test(lower)) readings.push({ kind: `${prefix}i`, ordinal: romanValue(lower) });
  return readings;
}

const beginsLevel = (label: string): boolean => readingsOf(label).some(({ ordinal }) => ordinal === 1);

function romanValue(roman: string): number {
  const values = Array.from(roman, letter => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, i) => (value < (values[i + 1] ?? 0) ? sum - value : sum + value), 0);
}
