/** The filters of search, in the order of the description; `search-filters.ts` has a row for each. */
export const SEARCH_FILTER_NAMES = [
  'source',
  'title_number',
  'document_type',
  'agency',
  'status',
  'date_from',
  'date_to',
  'within',
] as const;

export type SearchFilterName = (typeof SEARCH_FILTER_NAMES)[number];
