import { hash } from 'node:crypto';
import { memoized } from '../text/tokens.ts';

/**
 * The encoding of values that Typesense compares, for `npm run index` and the shim. `index/records.ts` tells the fields of a document.
 *
 * Typesense compares strings by their words: `A-B` equals `a b`, and a filter value needs quoting. Values for filters and
 * facets are therefore stored in hexadecimal, which compares exactly and cannot escape into the filter language. Texts are
 * stored as their stems (`stems.ts`).
 */

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

/**
 * The ids of records of values: each holds, by field, some values of facets, and the rarest values are in none. The server reads a whole
 * record for each value that it counts, namely the last one that has it, and these are small and written last. A search that counts
 * values finds them, and the shim takes them off its counts.
 */
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
