import { agencyKey } from '../../../contract/agencies.ts';
import { citesPart } from '../../../contract/citations/keys.ts';
import { meantLevels } from '../../../contract/level-chains.ts';
import { isMissingLast, type SearchSort } from '../../../contract/search.ts';
import { SEARCH_FILTER_NAMES, type SearchFilterName } from '../../../contract/search-filter-names.ts';
import {
  SEARCH_FILTERS,
  type SearchFilterRow,
  type SearchFilters,
} from '../../../contract/search-filters.ts';
import { type DocumentRecord, encodeDate, encodeKey, encodeValue, type TextRecord } from '../record.ts';

/** Translates queries to the parameters of Typesense. No client input is sent but stems, hexadecimal and numbers. */

export type Parameters = Record<string, string | number | boolean>;

const RETURNED = [
  'key',
  'hit',
  'name',
  'signature',
  'heading',
  'names',
  'words',
  'acts',
  'source',
  'status',
  'granularity',
  'identifier_order',
] as const;

/** A search of texts returns only the key of the document, `of`. */
export type ReturnedRecord = Pick<DocumentRecord, (typeof RETURNED)[number]> &
  Partial<Pick<TextRecord, 'of'>>;

/** The fields that a search reads, with their weights: a word in heading or popular name says more than one in the text. */
type Fields = Readonly<Record<string, number>>;
const LABELS: Fields = { heading: 8, acts: 8, kin: 6, names: 4 };
const ALL: Fields = { ...LABELS, words: 1 };
const TEXT: Fields = { text: 1 };

const searching = (fields: Fields): Parameters => ({
  query_by: Object.keys(fields).join(','),
  query_by_weights: Object.values(fields).join(','),
});

const ALL_VALUES = 100_000;

/** Every search tells whether words may be unfinished or misspelled. */
const EXACT: Parameters = { prefix: false, num_typos: 0, drop_tokens_threshold: 0, typo_tokens_threshold: 0 };

/** A search without words: the filters decide. */
const unworded = (filters: readonly string[]): Parameters => ({
  ...EXACT,
  q: '*',
  query_by: 'heading',
  filter_by: filters.join(' && '),
  include_fields: RETURNED.join(','),
  // A field that does not exist turns highlighting off.
  highlight_fields: 'none',
  enable_highlight_v1: false,
});

/** @param above the level whose next ones the facet `level` counts, see `levelAbove` */
export const faceted = (facets: readonly string[], above: readonly string[] | null = null): Parameters =>
  facets.length === 0
    ? {}
    : {
        facet_by: facets.join(','),
        max_facet_values: ALL_VALUES,
        ...(facets.includes('level') && {
          facet_query: `level:${above === null ? NO_KEY : encodeKey(above[0] ?? '')}`,
          facet_query_num_typos: 0,
        }),
      };

/** No key, which are hexadecimal. */
const NO_KEY = 'none';

const COUNTING: Parameters = { include_fields: 'id', per_page: 0 };

/** The same search for its number of documents and some facets alone. */
export const counting = (
  { facet_query, facet_query_num_typos, ...search }: Parameters,
  facets: readonly string[],
): Parameters => ({
  ...search,
  ...COUNTING,
  ...faceted(facets),
});

/** Words, phrases and exclusions, as stems. */
export interface TextQuery {
  /** The most telling first, since Typesense drops the last ones first. */
  words: readonly string[];
  phrases: readonly string[];
  excluded: readonly string[];
  /** The last word may go on. */
  isBeginning: boolean;
  /** A word is in no document, so that it may be misspelled. */
  isOdd: boolean;
}

/** Phrases need the texts in order, which other records hold: reading these takes longer. */
export const needsTexts = ({ phrases, excluded }: TextQuery): boolean =>
  phrases.length > 0 || excluded.some(text => text.includes(' '));

const fieldsOf = (text: TextQuery): Fields => (needsTexts(text) ? TEXT : ALL);

const returnedBy = (text: TextQuery): Parameters => (needsTexts(text) ? { include_fields: 'of' } : {});

/** Typesense corrects one slip in words from this length on, and two in those of twice the length. */
const SHORTEST_CORRECTED = 4;

/** @param few below so many documents, words are dropped */
export const matching = (text: TextQuery, few: number, filters: readonly string[]): Parameters => ({
  ...unworded(filters),
  q: [...text.phrases.map(phrase => `"${phrase}"`), ...exclusionsIn(text), ...text.words].join(' '),
  ...searching(fieldsOf(text)),
  prefix: text.isBeginning,
  drop_tokens_threshold: few,
  ...(text.isOdd && {
    num_typos: 2,
    min_len_1typo: SHORTEST_CORRECTED,
    min_len_2typo: 2 * SHORTEST_CORRECTED,
    typo_tokens_threshold: 1,
  }),
  ...returnedBy(text),
  sort_by: '_text_match:desc,precedence:desc',
});

