import { ApiError } from '../../../contract/errors.ts';
import { levelUrl, outerLevel, pagedLevels } from '../../../contract/levels.ts';
import { LIST_LIMIT } from '../../../contract/page-sizes.ts';
import { type Params, readParams } from '../../../contract/params.ts';
import { documentsUrl, twoDigits, withQuery } from '../../../contract/paths.ts';
import {
  canonicalMonthQuery,
  canonicalQuery,
  type ListQuery,
  parseListQuery,
  parseMonthQuery,
  type Slice,
} from '../../../contract/query.ts';
import type { Source } from '../../../contract/sources.ts';
import type { WebPlace } from '../../../contract/web-path.ts';
import type { Failure } from '../api.ts';

/**
 * Lists of documents. The query of the page's address is the API's own. Invalid values get the API's message without a request.
 */

/** Filters that the page sets, such as its title: `[['title_number', '17']]`. */
export type Fixed = readonly (readonly [param: string, value: string])[];

/** @param number of the outermost level; an appendix has the number of its title */
export const fixedBy = (source: Source, number: number, { numbers = {} }: WebPlace): Fixed =>
  pagedLevels(source).flatMap(level => {
    if (level === outerLevel(source)) return [[level.field, String(number)] as const];
    const inner = numbers[level.name];
    return inner === undefined ? [] : [[level.field, inner] as const];
  });

export interface ListPlan {
  query: ListQuery;
  target: string;
  /** Filters that are not fixed, by parameter. */
  chosen: Readonly<Record<string, string>>;
  sort: string;
}

const isFailure = (plan: object): plan is Failure => 'ok' in plan;

export { isFailure as isInvalid };

/** @param search of the page's address, with its question mark or empty */
export function listPlan(source: Source, fixed: Fixed, search: string): ListPlan | Failure {
  return valueOrFailure(() => {
    const given = withoutEmpty(readParams(search.slice(1)));
    const own = given.filter(({ name }) => fixed.every(([param]) => param !== name));
    // Pages of the site have numbers, so cursors are ignored.
    const params = [...fixed.map(([name, value]) => ({ name, value })), ...own].filter(
      ({ name }) => name !== 'cursor',
    );
    const query = parseListQuery(source, params);
    const isFilter = (name: string) => source.filters.some(({ param }) => param === name);
    return {
      query,
      target: withQuery(documentsUrl(source), canonicalQuery(source, query)),
      chosen: Object.fromEntries(
        own.filter(({ name }) => isFilter(name)).map(({ name, value }) => [name, value]),
      ),
      sort: (query.sort.descending ? '-' : '') + query.sort.field,
    };
  });
}

/** The plan of a whole list: its first page, of the largest size. An offset in the address is ignored. */
export const wholePlan = (source: Source, fixed: Fixed, search: string): ListPlan | Failure =>
  listPlan(source, [...fixed, ['limit', String(LIST_LIMIT.max)]], changedSearch(search, { offset: null }));

export function monthPlan(
  source: Source,
  year: number,
  month: number,
  search: string,
): { page: Slice; target: string } | Failure {
  return valueOrFailure(() => {
    const page = parseMonthQuery(withoutEmpty(readParams(search.slice(1))));
    return { page, target: withQuery(levelUrl(source, year, twoDigits(month)), canonicalMonthQuery(page)) };
  });
}

/** Forms send empty fields. */
const withoutEmpty = (params: Params): Params => params.filter(({ value }) => value !== '');

function valueOrFailure<T>(make: () => T): T | Failure {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message } = error;
    return { ok: false, status, code, message, retryAfter: null };
  }
}

/**
 * Changes parameters of the address's query; null removes one. The changed list begins at its first page.
 * @returns with its question mark, or empty
 */
export function changedSearch(
  search: string,
  changes: Readonly<Record<string, string | number | null>>,
): string {
  const params = new URLSearchParams(search);
  if (!('offset' in changes)) params.delete('offset');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') params.delete(name);
    else params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

export const pageSearch = (search: string, offset: number): string =>
  changedSearch(search, { offset: offset > 0 ? offset : null });

/** Shows the documents of a source or title instead of its divisions. */
const DOCUMENTS = 'documents';
export const documentsSearch = `?view=${DOCUMENTS}`;
export const showsDocuments = (search: string): boolean =>
  new URLSearchParams(search).get('view') === DOCUMENTS;

/** The query without filters and order. */
export const bareSearch = (search: string): string => (showsDocuments(search) ? documentsSearch : '');
