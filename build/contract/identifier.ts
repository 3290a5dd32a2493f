import { inPlace } from './appendix-order.ts';
import { byteLength, segmentProblem } from './file-names.ts';
import { romanValue } from './roman.ts';
import type { RoutedSource } from './sources.ts';

/** Canonical `/us/usc/t17/s106`, shorthand `t17/s106`, id `us-usc-t17-s106`, and the natural order of documents. */

/** Removes the namespace. */
export const shorthandOf = (source: Pick<RoutedSource, 'namespace'>, identifier: string): string =>
  identifier.slice(source.namespace.length);

export const idOf = (identifier: string): string => identifier.slice(1).replace(/\//g, '-');

/** Reads a decoded request path in either form (build/contract/README.md, Identifiers). The document may not exist. */
export function canonicalIdentifier(source: RoutedSource, path: string): string {
  const absolute = `/${path.replace(/^\/+/, '')}`;
  return absolute.startsWith(source.namespace) ? absolute : source.namespace + absolute.slice(1);
}

/** File names have at most 255 bytes, and `.json` is the longest ending. */
const MAX_SEGMENT_BYTES = 250;
const MAX_IDENTIFIER_BYTES = 1000;

/** Returns why an identifier cannot be published, or null. Spaces, dashes, `§` and even slashes are allowed. */
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
 * Returns a string whose code-unit order is the natural order: numbers by value (title 2 before title 10), no case, the end of
 * a segment first (106 before 106a, title 5 before its appendix 5a), one kind of dash, no section signs, and appendices of
 * regulations behind the sections of their part (`appendix-order.ts`).
 */
export function naturalKey(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/§+\s*/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ');
  return inPlace(plain).replaceAll('/', '\u0001').replace(/\d+/g, numberKey);
}

/** Prefixes digits with their count: longer numbers sort later. */
function numberKey(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '');
  const length = significant.length;
  return (length <= 9 ? String(length) : `:${String.fromCharCode(length)}`) + significant;
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The natural order; ties are broken by code units. Independent of the locale. */
export const compareNatural = (a: string, b: string): number => naturalOrderTo(b)(a);

/** Compares texts with one text whose key is computed once. @returns below 0 for texts before it */
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

/** Orders chapter numbers: Roman numerals by value (IX before X), others naturally. */
export const compareChapters = (a: string, b: string): number =>
  compareNatural(fromRoman(a), fromRoman(b)) || compareStrings(a, b);

const fromRoman = (label: string): string => String(romanValue(label) ?? label);
