import { matchAt } from '../match-at.ts';
import { romanValue } from '../roman.ts';

/**
 * Labels at the beginning of paragraphs of law, read from the words: `(a)`, `(1)`, `(A)`, `(i)`. A paragraph that begins
 * several levels has several: `(b)(1)` or `(b) Methods—(1) General.`
 */

export interface Labels {
  /** Without parentheses, outermost first. `*1` is a number in italics, a separate level in regulations. */
  labels: string[];
  /** Where each begins, in code units, parentheses included. */
  starts: number[];
  /** Behind the last. */
  end: number;
}

/** Words in bold or italics that begin at an offset. */
export interface Emphasis {
  end: number;
  isItalic: boolean;
}

const LETTERS = String.raw`(?:\d{1,3}|[a-z]{1,6}|[A-Z]{1,6})`;
/** Quoted laws in notes have a quotation mark before each paragraph. */
const FIRST = new RegExp(String.raw`^\s*[“"]?(\((${LETTERS})\))`);
const NEXT = new RegExp(String.raw`\s?\((${LETTERS})\)`, 'y');
/** A short heading between two labels: `(b) Methods—(1)`. */
const AFTER_HEADING = new RegExp(String.raw`[^()\n—]{1,160}—\s?\((${LETTERS})\)`, 'y');
/** What separates a heading in bold or italics from a label: `(c) *Conflicts of interest.* (1)`, `(b) *Methods* - (1)`. */
const AFTER_EMPHASIS = new RegExp(String.raw`[.:;—–\s-]*\((${LETTERS})\)`, 'y');
const LONGEST_HEADING = 160;
/** No law has more levels. */
const MOST_LABELS = 8;

/**
 * @param text of the paragraph
 * @param emphasisAt the emphasised words that begin at an offset; null for none
 * @returns null where the paragraph has no label
 */
export function labelsOf(
  text: string,
  emphasisAt: (at: number) => Emphasis | null = () => null,
): Labels | null {
  const first = FIRST.exec(text);
  if (!first || readingsOf(first[2]!).length === 0) return null;
  const found: Labels = { labels: [], starts: [], end: first[0].length - first[1]!.length };
  const take = (label: string, end: number): void => {
    const start = end - label.length - 1;
    const emphasis = emphasisAt(start);
    // Only the label is in italics, not its parentheses.
    const isItalic = emphasis?.isItalic && emphasis.end === end - 1;
    found.labels.push(isItalic ? `*${label}` : label);
    found.starts.push(start - 1);
    found.end = end;
  };
  take(first[2]!, first[0].length);
  while (found.labels.length < MOST_LABELS) {
    const next = nextLabel(text, found.end, emphasisAt);
    if (!next || !beginsLevel(next.label)) break;
    take(next.label, next.end);
  }
  return found;
}

function nextLabel(text: string, at: number, emphasisAt: (at: number) => Emphasis | null) {
  const afterHeading = (): RegExpExecArray | null => {
    const start = at + /^\s*/.exec(text.slice(at, at + LONGEST_HEADING))![0].length;
    const { end } = emphasisAt(start) ?? { end: start };
    return end > start && end - start <= LONGEST_HEADING ? matchAt(AFTER_EMPHASIS, text, end) : null;
  };
  const match = matchAt(NEXT, text, at) ?? matchAt(AFTER_HEADING, text, at) ?? afterHeading();
  return match && { label: match[1]!, end: match.index + match[0].length };
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
