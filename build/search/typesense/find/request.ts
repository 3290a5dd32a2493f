import { agencyKey } from '../../../contract/agencies.ts';
import { citesPart } from '../../../contract/citations/keys.ts';
import { isMissingLast, type SearchSort } from '../../../contract/search.ts';
import { SEARCH_FILTER_NAMES } from '../../../contract/search-filter-names.ts';
import {
  SEARCH_FILTERS,
  type SearchFilterRow,
  type SearchFilters,
} from '../../../contract/search-filters.ts';
import type { SearchAnalysis } from '../../query/analyze.ts';
import { fold, stem, WORD } from '../../text/tokens.ts';
import { composed, encodeDate, encodeKey, encodeValue, type TypesenseRecord, undotted } from '../record.ts';
import type { Condition } from './formula.ts';

/** Translates queries to the parameters of Typesense. No client input is sent unencoded. */

export type Parameters = Record<string, string | number | boolean>;

/** A returned record. The text and the lexicon piece are present only on request. */
export type ReturnedRecord = Pick<TypesenseRecord, (typeof RETURNED)[number]> &
  Partial<Pick<TypesenseRecord, 'body' | 'lexicon'>>;

const RETURNED = [
  'id',
  'document',
  'hit',
  'signature',
  'others',
  'status',
  'granularity',
  'name',
  'identifier_order',
  'document_number_order',
] as const;

const ALL_VALUES = 100_000;
const SHOWN_TERMS = 5;
/** Every document has one first record; the lexicon has none. */
const FIRST_RECORDS = 'part:=0';
const ALL_RECORDS = 'part:>=0';

/** Words that a document must hold or must not hold. */
export interface TextQuery {
  /** In Typesense's language; `*` for no words. */
  q: string;
  /** A phrase is in some record; every record knows all single words (`also`), so the first one suffices for them. */
  isInSome: boolean;
}

export function commonParameters(
  { q, isInSome }: TextQuery,
  facets: readonly string[],
  withText: boolean,
): Parameters {
  return {
    q,
    query_by: 'heading,body,also',
    // Grouping takes ten times as long as the search.
    ...(isInSome ? { group_by: 'document', group_limit: 1 } : {}),
    include_fields: [...RETURNED, ...(withText ? ['body'] : [])].join(','),
    facet_by: facets.join(','),
    max_facet_values: ALL_VALUES,
    prefix: false,
    num_typos: 0,
    drop_tokens_threshold: 0,
    typo_tokens_threshold: 0,
    // A field that does not exist turns highlighting off.
    highlight_fields: 'none',
    enable_highlight_v1: false,
  };
}

export const queryText = ({ phrases, excluded }: SearchAnalysis, demanded: readonly string[]): TextQuery => ({
  q: [...demanded.flatMap(phrase), ...phrases.flatMap(phrase), ...exclusions(excluded)].join(' ') || '*',
  isInSome: [...demanded, ...phrases, ...excluded].some(text => !isSingleWord(text)),
});

/** Dotted letters are one word only in their own record. */
const isSingleWord = (text: string): boolean => undotted(text) === null && wordsIn(text).length <= 1;

const exclusions = (excluded: readonly string[]): string[] =>
  excluded.flatMap(phrase).map(term => `-${term}`);

/** Punctuation is not part of the query language here: `106(1)` is the phrase "106 1". */
function phrase(text: string): string[] {
  const words = wordsIn(text);
  return words.length > 1 ? [`"${words.join(' ')}"`] : words;
}

const wordsIn = (text: string): string[] => composed(undotted(text) ?? text).match(WORD) ?? [];

export const tellingTerms = ({ words, phrases }: SearchAnalysis): string[] =>
  [...phrases, ...words]
    .filter(term => wordsIn(term).length > 0)
    .sort((a, b) => b.length - a.length)
    .slice(0, SHOWN_TERMS);

/** Returns a search for each term: for the part of each document that holds it. */
export const passageSearches = (terms: readonly string[], documents: readonly string[]): Parameters[] =>
  terms.map(term => ({
    ...commonParameters({ q: searchedForm(term), isInSome: true }, [], true),
    query_by: 'body',
    filter_by: `document:=[${documents.join(',')}]`,
    sort_by: '_text_match:desc,identifier_order:asc',
    prefix: !term.includes(' '),
    per_page: documents.length,
  }));

