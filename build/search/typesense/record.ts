import { hash } from 'node:crypto';
import type { EqualFilter } from '../../contract/search-filters.ts';
import { memoized } from '../text/tokens.ts';

/**
 * The fields of a Typesense collection, for `npm run index` and the shim, and the encoding of values that Typesense compares.
 *
 * Typesense compares strings by their words: `A-B` equals `a b`, and a filter value needs quoting. Values for filters and
 * facets are therefore stored in hexadecimal, which compares exactly and cannot escape into the filter language. Texts are
 * stored as their stems (`stems.ts`).
 */

/** What both records of a document have: values that filters, facets and orders read; absent where the document has none. */
export interface ComparedFields extends Partial<Record<EqualFilter, string | number | undefined>> {
  id: string;
  /** Changes with the document. Stored only. */
  hash: string;
  /** The key of the manifest's part that lists the document. */
  listed: string;
  /** All agencies of the document, for facets. */
  agency: string[];
  /** The keys of the names that find these agencies (`agencies.ts`), for filters. */
  agency_key: string[];
  /** The keys of the levels above the document, for the filter `within`. */
  levels: string[];
  /** The same for the facet: each as {@link writeStep} has it. */
  level: string[];
  /** The outermost of them, which the facet counts for most queries. */
  outermost?: string | undefined;
  publication_date?: number | undefined;
  publication_year?: number | undefined;
  /** The values of {@link COMBINED}, encoded as one. */
  combined: string;
  /** Orders equal matches of words that are weighed: law in force comes first. */
  precedence: number;
  cited_by_count: number;
  identifier_place: number;
  identifier_place_rest: number;
  document_number_place?: number | undefined;
}

/**
 * The record of a document. It is small, since the server reads the whole of each that it returns or counts: a long text has a
 * record of its own.
 */
export interface DocumentRecord extends ComparedFields {
  kind: 'document';
  /** The stems of the heading, without the citation before it. */
  heading: string;
  /** Stems that words of the heading are made of (`baseStems`), so that `partner` finds partnerships. */
  kin: string;
  /** The stems of that citation and of the names above the document. */
  names: string;
  /** The stems of its popular names, one by one. Other documents tell them, so they are written last (`index/connect.ts`). */
  acts?: string[];
  /** All stems in order: of the names, of the whole heading, and of the text. Absent where the text is long. */
  text?: string[];
  /** The stems of a long text, each once. */
  words?: string;
  /** The same as `citations`, in the record that is searched for phrases. */
  text_citations?: string[];
  /** Abbreviations that the document spells out, each as its stem. */
  short: string[];
  /** The same with their long forms: `epa environmental protection agency`. */
  spelled: string[];
  /** Names of acts that the document mentions: the key of each act, how certain it is, and the name's stems. */
  mentions: string[];
  citations: string[];
  /** Keys that the document cites, encoded as `citations` are. */
  cited_keys: string[];
  /** See `build/search/text/signature.ts`; base64. Stored only. */
  signature: string;
  /** The numbers of all other words of the text (`wordNumber`, `packNumbers`); base64. Stored only. */
  numbers: string;
  /** The search hit without highlights, as JSON. Stored only. */
  hit: string;
}

/** The record of a long text. Only phrases are looked for in it. */
export interface TextRecord extends ComparedFields {
  kind: 'text';
  long_text: string[];
  text_citations: string[];
}

/**
 * Some values of facets, by field. The server reads a whole record for each value that it counts, namely the last one that has the
 * value, and these are small and written last. A search that counts values finds them, and the shim takes them off its counts.
 */
export type ValuesRecord = Readonly<Record<string, string | number | readonly string[]>>;

export interface HeldRecord {
  id: typeof HELD;
  kind: typeof HELD;
  held?: Held;
}

/** What a collection holds; absent while that changes. */
export interface Held {
  documents: number;
  /** The digests of the manifest's parts, by path. */
  parts: Record<string, string>;
}

/** Facets with few values. They are counted as one, since the server takes as long for each field that it counts. */
const COMBINED = ['source', 'document_type', 'granularity', 'status'];

export const isCombined = (facet: string): boolean => COMBINED.includes(facet);

/** Writes a value for each line, so the lines of a value are escaped. @param values by name, also others */
export const writeCombined = (values: Readonly<Record<string, unknown>>): string =>
  encodeValue(COMBINED.map(name => escaped(String(values[name] ?? ''))).join('\n'));

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));

/** Returns the values by name, without those that are absent. */
export function readCombined(encoded: string): Map<string, string> {
  const values = decodeValue(encoded).split('\n').map(unescaped);
  return new Map(COMBINED.flatMap((name, i) => (values[i] ? [[name, values[i]]] : [])));
}

export const HELD = 'held';
/** The ids of records of values. Further values, the rarest, are in none. */
export const VALUES: readonly string[] = Array.from({ length: 128 }, (_, i) => `values-${i}`);
/** Filters records so that each document has one. */
export const DOCUMENTS = 'kind:=document';

const TEXT = '-text';
export const textIdOf = (id: string): string => id + TEXT;
/** @param id of either record of the document */
export const documentIdOf = (id: string): string => id.replace(TEXT, '');

/** The longest token that Typesense keeps whole is about 100 bytes. */
const WORD = /.{64}(?=.)/g;
/** Documents share most of their values. */
export const REMEMBERED = 50_000;

export const encodeValue = memoized(REMEMBERED, text =>
  Buffer.from(text).toString('hex').replace(WORD, '$& '),
);

export const decodeValue = (encoded: string): string =>
  Buffer.from(encoded.replaceAll(' ', ''), 'hex').toString();

/** Writes a level behind the key of the one above it, by which the facet finds it. @param above empty for the outermost */
export const writeStep = (above: string, level: string): string =>
  `${encodeKey(above)} ${encodeValue(level)}`;

export const readStep = (step: string): string => decodeValue(step.slice(step.indexOf(' ')));

/** Returns one word for a text of any length, for comparisons of equality. */
export const encodeKey = memoized(REMEMBERED, text => hash('sha256', text).slice(0, 16));

/** `2018-05-21` as 20180521: one number serves range, sort and facet. */
export const encodeDate = (date: string): number => Number(date.replaceAll('-', ''));

export const decodeDate = (encoded: string): string =>
  encoded.padStart(8, '0').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
