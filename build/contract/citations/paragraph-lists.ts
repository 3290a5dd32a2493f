import { allMatches, matchAt } from '../match-at.ts';
import { romanValue } from '../roman.ts';

/** Lists of paragraphs in instructions: `paragraphs (a)(6) introductory text, (a)(6)(iii) through (v), and (b)`. */

export interface ParagraphList {
  at: number;
  end: number;
  /** Of a range both ends. */
  pinpoints: (readonly string[])[];
}

const LIST = /\bparagraphs? (?=\()/gi;
const LABELS = String.raw`(?:\([a-z0-9]{1,6}\) ?){1,10}`;
const ITEM = new RegExp(LABELS, 'iy');
const NEXT = new RegExp(
  `(?:(?:introductory|concluding) text|headings?)?[,;]? ?(?:(?:and|or|through|to|&) )?(?=${LABELS})`,
  'iy',
);

const MOST = 100;

/** Finds the lists of a text with single blanks. */
export function* paragraphListsIn(text: string): Generator<ParagraphList> {
  for (const { index, 0: word } of allMatches(LIST, text))
    yield { at: index, ...paragraphsFrom(text, index + word.length) };
}

/** The paragraphs that are named from a place on: `(a)(1), (b), and (d)(2)`. */
export function paragraphsFrom(text: string, from: number): Omit<ParagraphList, 'at'> {
  const pinpoints: (readonly string[])[] = [];
  let [at, end] = [from, from];
  while (pinpoints.length < MOST) {
    const written = matchAt(ITEM, text, at)?.[0] ?? '';
    if (written === '') break;
    const labels = Array.from(written.matchAll(/\w+/g), ([label]) => label);
    end = at + written.trimEnd().length;
    pinpoints.push(placed(labels, pinpoints.at(-1) ?? []));
    at += written.length;
    const separator = matchAt(NEXT, text, at);
    if (!separator) break;
    at += separator[0].length;
  }
  return { end, pinpoints };
}

type Kind = 'small' | 'large' | 'number';

export const kindOf = (label: string): Kind =>
  /^\d/.test(label) ? 'number' : label === label.toLowerCase() ? 'small' : 'large';

/** Labels of the third rank. Letters beyond `x` in a numeral are no such label, but a paragraph of the section: `(c)`, `(d)`. */
export const romanOf = (label: string): number | null =>
  /^[ivx]+$/.test(label) ? romanValue(label.toUpperCase()) : null;

/** Gives labels those above them, which a list leaves out: `(iv)` behind `(a)(2)(iii)` is (a)(2)(iv), `(b)` is (b). */
function placed(labels: readonly string[], before: readonly string[]): readonly string[] {
  const [first = ''] = labels;
  const kind = kindOf(first);
  const value = romanOf(first);
  const at = before.findLastIndex((label, i) => {
    if (kindOf(label) !== kind) return false;
    if (kind !== 'small') return true;
    const above = romanOf(label);
    // `(i)` alone is a paragraph of the section, unless a lower numeral is before it.
    return i > 0 && value !== null && above !== null && (first.length > 1 || value > above);
  });
  return [...before.slice(0, Math.max(0, at)), ...labels];
}
