import { inPlace } from './appendix-order.ts';
import { romanValue } from './roman.ts';
import { byteLength, segmentProblem } from './segment.ts';
import type { RoutedSource } from './sources.ts';

/**
 * The three spellings of an identifier, e.g. canonical `/us/usc/t17/s106`, shorthand `t17/s106` (for fr the
 * document number) and id `us-usc-t17-s106`, and the natural order in which documents stand.
 */

/** @returns the identifier without its namespace: the name of the document within its source */
export const shorthandOf = (source: Pick<RoutedSource, 'namespace'>, identifier: string): string =>
  identifier.slice(source.namespace.length);

export const idOf = (identifier: string): string => identifier.slice(1).replace(/\//g, '-');

/**
 * The canonical identifier that a decoded request path names, in either accepted form (build/contract/README.md, Identifiers). Says nothing about whether such a document exists.
 */
export function canonicalIdentifier(source: RoutedSource, path: string): string {
  const absolute = `/${path.replace(/^\/+/, '')}`;
  return absolute.startsWith(source.namespace) ? absolute : source.namespace + absolute.slice(1);
}

/** A file name may have 255 bytes, and `.json` is the longest ending. */
const MAX_SEGMENT_BYTES = 250;
const MAX_IDENTIFIER_BYTES = 1000;

/**
 * Why an identifier cannot be published, or null where it can. Real identifiers hold spaces, dashes, `§`
 * and even slashes, so only what would leave the tree or not fit a file name is refused.
 */
export function identifierProblem(source: RoutedSource, identifier: string): string | null {
  if (!identifier.startsWith(source.namespace)) return `does not start with ${source.namespace}`;
  if (byteLength(identifier) > MAX_IDENTIFIER_BYTES) return `exceeds ${MAX_IDENTIFIER_BYTES} bytes`;
  const shorthand = shorthandOf(source, identifier);
  if (canonicalIdentifier(source, shorthand) !== identifier) return 'repeats its own namespace';
  if (/\.(json|md|txt)\//.test(shorthand)) return "has a segment that another document's file may be named";
  const problems = shorthand.split('/').map(publishedSegmentProblem);
  return problems.find(problem => problem !== null) ?? null;
}

function publishedSegmentProblem(segment: string): string | null {
  const problem = segmentProblem(segment);
  if (problem !== null) return problem;
  if (segment === '_q') return 'has the segment _q, which is reserved for list pages';
  return byteLength(segment) > MAX_SEGMENT_BYTES ? `has a segment of over ${MAX_SEGMENT_BYTES} bytes` : null;
}

/**
 * A string whose code-unit order is the natural order of the text: numbers by value (title 2 before title
 * 10), letters without case, a path segment's end before all else (106 before 106a, title 5 before its
 * appendix 5a), dashes of every kind alike, section signs ignored, and appendices of regulations behind the sections
 * of their part (`appendix-order.ts`).
 */
export function naturalKey(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/§+\s*/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ');
  return inPlace(plain).replaceAll('/', '\u0001').replace(/\d+/g, numberKey);
}

/** Digits prefixed by their count, so that a longer number sorts after a shorter one. */
function numberKey(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '');
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
