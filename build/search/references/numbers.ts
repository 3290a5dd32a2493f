import { CODES, coveredSections } from '../../contract/citations/keys.ts';
import type { CodeCitation } from '../../contract/sources.ts';
import { matchAt } from './match-at.ts';

/** A list of section or part numbers in a text: `4321, 4332 and 4335`, `1500 through 1508`, `107(a)(1)`. */
export interface NumberList {
  numbers: string[];
  /** Behind its last character. */
  end: number;
  /** One number without subdivisions, or the first of many (`et seq.`). */
  isWhole: boolean;
}

const MAX_ITEMS = 200;
/** In characters; no real number of a section comes near. */
const MAX_NUMBER = 30;
/** A range up to this width covers each of its sections, a wider one counts by its ends: it means an act or a chapter. */
const WIDEST_RANGE = 20;
/** With a hyphen: `44 U.S.C. 3501-3520` is what an act is cited by. */
const WIDEST_HYPHEN = 5;

const patternOf = (sections: readonly string[]): RegExp => new RegExp(`(?:${sections.join('|')})`, 'iy');
const NUMBER = new Map(CODES.map(code => [code, patternOf([code.section])]));
/** The code that counts most kinds of numbers comes first: an alternative that matches is not left for a longer one. */
const ANY_NUMBER = patternOf(
  CODES.toSorted((a, b) => b.section.length - a.section.length).map(({ section }) => section),
);
const SUBDIVISIONS = /(?: ?\([a-z0-9]{0,6}\)){1,10}/iy;
const SEPARATOR =
  /(?:,? (and|or|through|to|&) |, ?)(?:§{1,2} ?(?=\d)|sections? (?=\d)|parts? (?=\d)|(?=\d))/iy;
/** What a number in a list is no section by: another citation begins (`552, 15 U.S.C. 78`), or it is a measure. */
const OTHER_NUMBER = / (?:[A-Z]|days?\b|months?\b|years?\b|percent\b)/y;
/** A year: `3 CFR, 1978 Comp.`, `44 U.S. Code, 1964 ed.` */
const EDITION = / (?:Comp|ed)\b/y;
const ET_SEQ = /,? ?et\.? seq\.?/iy;

/**
 * @param code whose numbers they are; null for those of any code
 * @returns null where there is no number at this place
 */
export function numbersAt(code: CodeCitation | null, text: string, start: number): NumberList | null {
  const pattern = (code && NUMBER.get(code)) ?? ANY_NUMBER;
  const numbers: string[] = [];
  let at = start;
  let end = start;
  let isWhole = true;
  let isRange = false;
  for (let items = 0; items < MAX_ITEMS; items++) {
    const number = numberAt(pattern, text, at);
    if (number === '') break;
    const subdivisions = matchAt(SUBDIVISIONS, text, at + number.length)?.[0].length ?? 0;
    const next = at + number.length + subdivisions;
    if (matchAt(items === 0 ? EDITION : OTHER_NUMBER, text, next)) break;
    numbers.push(
      ...(isRange
        ? rangeOf(String(numbers.pop()), number, WIDEST_RANGE)
        : spelledOut(number, code?.keys.part !== null)),
    );
    isWhole = items === 0 && subdivisions === 0;
    end = next;
    const separator = matchAt(SEPARATOR, text, end);
    if (separator === null) break;
    isRange = /^t/i.test(separator[1] ?? '');
    at = end + separator[0].length;
  }
  if (numbers.length === 0) return null;
  const more = matchAt(ET_SEQ, text, end)?.[0].length ?? 0;
  return { numbers, end: end + more, isWhole: isWhole || (more > 0 && numbers.length === 1) };
}

/** `4321et seq.` is 4321: what is set in italics may stand without a space. */
function numberAt(pattern: RegExp, text: string, at: number): string {
  const [found = ''] = matchAt(pattern, text, at) ?? [];
  if (found.length > MAX_NUMBER || /\w/.test(text.charAt(at + found.length))) return '';
  return /et$/i.test(found) && matchAt(/ seq\b/y, text, at + found.length) ? found.slice(0, -2) : found;
}

/** A hyphen between a number and a higher one is a range, `3141-3144`, `231-231v`; `300aa-1` and `1.401-2` are one section. */
function spelledOut(number: string, hasParts: boolean): string[] {
  if (!number.includes('-')) return [number];
  const [, from, prefix, first, to, nextPrefix, next] =
    /^((\d+\.)?(\d+)[a-z]*)-((\d+\.)?(\d+)[a-z]*)$/i.exec(number) ?? [];
  const isRange = from && to && prefix === nextPrefix && Number(next) >= Number(first);
  // As one number too: `41 CFR part 60-300`.
  return isRange ? [...rangeOf(from, to, WIDEST_HYPHEN), ...(hasParts ? [number] : [])] : [number];
}

function rangeOf(from: string, to: string, widest: number): string[] {
  const width = lastNumber(to) - lastNumber(from);
  return width <= widest ? coveredSections(`${from} to ${to}`) : [from, to];
}

/** `1.401` → 401, `370f` → 370 */
const lastNumber = (section: string): number => Number(/\d+(?=\D*$)/.exec(section)?.[0]);
