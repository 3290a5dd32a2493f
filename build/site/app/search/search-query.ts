import { SEARCH_FILTER_NAMES, type SearchFilterName } from '../../../contract/search-filter-names.ts';

/** The search in the query of the page's address, which is the query of `/api/search` (build/contract/README.md, Search). */

/** Facets that are shown, in this order. Each is a filter of the same name. */
export const SHOWN_FACETS = ['source', 'document_type', 'status', 'title_number', 'agency'] as const;
export type ShownFacet = (typeof SHOWN_FACETS)[number];

export const SORTS = [
  ['', 'Relevance'],
  ['-publication_date', 'Newest first'],
  ['publication_date', 'Oldest first'],
  ['title_number', 'Title'],
  ['identifier', 'Identifier'],
  ['document_number', 'Document number'],
] as const;

export interface SearchState {
  q: string;
  filters: Partial<Record<SearchFilterName, string>>;
  /** Empty for relevance. */
  sort: string;
  offset: number;
}

/** Reads the query of the page's address. Accepts everything: the API says what is wrong. */
export function readSearch(search: string): SearchState {
  const params = new URLSearchParams(search);
  const filters: SearchState['filters'] = {};
  for (const name of SEARCH_FILTER_NAMES) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  const offset = Number(params.get('offset'));
  return {
    q: params.get('q') ?? '',
    filters,
    sort: params.get('sort') ?? '',
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  };
}

function pairs({ q, filters, sort, offset }: SearchState): string[] {
  const all: [string, string][] = [
    ['q', q],
    ...SEARCH_FILTER_NAMES.map((name): [string, string] => [name, filters[name] ?? '']),
    ['sort', sort],
    ['offset', offset > 0 ? String(offset) : ''],
  ];
  return all.flatMap(([name, value]) => (value === '' ? [] : [`${name}=${encodeURIComponent(value)}`]));
}

/** The web path of a search, for sharing. */
export function searchPath(state: SearchState): string {
  const query = pairs(state).join('&');
  return query === '' ? '/search' : `/search?${query}`;
}

/** The API's target; null where nothing is searched for. */
export function searchTarget(state: SearchState): string | null {
  if (state.q.trim() === '') return null;
  return `/api/search?${[...pairs(state), `facets=${SHOWN_FACETS.join(',')}`].join('&')}`;
}

/** Sets a filter and goes back to the first hit. Null removes it. */
export const withFilter = (state: SearchState, name: SearchFilterName, value: string | null): SearchState => {
  const { [name]: _former, ...others } = state.filters;
  return { ...state, offset: 0, filters: value ? { ...others, [name]: value } : others };
};

/**
 * Whether a filter by date is set. Only documents of the Federal Register have dates, so the form says that others are not
 * found.
 */
export const hasDates = ({ filters }: SearchState): boolean =>
  filters.date_from !== undefined || filters.date_to !== undefined;
