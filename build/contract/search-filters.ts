import { SEARCH_FILTER_NAMES, type SearchFilterName } from './search-filter-names.ts';
import { LEVELS } from './sources/shared.ts';
import { DOCUMENT_TYPES, documentTypesOf, SOURCES, type Source, type SourceId } from './sources.ts';

/** The filters of search, a row each: parameters, description, MCP, the site and both engines loop over them. */

export interface SearchFilterRow {
  /** The metadata field, or what is made of several (`levels`). Engines index it under this name. */
  field: string;
  /** `agency` compares names (build/contract/README.md, Agencies); `from` and `to` include the day itself. */
  match: 'equal' | 'agency' | 'from' | 'to' | 'within';
  type: 'text' | 'integer' | 'date';
  /** The values that are allowed; all of the type where there are none. */
  values?: readonly string[];
  description: string;
}

const namesOf = (matches: (source: Source) => boolean): string =>
  SOURCES.filter(matches)
    .map(({ name }) => name)
    .join(' and ');
const typed = namesOf(source => documentTypesOf(source).length > 0);
const dated = namesOf(source => 'publication_date' in source.metadata);

const TABLE = {
  source: {
    field: 'source',
    match: 'equal',
    type: 'text',
    values: SOURCES.map(({ id }) => id),
    description: 'Documents of this source.',
  },
  title_number: {
    field: 'title_number',
    match: 'equal',
    type: 'integer',
    description: 'Documents of this title, of sources that have titles.',
  },
  document_type: {
    field: 'document_type',
    match: 'equal',
    type: 'text',
    values: DOCUMENT_TYPES,
    description: `Documents of this type, of the ${typed}.`,
  },
  agency: {
    field: 'agencies',
    match: 'agency',
    type: 'text',
    description: 'Documents of this agency, whatever its case.',
  },
  status: { field: 'status', match: 'equal', type: 'text', description: 'Documents of this status.' },
  date_from: {
    field: 'publication_date',
    match: 'from',
    type: 'date',
    description: `${dated} documents published from this day on.`,
  },
  date_to: {
    field: 'publication_date',
    match: 'to',
    type: 'date',
    description: `${dated} documents published up to this day.`,
  },
  within: {
    field: LEVELS,
    match: 'within',
    type: 'text',
    description: 'Documents in the level with this identifier, such as `/us/usc/t17/ch1`, at any depth.',
  },
} as const satisfies Record<SearchFilterName, SearchFilterRow>;

export const SEARCH_FILTERS: Readonly<Record<SearchFilterName, SearchFilterRow>> = TABLE;

/** Null for a filter that is not given. A level is its identifier, or the keys that it has in search indexes (`levelKeys`). */
export type SearchFilters = {
  [Name in SearchFilterName]:
    | null
    | (Name extends 'source' ? SourceId : (typeof TABLE)[Name]['type'] extends 'integer' ? number : string)
    | (Name extends 'within' ? readonly string[] : never);
};

/** A filter that compares the value of a field of its own name. */
export type EqualFilter = {
  [Name in SearchFilterName]: (typeof TABLE)[Name]['match'] extends 'equal' ? Name : never;
}[SearchFilterName];

export const EQUAL_FILTERS = SEARCH_FILTER_NAMES.filter(
  (name): name is EqualFilter => SEARCH_FILTERS[name].match === 'equal',
);
