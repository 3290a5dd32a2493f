import { SEARCH_FILTER_NAMES, type SearchFilterName } from '../../../contract/search-filters.ts';
/** What is searched for, by the query of the page's address, which is that of `/api/search` (build/contract/README.md, Search). */

/** The facets that are shown, in this order: each is a filter of the same name. */
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

/** @param search of the page's address. Nothing in it is refused here: what is wrong the API tells. */
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

/** The web path of a search: what is shared. */
export function searchPath(state: SearchState): string {
  const query = pairs(state).join('&');
  return query === '' ? '/search' : `/search?${query}`;
}

/** What the API is asked for, or null where nothing is searched for. */
export function searchTarget(state: SearchState): string | null {
  if (state.q.trim() === '') return null;
  return `/api/search?${[...pairs(state), `facets=${SHOWN_FACETS.join(',')}`].join('&')}`;
}

/** With another filter, from the first hit on. Null takes it away. */
export const withFilter = (state: SearchState, name: SearchFilterName, value: string | null): SearchState => {
  const { [name]: _former, ...others } = state.filters;
  return { ...state, offset: 0, filters: value ? { ...others, [name]: value } : others };
};

/** Only a Federal Register document has a date: the API finds nothing else by it, so the form says so. */
export const hasDates = ({ filters }: SearchState): boolean =>
  filters.date_from !== undefined || filters.date_to !== undefined;
