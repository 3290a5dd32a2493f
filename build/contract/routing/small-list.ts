import { isDate } from '../dates.ts';

/** Lists for the small routing rule (`small.ts`). */

/** The part of a source's entry that the small rule needs. */
export interface SmallSource {
  id: string;
  /** What all identifiers begin with. Short names leave room: a function for CloudFront has at most 10 kB. */
  prefix: string;
  /** The usual order. */
  sort: string;
  hasLevels?: boolean;
  /** Pages of the default list, in both modes. */
  pages?: number;
  /** Filters with pages. */
  filters: readonly SmallFilter[];
  /** Names of the other filters: lists by these are no files. */
  others: readonly string[];
}

export interface SmallFilter {
  name: string;
  /** Absent for text, `within` for an identifier. */
  type?: string;
  values?: readonly string[];
  pages?: number;
  hasCursors?: boolean;
}

/** The digits of a number that may be safe. */
export const DIGITS = /^\d{1,16}$/;

export interface Pair {
  name: string;
  value: string;
}

export const decodedPairs = (search: string): Pair[] =>
  search
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const plain = pair.replace(/\+/g, ' ');
      const equals = plain.indexOf('=');
      return {
        name: decodeURIComponent(equals < 0 ? plain : plain.slice(0, equals)),
        value: equals < 0 ? '' : decodeURIComponent(plain.slice(equals + 1)),
      };
    });

/** Returns null for an empty or missing parameter. A repeated one gives a value that no parameter allows. */
export const givenValue = (pairs: readonly Pair[], name: string): string | null =>
  rawValue(pairs, name) || null;

function rawValue(pairs: readonly Pair[], name: string): string | null {
  const given = pairs.filter(pair => pair.name === name);
  return given.length > 1 ? '\n' : (given[0]?.value ?? null);
}

/** The identifier in either form, as `canonicalIdentifier` reads it. */
export function canonicalIn(source: SmallSource, name: string): string {
  const absolute = `/${name.replace(/^\/+/, '')}`;
  return absolute.indexOf(source.prefix) === 0 ? absolute : source.prefix + absolute.slice(1);
}

/** Returns the file of a list page in the spelling of `canonicalQuery`. */
export function listFile(source: SmallSource, base: string, pairs: readonly Pair[]): string | null {
  const offsetText = givenValue(pairs, 'offset') ?? '0';
  const cursor = rawValue(pairs, 'cursor');
  const filters = source.filters.filter(filter => givenValue(pairs, filter.name) !== null);
  if (source.others.some(name => givenValue(pairs, name) !== null)) return null;
  if ((givenValue(pairs, 'sort') ?? source.sort) !== source.sort) return null;
  if (!/^0{0,14}20$/.test(givenValue(pairs, 'limit') ?? '20') || !DIGITS.test(offsetText)) return null;
  const filter = filters[0];
  const value = filter ? filterValue(source, filter, givenValue(pairs, filter.name) ?? '') : '';
  const offset = cursor === null ? Number(offsetText) : 0;
  if (filters.length > 1 || value === null || offset % 20 !== 0) return null;
  // Without a number, no offset is too large: nothing is more than NaN.
  const pages = Number((filter ?? source).pages);
  if (offset / 20 >= pages || !isSafe(Number(offsetText))) return null;
  if (cursor !== null && !isCursor(source, filter, cursor)) return null;
  const parts = filter ? [`${filter.name}=${encodeURIComponent(value)}`] : [];
  if (offset > 0 || cursor) parts.push(`sort=${source.sort}`, 'limit=20');
  if (cursor !== null) parts.push(`cursor=${encodeURIComponent(cursor)}`);
  else if (offset > 0) parts.push(`offset=${offset}`);
  const name = parts.join('&');
  if (name === '') return `${base}.json`;
  return name.length > 250 ? null : `${base}/_q/${name}.json`;
}

function filterValue(source: SmallSource, filter: SmallFilter, text: string): string | null {
  if (filter.values) return filter.values.indexOf(text) < 0 ? null : text;
  if (filter.type === 'boolean')
    return /^(true|1)$/.test(text) ? 'true' : /^(false|0)$/.test(text) ? 'false' : null;
  if (filter.type !== 'integer')
    return text === '' || text === '\n' ? null : filter.type ? canonicalIn(source, text) : text;
  return DIGITS.test(text) && isSafe(Number(text)) ? String(Number(text)) : null;
}

/** Checks cursors of default order: by identifier, or by a date that some documents lack. */
function isCursor(source: SmallSource, filter: SmallFilter | undefined, text: string): boolean {
  if (filter && !filter.hasCursors) return false;
  if (text === '') return true;
  if (source.sort === 'identifier') return text.indexOf(source.prefix) === 0;
  const end = text.indexOf(`~${source.prefix}`);
  return end === 0 || isDate(end < 0 ? text : text.slice(0, end));
}

const isSafe = (number: number): boolean => number <= 9007199254740991;
