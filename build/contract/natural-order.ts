import { identifierSortText } from './appendix-order.ts';
import { romanValue } from './roman.ts';

/** The natural order of identifiers, names and numbers. */

/**
 * A string whose code-unit order is the natural order of the text: numbers by value (title 2 before title
 * 10), letters without case, a path segment's end before all else (106 before 106a, title 5 before its
 * appendix 5a), dashes of every kind alike, section signs ignored, and appendices of regulations behind the sections
 * of their part (`appendix-order.ts`).
 */
export function naturalKey(text: string): string {
  const small = text.toLowerCase();
  const plain = UNUSUAL.test(small)
    ? small
        .replace(/§+\s*/g, '')
        .replace(/[\u2010-\u2015\u2212]/g, '-')
        .replace(/\s+/g, ' ')
    : small;
  return identifierSortText(plain).replaceAll('/', '\u0001').replace(/\d+/g, numberKey);
}

/** What identifiers rarely have: white space, section signs, dashes of other kinds. */
const UNUSUAL = /[^!-~]/;

/** Digits prefixed by their count, so that a longer number sorts after a shorter one. */
function numberKey(digits: string): string {
  const significant = digits.startsWith('0') ? digits.replace(/^0+(?=\d)/, '') : digits;
  const length = significant.length;
  return (length <= 9 ? String(length) : `:${String.fromCharCode(length)}`) + significant;
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The natural order, made total by the code units of the text itself. Independent of the locale. */
export const compareNatural = (a: string, b: string): number => naturalOrderTo(b)(a);

/** Compares texts with one text, whose key is computed once. @returns below 0 for a text that comes before it */
export function naturalOrderTo(bound: string): (text: string) => number {
  const key = naturalKey(bound);
  return text => compareStrings(naturalKey(text), key) || compareStrings(text, bound);
}

/** Sorts in natural order, computing each key once. */
export function sortNatural<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  return items
    .map(item => ({ item, text: textOf(item), key: naturalKey(textOf(item)) }))
    .sort((a, b) => compareStrings(a.key, b.key) || compareStrings(a.text, b.text))
    .map(sorted => sorted.item);
}

/** The order of chapter numbers: Roman numerals by value (IX before X), everything else natural. */
export const compareChapters = (a: string, b: string): number =>
  compareNatural(fromRoman(a), fromRoman(b)) || compareStrings(a, b);

const fromRoman = (label: string): string => String(romanValue(label) ?? label);