/** The same in heading and names alone. */
export const labelled = (text: TextQuery, few: number, filters: readonly string[]): Parameters => ({
  ...matching(text, few, filters),
  ...searching(LABELS),
});

export const withoutKeys = (keys: readonly string[]): string[] =>
  keys.length === 0 ? [] : [`key:!=[${keys.join(',')}]`];

export const ofKeys = (keys: readonly string[]): Parameters => unworded([`key:=[${keys.join(',')}]`]);

const exclusionsIn = ({ excluded }: TextQuery): string[] =>
  excluded.map(text => (text.includes(' ') ? `-"${text}"` : `-${text}`));

/** Documents that filters choose, without those that hold an excluded text. */
export const listed = (text: TextQuery, filters: readonly string[]): Parameters => ({
  ...unworded(filters),
  q: exclusionsIn(text).join(' ') || '*',
  ...searching(fieldsOf(text)),
  ...returnedBy(text),
});

/** Sorts documents with one of these keys first, and all by identifier. A list may not stand in a sort. */
export const firstWith = (
  field: 'citations' | 'text_citations' | 'cites',
  keys: readonly string[],
): string => {
  const any = keys.map(key => `${field}:=${encodeKey(key)}`).join(' || ');
  return `${keys.length === 0 ? '' : `_eval(${any}):desc,`}identifier_order:asc`;
};

/** Each direction is the exact reverse of the other, including documents without a value and ties, ordered by identifier. */
export function sortText(sort: SearchSort): string {
  const { field, descending } = sort;
  const direction = descending ? 'desc' : 'asc';
  const name = field === 'document_number' ? 'document_number_order' : field;
  const own = `${name}(missing_values:${isMissingLast(sort) ? 'last' : 'first'}):${direction},`;
  return `${field === 'identifier' ? '' : own}identifier_order:${direction}`;
}

/** Asks how many documents hold a word: anywhere, and in heading or names. */
export const countsOfWord = (stem: string): Parameters[] =>
  [ALL, LABELS].map(fields => ({ ...unworded([]), ...COUNTING, q: stem, ...searching(fields) }));

/** Long forms that are asked for. Those of other abbreviations, which the same documents spell out, may be among them. */
const SPELLED = 20;

/** Asks for the long forms of an abbreviation. */
export const longForms = (short: string): Parameters => ({
  ...unworded([`short:=${short}`]),
  ...COUNTING,
  facet_by: 'spelled',
  max_facet_values: SPELLED,
});

/** Asks whether a document has one of these keys: two documents are enough. */
export const holders = (keys: readonly string[]): Parameters => ({
  ...unworded([citesFilter(keys)]),
  include_fields: 'hit',
  per_page: 2,
});

/** Values are hexadecimal or numbers. The backticks protect spaces. */
export function filtersOf(filters: SearchFilters): string[] {
  return SEARCH_FILTER_NAMES.flatMap(name => {
    const { field, match } = SEARCH_FILTERS[name];
    const wanted = filters[name];
    return wanted === null ? [] : [CONDITIONS[match](field, wanted)];
  });
}

type Wanted = NonNullable<SearchFilters[SearchFilterName]>;
const CONDITIONS: Readonly<Record<SearchFilterRow['match'], (field: string, wanted: Wanted) => string>> = {
  equal: (field, wanted) =>
    typeof wanted === 'number' ? `${field}:=${wanted}` : `${field}:=\`${encodeValue(String(wanted))}\``,
  agency: (_, name) => `agency_key:=${encodeKey(agencyKey(String(name)))}`,
  from: (field, day) => `${field}:>=${encodeDate(String(day))}`,
  to: (field, day) => `${field}:<=${encodeDate(String(day))}`,
  within: (field, level) =>
    `${field}:=${keysIn(typeof level === 'object' ? level : meantLevels(String(level)))}`,
};

const keysIn = (keys: readonly string[]): string => `[${keys.map(encodeKey).join(',')}]`;

/** The field with the citations of documents in the records that a search reads. */
export const citationsOf = (text: TextQuery): 'citations' | 'text_citations' =>
  needsTexts(text) ? 'text_citations' : 'citations';

/** Filters documents with one of these citation keys, or with none of them. */
export const citesFilter = (
  keys: readonly string[],
  field: 'citations' | 'text_citations' = 'citations',
  cites = true,
): string => `${field}:${cites ? '=' : '!='}${keysIn(keys)}`;

/** Filters documents that cite one of these keys. */
export function referringFilter(keys: readonly string[]): string {
  const some = (field: string, keys: readonly string[]) =>
    keys.length === 0 ? [] : [`${field}:=${keysIn(keys)}`];
  const [parts, exact] = [keys.filter(citesPart), keys.filter(key => !citesPart(key))];
  return `(${[...some('cites', exact), ...some('cites_parts', parts)].join(' || ')})`;
}
