import { isDate } from './dates.ts';
import { invalidParameter } from './errors.ts';
import { canonicalIdentifier } from './identifier.ts';
import { LIST_LIMIT, MONTH_LIMIT } from './page-sizes.ts';
import {
  booleanParam,
  choiceParam,
  dateParam,
  integerParam,
  type Params,
  rawParam,
  stringParam,
  textParam,
} from './params.ts';
import type { Filter, RoutedSource } from './sources.ts';

/** URL parameters ↔ typed query of the list endpoints (build/contract/README.md, Lists and Cursors). */

export type FilterValue = string | number | boolean;

export interface ActiveFilter {
  filter: Filter;
  value: FilterValue;
}

export interface Sort {
  field: string;
  descending: boolean;
}

/** The last document's sort key. Without an identifier it means "after all documents with that value". */
export interface Cursor {
  /** Null for a document without a value, whose identifier is then given. */
  value: string | number | null;
  identifier: string | null;
}

export interface Slice {
  limit: number;
  offset: number;
}

export interface ListQuery extends Slice {
  filters: readonly ActiveFilter[];
  sort: Sort;
  /** `'start'` is the empty `cursor=`; null is offset mode. */
  cursor: Cursor | 'start' | null;
}

/** @throws ApiError INVALID_PARAMETER */
export function parseListQuery(source: RoutedSource, params: Params): ListQuery {
  const sort = parseSort(source, params);
  const cursorText = rawParam(params, 'cursor');
  const filters: ActiveFilter[] = [];
  source.filters.forEach(filter => {
    const value = filterValue(filter, params);
    if (value === null) return;
    const isLevel = filter.match === 'within';
    filters.push({ filter, value: isLevel ? canonicalIdentifier(source, String(value)) : value });
  });
  const slice = parseSlice(params, LIST_LIMIT);
  return {
    filters,
    sort,
    limit: slice.limit,
    // Cursor mode ignores the request's offset (build/contract/README.md, Envelope).
    offset: cursorText === null ? slice.offset : 0,
    cursor: cursorText === null ? null : parseCursor(source, sort, cursorText),
  };
}

export function parseSlice(params: Params, limits: { default: number; max: number }): Slice {
  return {
    limit: integerParam(params, 'limit', 1, limits.max) ?? limits.default,
    offset: integerParam(params, 'offset', 0) ?? 0,
  };
}

export const parseMonthQuery = (params: Params): Slice => parseSlice(params, MONTH_LIMIT);

function filterValue(filter: Filter, params: Params): FilterValue | null {
  if (filter.values) return choiceParam(params, filter.param, filter.values);
  if (filter.type === 'integer') return integerParam(params, filter.param, 0);
  if (filter.type === 'boolean') return booleanParam(params, filter.param);
  if (filter.type === 'date') return dateParam(params, filter.param);
  return stringParam(params, filter.param);
}

const readSort = (text: string): Sort =>
  text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text, descending: false };

export const writeSort = (sort: Sort): string => (sort.descending ? '-' : '') + sort.field;

function parseSort(source: RoutedSource, params: Params): Sort {
  const text = textParam(params, 'sort') ?? source.defaultSort;
  const sort = readSort(text);
  if (source.sorts.includes(sort.field)) return sort;
  throw invalidParameter(
    'sort',
    text,
    `one of ${source.sorts.join(', ')}, with - in front for descending order`,
  );
}

/** Separates value and identifier. It needs no percent-encoding, and no sort value holds it. */
const CURSOR_SEPARATOR = '~';

function parseCursor(source: RoutedSource, sort: Sort, text: string): Cursor | 'start' {
  if (text === '') return 'start';
  const separator = sort.field === 'identifier' ? -1 : text.indexOf(`${CURSOR_SEPARATOR}${source.namespace}`);
  const valueText = separator < 0 ? text : text.slice(0, separator);
  const identifier = separator < 0 ? null : text.slice(separator + 1);
  // A document without a value has its identifier alone: `~/us/fr/2018-09910`.
  if (separator === 0 && !source.required.includes(sort.field)) return { value: null, identifier };
  return { value: cursorValue(source, sort, valueText), identifier };
}

function cursorValue(source: RoutedSource, sort: Sort, text: string): string | number {
  const refuse = (allowed: string) =>
    invalidParameter('cursor', text, `${allowed} when sorting by ${sort.field}`);
  if (sort.field === 'identifier') {
    if (!text.startsWith(source.namespace))
      throw refuse(`an identifier that starts with ${source.namespace}`);
    return text;
  }
  const type = source.metadata[sort.field];
  if (type === 'integer') {
    if (!/^\d{1,9}$/.test(text)) throw refuse('an integer');
    return Number(text);
  }
  if (type === 'date' && !isDate(text)) throw refuse('a date of the form YYYY-MM-DD');
  return text;
}

export const cursorText = (cursor: Cursor): string =>
  cursor.identifier === null
    ? String(cursor.value)
    : `${cursor.value ?? ''}${CURSOR_SEPARATOR}${cursor.identifier}`;

const pair = (name: string, value: FilterValue): string => `${name}=${encodeURIComponent(value)}`;

/**
 * Returns the one spelling of a query: filters in table order, then sort, limit and position, always written out. The first
 * page in default order and size has the filters alone, plus `cursor=` in cursor mode. `pagination.next` and names of
 * precomputed files use it.
 */
export function canonicalQuery(source: RoutedSource, query: ListQuery): string {
  const limit = query.limit;
  const offset = query.offset;
  const cursor = query.cursor;
  const sort = writeSort(query.sort);
  const parts = query.filters.map(active => pair(active.filter.param, active.value));
  const isFirst = offset === 0 && (cursor === null || cursor === 'start');
  if (!isFirst || sort !== source.defaultSort || limit !== LIST_LIMIT.default) {
    parts.push(pair('sort', sort), pair('limit', limit));
  }
  if (cursor === 'start') parts.push('cursor=');
  else if (cursor) parts.push(pair('cursor', cursorText(cursor)));
  else if (offset > 0) parts.push(pair('offset', offset));
  return parts.join('&');
}

/** The first page in default order and size, with these filters. */
export const firstPage = (source: RoutedSource, filters?: readonly ActiveFilter[]): ListQuery => ({
  filters: filters ?? [],
  sort: readSort(source.defaultSort),
  limit: LIST_LIMIT.default,
  offset: 0,
  cursor: null,
});

/** The one spelling of a month's page; empty for the first page of default size. */
export const canonicalMonthQuery = (page: Slice): string =>
  page.limit === MONTH_LIMIT.default && page.offset === 0
    ? ''
    : `${pair('limit', page.limit)}&${pair('offset', page.offset)}`;