/** Returns the common beginning of a word's forms; other terms as they are. */
function searchedForm(term: string): string {
  const [word, ...others] = wordsIn(term);
  if (!word || others.length > 0) return phrase(term).join(' ');
  const stemmed = stem(fold(word));
  return fold(word).startsWith(stemmed) && stemmed.length >= SHORTEST_BEGINNING ? stemmed : word;
}

const SHORTEST_BEGINNING = 4;

/** Joins filters, restricted to the records that hold the searched text. */
export const filterText = ({ isInSome }: TextQuery, filters: readonly string[]): string =>
  [isInSome ? ALL_RECORDS : FIRST_RECORDS, ...filters].join(' && ');

/** Values are hexadecimal or numbers. The backticks protect spaces. */
export function filtersOf(filters: SearchFilters): string[] {
  return SEARCH_FILTER_NAMES.flatMap(name => {
    const { field, match } = SEARCH_FILTERS[name];
    const wanted = filters[name];
    return wanted === null ? [] : [CONDITIONS[match](field, wanted)];
  });
}

type Wanted = string | number;
const CONDITIONS: Readonly<Record<SearchFilterRow['match'], (field: string, wanted: Wanted) => string>> = {
  equal: (field, wanted) =>
    typeof wanted === 'number' ? `${field}:=${wanted}` : `${field}:=\`${encodeValue(wanted)}\``,
  agency: (_, name) => `agency_key:=${encodeKey(agencyKey(String(name)))}`,
  from: (field, day) => `${field}:>=${encodeDate(String(day))}`,
  to: (field, day) => `${field}:<=${encodeDate(String(day))}`,
};

export const citesFilter = (citations: readonly string[], cites: boolean): string =>
  `citations:${cites ? '=' : '!='}[${citations.map(encodeKey).join(',')}]`;

/** Filters documents that cite one of these keys; only first records hold citations. */
export function referringFilter(keys: readonly string[]): string {
  const some = (field: string, keys: readonly string[]) =>
    keys.length === 0 ? [] : [`${field}:=[${keys.map(encodeKey).join(',')}]`];
  const [parts, exact] = [keys.filter(citesPart), keys.filter(key => !citesPart(key))];
  return `(${[...some('cites', exact), ...some('cites_parts', parts)].join(' || ')})`;
}

/** Filters documents that cite none of these keys, which cite no parts. */
export const notReferringFilter = (keys: readonly string[]): string =>
  `cites:!=[${keys.map(encodeKey).join(',')}]`;

/** Asks whether a document has one of these keys: two documents are enough. */
export const citedSearch = (keys: readonly string[]): Parameters => ({
  q: '*',
  query_by: 'heading',
  include_fields: 'hit',
  filter_by: `${FIRST_RECORDS} && ${citesFilter(keys, true)}`,
  sort_by: ANY_ORDER,
  per_page: 2,
});

/** For invisible orders: sorting by a string takes four times as long as all else. */
const ANY_ORDER = 'part:asc';

export const inAnyOrder = (search: Parameters): Parameters => ({ ...search, sort_by: ANY_ORDER });

export const counting = (search: Parameters): Parameters => ({ ...inAnyOrder(search), per_page: 0 });

/** Sorts documents that meet a condition first. The rank comes last: it chooses among the parts of one document. */
export const orderText = (first: Condition): string =>
  `${typeof first === 'boolean' ? '' : `_eval(${first.text}):desc,`}identifier_order:asc,_text_match:desc`;

/** Each direction is the exact reverse of the other, including documents without a value and ties, ordered by identifier. */
export function sortText(sort: SearchSort): string {
  const direction = sort.descending ? 'desc' : 'asc';
  const order =
    sort.field === 'identifier'
      ? `identifier_order:${direction}`
      : `${sortField(sort)}(missing_values:${isMissingLast(sort) ? 'last' : 'first'}):${direction},identifier_order:${direction}`;
  return `${order},_text_match:desc`;
}

const sortField = ({ field }: SearchSort): string =>
  field === 'document_number' ? 'document_number_order' : field;
