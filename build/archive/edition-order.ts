import { compareNatural } from '../contract/natural-order.ts';
import type { EditionKey } from '../contract/version.ts';

/**
 * The order of editions: by day, those of one day by congress and law. Of release points of one law that with more exceptions
 * comes first, since it is the less complete: `117-80not58` before `117-80`. The rest is the natural order of names.
 */
export const compareEditions = (a: EditionKey, b: EditionKey): number =>
  a.day < b.day ? -1 : a.day > b.day ? 1 : compareNames(a.edition, b.edition);

const compareNames = (a: string, b: string): number =>
  a === b
    ? 0
    : compareNatural(lawOf(a), lawOf(b)) || exceptionsIn(b) - exceptionsIn(a) || compareNatural(a, b);

/** `116-344` of `116-344not283u1`, which is the first update of a release point. */
const lawOf = (edition: string): string => edition.replace(/(?:(?:not|u)[\d-]+)+$/, '');

const exceptionsIn = (edition: string): number => edition.split('not').length - 1;
