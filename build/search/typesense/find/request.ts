import { agencyKey } from '../../../contract/agencies.ts';
import { meantLevels } from '../../../contract/level-chains.ts';
import type { Slice } from '../../../contract/query.ts';
import { isMissingLast, type SearchSort } from '../../../contract/search.ts';
import { SEARCH_FILTER_NAMES, type SearchFilterName } from '../../../contract/search-filter-names.ts';
import {
  SEARCH_FILTERS,
  type SearchFilterRow,
  type SearchFilters,
} from '../../../contract/search-filters.ts';
import { encodeDate, encodeKey, encodeValue, isCombined, VALUES } from '../encoding.ts';

/** Translates queries to the parameters of Typesense. No client input is sent but stems, hexadecimal and numbers. */

export type Parameters = Record<string, string | number | boolean | undefined>;

const RETURNED = ['id', 'hit', 'signature', 'numbers', 'heading', 'names', 'acts', 'combined'] as const;

/** A search of texts returns only the id. */
export type ReturnedRecord = Record<Exclude<(typeof RETURNED)[number], 'acts'>, string> & { acts?: string[] };

/** The fields that a search reads, with their weights: a word in heading or popular name says more than one in the text. */
const LABELS: Parameters = { query_by: 'heading,acts,kin,names', query_by_weights: '8,8,6,4' };
const ALL: Parameters = { query_by: 'heading,acts,kin,names,text,words', query_by_weights: '8,8,6,4,1,1' };
const TEXT: Parameters = { query_by: 'text,long_text', query_by_weights: '1,1' };

/**
 * Puts what was written earlier first. The server goes through matches in this order and keeps the best of them. By default what was
 * written later is better, so that it would keep each match for a moment, which takes as long as all else.
 */
const EARLIEST = '_seq_id:asc';

/** A search without words: the filters decide. */
const unworded = (filters: readonly string[]): Parameters => ({
  q: '*',
  query_by: 'heading',
  filter_by: filters.join(' && '),
  // Every search tells whether words may be unfinished, misspelled, or two words in one.
  ...{ prefix: false, num_typos: 0, drop_tokens_threshold: 0, typo_tokens_threshold: 0 },
  split_join_tokens: 'off',
  sort_by: EARLIEST,
  include_fields: RETURNED.join(','),
  // A field that does not exist turns highlighting off.
  highlight_fields: 'none',
  enable_highlight_v1: false,
});

const ALL_VALUES = 100_000;
export const DAY = 'publication_date';
export const YEAR = 'publication_year';
/** Whether years are counted instead of days. */
export const countsYears = (facets: readonly string[]): boolean => facets.includes(DAY) && facets.length > 1;
/** No key, which are hexadecimal. */
const NO_KEY = 'none';

/** @param above the level whose next ones the facet `level` counts, see `levelAbove` */
export function faceted(facets: readonly string[], above: readonly string[] | null): Parameters {
  const level = above?.length === 0 ? 'outermost' : 'level';
  const others: Record<string, string> = { level, [DAY]: countsYears(facets) ? YEAR : DAY };
  const fields = new Set(facets.map(name => (isCombined(name) ? 'combined' : (others[name] ?? name))));
  return {
    facet_by: [...fields].join(',') || undefined,
    max_facet_values: ALL_VALUES,
    ...(fields.has('level') && {
      facet_query: `level:${above === null ? NO_KEY : encodeKey(above[0]!)}`,
      facet_query_num_typos: 0,
    }),
  };
}

/** The records of values that are found with facets. Those in `combined` are so few that it would take longer. */
export const valuesFor = (facets: readonly string[]): readonly string[] =>
  facets.every(isCombined) ? [] : VALUES;

const COUNTING: Parameters = { include_fields: 'id', per_page: 0 };

/** The same search for the days of its documents alone. */
export const countingDays = (search: Parameters): Parameters => ({
  ...search,
  ...COUNTING,
  facet_by: DAY,
  facet_query: undefined,
});

/** No corpus has hits beyond this. A pinned hit far behind it would take the server minutes. */
const LAST_HIT = 1_000_000_000;

/**
 * Converts a slice to the smallest page that holds it, since Typesense before 0.25 has no other slices. Of a hundred hits or fewer it has
 * at most 200, wherever that was tried (offsets up to 20 million); the server allows 250.
 */
export function pageOf({ offset: wanted, limit }: Slice): { page: Parameters; start: number } {
  const offset = Math.min(wanted, LAST_HIT);
  let size = limit;
  while ((offset % size) + limit > size) size++;
  return { page: { per_page: size, page: Math.floor(offset / size) + 1 }, start: offset % size };
}

/** Words, phrases and exclusions, as stems. */
export interface TextQuery {
  /** The most telling first, since Typesense drops the last ones first. */
  words: readonly string[];
  /** Further words, each with the long forms of an abbreviation. One of each must be there, and none is weighed. */
  filtered: readonly (readonly string[])[];
  /** Those of them that are looked for in heading and names alone. */
  labels: readonly string[];
  phrases: readonly string[];
  excluded: readonly string[];
  /** The last word may go on. */
  isBeginning: boolean;
  /** A word is in no document, so that it may be misspelled. */
  isOdd: boolean;
}

