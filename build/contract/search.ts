import { invalidParameter } from './errors.ts';
import { canonicalIdentifier } from './identifier.ts';
import { LIST_LIMIT } from './page-sizes.ts';
import {
  booleanParam,
  choiceParam,
  dateParam,
  integerParam,
  listParam,
  type Params,
  stringParam,
  textParam,
} from './params.ts';
import { refuseSeveralKeys } from './presented-key.ts';
import { parseSlice } from './query.ts';
import { SEARCH_FILTER_NAMES, type SearchFilterName } from './search-filter-names.ts';
import { SEARCH_FILTERS, type SearchFilters } from './search-filters.ts';
import { type SourceId, sourceOf, sourceOfIdentifier } from './sources.ts';

/** The contract of search (build/contract/README.md, Search), the same for both engines. */

export const FACETS = [
  'source',
  'status',
  'title_number',
  'document_type',
  'agency',
  'publication_date',
  'granularity',
  'level',
] as const;

const DEFAULT_FACETS = ['source', 'status'] as const;

export type FacetName = (typeof FACETS)[number];

/**
 * The keys of the level whose next ones the facet `level` counts: that of the filter `within`, or none for the outermost. Null for a short
 * identifier without a source, which may mean several levels.
 */
export function levelAbove({ within, source }: SearchFilters): readonly string[] | null {
  if (within === null) return [];
  if (typeof within !== 'string') return within;
  if (source !== null) return [canonicalIdentifier(sourceOf(source), within)];
  return sourceOfIdentifier(within) ? [within] : null;
}

export const SEARCH_SORTS = [
  ...(['publication_date', 'title_number', 'identifier', 'document_number'] as const),
  'cited_by_count',
] as const;

export interface SearchSort {
  field: (typeof SEARCH_SORTS)[number];
  descending: boolean;
}

/**
 * Tells whether documents without a value sort last (build/contract/README.md, Search). The directions of a field are exact
 * reverses; the usual direction has them last: newest first for dates, ascending for other fields.
 */
export const isMissingLast = ({ field, descending }: SearchSort): boolean =>
  descending === (field === 'publication_date');

export interface SearchQuery {
  /** 1 to 500 characters, counted as code points. */
  q: string;
  filters: SearchFilters;
  sort: SearchSort | null;
  limit: number;
  offset: number;
  facets: readonly FacetName[];
  highlight: boolean;
}

export interface SearchHit {
  id: string;
  source: SourceId;
  identifier: string;
  heading: string;
  title_number: number | null;
  title_name: string | null;
  status: string;
  /** A relative web path, `/usc/title-17/chapter-1/section-106`. */
  url: string;
  document_type: string | null;
  publication_date: string | null;
  /** Breadcrumb labels, outermost first. */
  hierarchy: string[];
  /** The number of documents and levels that cite it. */
  cited_by_count: number;
  highlights: { heading: string; body: string } | null;
}

export const CITATION_KINDS = [
  ...(['section', 'part', 'appendix', 'rule', 'plan'] as const),
  ...(['page', 'document', 'public_law', 'statute'] as const),
] as const;

export type CitationKind = (typeof CITATION_KINDS)[number];

/** The facts about a query that is one citation (build/contract/README.md, Search). */
export interface SearchCitation {
  text: string;
  kind: CitationKind;
  identifier: string | null;
  /** Whether the corpus has it, regardless of the filters. */
  exists: boolean;
  display_title: string | null;
}

export interface SearchAnswer {
  /** Each serialised by {@link serialiseHit}, since they pass between threads and into the response unchanged. */
  hits: readonly string[];
  estimated_total_hits: number;
  facets: Partial<Record<FacetName, Record<string, number>>>;
  /** Absent or null where the query is not one citation. */
  citation?: SearchCitation | null;
}

/** Serialises a `SearchHit`. @param hit its other fields, serialised, as the index stores them */
export const serialiseHit = (hit: string, highlights: SearchHit['highlights']): string =>
  `${hit.slice(0, -1)},"highlights":${JSON.stringify(highlights)}}`;

/** @throws ApiError INVALID_PARAMETER */
export function parseSearchQuery(params: Params): SearchQuery {
  refuseSeveralKeys(params);
  const q = stringParam(params, 'q', 1, 500);
  if (q === null) throw invalidParameter('q', '', 'a text of 1 to 500 characters');
  return {
    q,
    filters: parseFilters(params),
    sort: parseSort(params),
    ...parseSlice(params, LIST_LIMIT),
    facets: parseFacets(params),
    highlight: booleanParam(params, 'highlight') ?? true,
  };
}

function parseFilters(params: Params): SearchFilters {
  const values = SEARCH_FILTER_NAMES.map(name => [name, filterValue(params, name)]);
  return Object.fromEntries(values) as SearchFilters;
}

function filterValue(params: Params, name: SearchFilterName): string | number | null {
  const { type, values } = SEARCH_FILTERS[name];
  if (values) return choiceParam(params, name, values);
  if (type === 'integer') return integerParam(params, name, 0);
  return type === 'date' ? dateParam(params, name) : stringParam(params, name);
}

function parseSort(params: Params): SearchSort | null {
  const text = textParam(params, 'sort') ?? 'relevance';
  // Relevance has one direction: best first.
  if (text === 'relevance' || text === '-relevance') return null;
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const field = SEARCH_SORTS.find(candidate => candidate === name);
  if (field) return { field, descending };
  throw invalidParameter(
    'sort',
    text,
    `one of relevance, ${SEARCH_SORTS.join(', ')}, with - in front for descending order`,
  );
}

/** Returns each facet once; none for `facets=,`. */
function parseFacets(params: Params): FacetName[] {
  const names = listParam(params, 'facets') ?? DEFAULT_FACETS;
  return names.map(name => {
    const facet = FACETS.find(candidate => candidate === name);
    if (facet) return facet;
    throw invalidParameter('facets', name, `a comma-separated list of ${FACETS.join(', ')}`);
  });
}
