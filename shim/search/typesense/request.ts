import { looseKey } from '../../../build/contract/loose.ts';
import { WORD } from '../../../build/contract/search/tokens.ts';
import {
  composed,
  encodeDate,
  encodeKey,
  encodeValue,
  SEPARATOR,
  type TypesenseRecord,
  undotted,
} from '../../../build/contract/search/typesense.ts';
import type { SearchFilters, SearchQuery, SearchSort } from '../../../build/contract/search.ts';
import type { SearchAnalysis } from '../query/analyze.ts';

/** From our query to the parameters of Typesense. Nothing that a client sends gets there unencoded. */

export type Parameters = Record<string, string | number | boolean>;

/** What Typesense returns of a record. */
export type ReturnedRecord = Pick<TypesenseRecord, (typeof RETURNED)[number]>;

const RETURNED = [
  'id',
  'document',
  'hit',
  'opening',
  'ending',
  'identifier_order',
  'document_number_order',
] as const;

/** More facet values than any corpus has. */
const ALL_VALUES = 100_000;
/** Words that a prefix or a typo may stand for. The default of 4 would lose documents. */
const CANDIDATES = 200;
/** Terms whose passages are looked for apart. */
const SHOWN_TERMS = 5;
/** On each side of a match; a snippet of 200 characters has about 35 words. */
const WORDS_AROUND = 35;

/** Parameters common to all searches of a query. */
export function commonParameters({ facets, highlight }: SearchQuery, prefix: boolean): Parameters {
  return {
    query_by: 'name,heading,body,also',
    group_by: 'document',
    group_limit: 1,
    include_fields: RETURNED.join(','),
    facet_by: facets.join(','),
    max_facet_values: ALL_VALUES,
    prefix,
    max_candidates: CANDIDATES,
    // All words must match; other spellings are tried where nothing does.
    drop_tokens_threshold: 0,
    typo_tokens_threshold: 1,
    // A field that does not exist is how highlighting is turned off.
    highlight_fields: highlight ? 'heading,body' : 'none',
    enable_highlight_v1: false,
    highlight_affix_num_tokens: WORDS_AROUND,
    // Marks are set later, by the highlighter that both engines share.
    highlight_start_tag: SEPARATOR,
    highlight_end_tag: SEPARATOR,
  };
}

/** The query in Typesense's language: words, quoted phrases, and both with a minus. */
export function queryText({ words, phrases, excluded, prefix }: SearchAnalysis): string {
  const last = prefix ? words.length - 1 : -1;
  return [
    // A phrase has no prefix, so the last word's parts stand alone: `non-prof`.
    ...words.flatMap((word, i) => (i === last ? wordsIn(word) : phrase(word))),
    ...phrases.flatMap(phrase),
    ...exclusions(excluded),
  ].join(' ');
}

/** What selects documents by filters alone, but for excluded words. */
export const queryOfExclusions = ({ excluded }: SearchAnalysis): string =>
  exclusions(excluded).join(' ') || '*';

const exclusions = (excluded: readonly string[]): string[] =>
  excluded.flatMap(phrase).map(term => `-${term}`);

/** Punctuation is no part of the query language here: `106(1)` is the phrase "106 1". */
function phrase(text: string): string[] {
  const words = wordsIn(text);
  return words.length > 1 ? [`"${words.join(' ')}"`] : words;
}

const wordsIn = (text: string): string[] => composed(undotted(text) ?? text).match(WORD) ?? [];

/** A search for each term that may be shown, the most telling first: for the part of each document that holds it. */
export function passageSearches(
  query: SearchQuery,
  { words, phrases, prefix }: SearchAnalysis,
  documents: readonly string[],
): Parameters[] {
  const last = prefix ? words.at(-1) : undefined;
  const terms = [...phrases, ...words].filter(term => wordsIn(term).length > 0);
  const telling = terms.sort((a, b) => b.length - a.length).slice(0, SHOWN_TERMS);
  return telling.map(term => ({
    ...commonParameters({ ...query, facets: [] }, term === last),
    q: phrase(term).join(' '),
    query_by: 'body',
    filter_by: `document:=[${documents.join(',')}]`,
    sort_by: sortText(null),
    per_page: documents.length,
  }));
}

export const filterText = (filters: readonly string[]): string => filters.join(' && ');

/** Values are hexadecimal or numbers. The backticks are for the spaces. */
export function filtersOf(filters: SearchFilters): string[] {
  const { source, title_number, document_type, agency, status, date_from, date_to } = filters;
  const equals = (field: string, value: string | null): string[] =>
    value === null ? [] : [`${field}:=\`${encodeValue(value)}\``];
  return [
    ...equals('source', source),
    ...(title_number === null ? [] : [`title_number:=${title_number}`]),
    ...equals('document_type', document_type),
    ...(agency === null ? [] : [`agency_key:=${encodeKey(looseKey(agency))}`]),
    ...equals('status', status),
    ...(date_from === null ? [] : [`publication_date:>=${encodeDate(date_from)}`]),
    ...(date_to === null ? [] : [`publication_date:<=${encodeDate(date_to)}`]),
  ];
}

export const citesFilter = (citations: readonly string[], cites: boolean): string =>
  `citations:${cites ? '=' : '!='}[${citations.map(encodeKey).join(',')}]`;

/**
 * Documents without a value stand last in both directions; ties are in the order of identifiers. The rank comes last:
 * it chooses among the parts of one document.
 */
export function sortText(sort: SearchSort | null): string {
  if (!sort) return '_text_match:desc,identifier_order:asc';
  const direction = sort.descending ? 'desc' : 'asc';
  const order =
    sort.field === 'identifier'
      ? `identifier_order:${direction}`
      : `${sortField(sort)}(missing_values:last):${direction},identifier_order:asc`;
  return `${order},_text_match:desc`;
}

const sortField = ({ field }: SearchSort): string =>
  field === 'document_number' ? 'document_number_order' : field;