/** Phrases need the texts in order. Long ones are other records, which take longer to read. */
export const needsTexts = ({ phrases, excluded }: TextQuery): boolean =>
  phrases.length > 0 || excluded.some(text => text.includes(' '));

/** The records that a text query reads. */
const readBy = (text: TextQuery): Parameters => (needsTexts(text) ? { ...TEXT, include_fields: 'id' } : ALL);

/** Typesense corrects one slip in words from this length on, and two in those of twice the length. */
const SHORTEST_CORRECTED = 4;

/** Filters documents that hold all words of one of the texts, in a field that is read. */
const heldBy = ({ query_by }: Parameters, texts: readonly string[]): string =>
  `(${String(query_by)
    .split(',')
    .map(field => `${field}:[${texts}]`)
    .join(' || ')})`;

/** @param few below so many documents, words are dropped */
export const matching = (text: TextQuery, few: number, filters: readonly string[]): Parameters => ({
  ...unworded([...filters, ...text.filtered.map(texts => heldBy(readBy(text), texts))]),
  q: [...text.phrases.map(phrase => `"${phrase}"`), ...exclusionsIn(text), ...text.words].join(' ') || '*',
  ...readBy(text),
  prefix: text.isBeginning,
  drop_tokens_threshold: few,
  ...(text.isOdd && {
    num_typos: 2,
    min_len_1typo: SHORTEST_CORRECTED,
    min_len_2typo: 2 * SHORTEST_CORRECTED,
    typo_tokens_threshold: 1,
  }),
  // Where no word is weighed all matches are equal, and to look up the precedence of many takes long, too.
  ...(text.words.length + text.phrases.length > 0 && { sort_by: '_text_match:desc,precedence:desc' }),
});

/** The same in heading and names alone. */
export const labelled = (text: TextQuery, few: number, filters: readonly string[]): Parameters => ({
  ...matching({ ...text, words: text.labels, filtered: [] }, few, filters),
  ...LABELS,
});

/** Finds and counts these records with the others, whether they match or not, behind all others: the server need not read them. */
export const withRecords = (ids: readonly string[]): Parameters => ({
  pinned_hits: ids.map((id, i) => `${id}:${LAST_HIT + i}`).join(',') || undefined,
});

export const ofIds = (ids: readonly string[]): Parameters => ({
  ...unworded([`id:[${ids.join(',')}]`]),
  per_page: ids.length,
});

const exclusionsIn = ({ excluded }: TextQuery): string[] =>
  excluded.map(text => (text.includes(' ') ? `-"${text}"` : `-${text}`));

/** Documents that filters choose, without those that hold an excluded text. */
export const listed = (text: TextQuery, filters: readonly string[]): Parameters => ({
  ...unworded(filters),
  q: exclusionsIn(text).join(' ') || '*',
  ...readBy(text),
});

/** Sorts documents with one of these keys first, and all by identifier. A list may not stand in a sort. */
export const firstWith = (field: KeyField, keys: readonly string[]): string => {
  const any = keys.map(key => `${field}:=${encodeKey(key)}`).join(' || ');
  return `${keys.length === 0 ? '' : `_eval(${any}):desc,`}${byIdentifier('asc')}`;
};

const byIdentifier = (direction: 'asc' | 'desc'): string =>
  `identifier_place:${direction},identifier_place_rest:${direction}`;

/** Each direction is the exact reverse of the other, including documents without a value and ties, ordered by identifier. */
export function sortText(sort: SearchSort): string {
  const { field, descending } = sort;
  const direction = descending ? 'desc' : 'asc';
  const name = field === 'document_number' ? 'document_number_place' : field;
  const own = `${name}(missing_values:${isMissingLast(sort) ? 'last' : 'first'}):${direction},`;
  return `${field === 'identifier' ? '' : own}${byIdentifier(direction)}`;
}

/** Long forms that are asked for. Those of other abbreviations, which the same documents spell out, may be among them. */
const SPELLED = 20;

/** Asks how many documents hold a word anywhere, and in heading or names, and for its long forms if it is an abbreviation. */
export const factsOfWord = (stem: string): Parameters[] => [
  ...[ALL, LABELS].map(fields => ({ ...unworded([heldBy(fields, [stem])]), ...COUNTING })),
  { ...unworded([`short:=${stem}`]), ...COUNTING, facet_by: 'spelled', max_facet_values: SPELLED },
];

/** Asks whether a document has one of these keys: two documents are enough. */
export const holders = (keys: readonly string[]): Parameters => ({
  ...unworded([keyFilter('citations', keys)]),
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

const keysIn = (keys: readonly string[]): string => `[${keys.map(encodeKey).join(',') || NO_KEY}]`;

/** Fields with citation keys: those of a document in the record that is searched, and those that it cites. */
export type KeyField = 'citations' | 'text_citations' | 'cited_keys';

export const citationsOf = (text: TextQuery): KeyField => (needsTexts(text) ? 'text_citations' : 'citations');

/** Filters documents with one of these citation keys. */
export const keyFilter = (field: KeyField, keys: readonly string[]): string => `${field}:=${keysIn(keys)}`;
