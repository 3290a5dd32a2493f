import { createHash } from 'node:crypto';
import type { EqualFilter } from '../../contract/search-filters.ts';

/**
 * What `npm run index` and the shim agree on about a Typesense collection: its fields, and how values are
 * written so that Typesense compares them as we do.
 *
 * Typesense compares strings by their words: `A-B` equals `a b`, and a filter value needs quoting. Values that filters,
 * facets, groups and sorts look at are therefore stored in hexadecimal: exact by construction, and a value
 * made of `0-9a-f` cannot escape into the filter language.
 */

/** Values that a filter compares; absent where the document has none. */
export type EqualFields = { [Name in EqualFilter]?: string | number };

/** One record of the collection: a document's text, or a part of it where it is long. */
export interface TypesenseRecord extends EqualFields {
  id: string;
  /** The same for all records of one document: what hits, totals and facets are grouped by. */
  document: string;
  heading: string;
  body: string;
  /** From 0; of a document in one record, 0. */
  part: number;
  /** What headings with the same words share (`nameNumber`), of the heading without the citation before it. */
  name: number;
  /** The stems of the whole document (`lexicon-format.ts`): of heading, names above it and text. */
  stems: string;
  /** Those of heading and names alone. */
  labels: string;
  /**
   * What the body does not say itself: words of other parts of the same document, so that words far apart
   * are found together and an excluded word excludes the whole document; `usc` where it says `U.S.C.`
   */
  also?: string;
  /** See `build/search/text/signature.ts`; base64. Stored only. */
  signature: string;
  /** Word numbers of the document that its signature does not hold, 16 bits each, in base64. Stored only. */
  others?: string;
  /** Citation keys of what the document cites, encoded as `citations` are. This and the next two the first record has alone. */
  cites?: string[];
  /** The same of parts: they cite hundreds at once, and nobody counts as cited by them. */
  cites_parts?: string[];
  /** What else the document says of others: the lexicon is made of it. Stored only. */
  references?: TypesenseReferences;
  /** A piece of what the collection tells of itself: its lexicon (`lexicon-format.ts`), what it holds. Records of documents have none. Stored only. */
  lexicon?: string;
  citations: string[];
  status: string;
  granularity: string;
  /** All that the document names, for facets. */
  agency?: string[];
  /** The keys of the names by which these are found (`agencies.ts`), for filters. */
  agency_key?: string[];
  publication_date?: number;
  identifier_order: string;
  document_number_order?: string;
  /** The search hit without highlights, as JSON. Stored only. */
  hit: string;
}

export interface TypesenseReferences {
  /** Acts that it names, by the citation key of the provision named. */
  names: [name: string, key: string, weight: number][];
  abbreviations: [short: string, long: string][];
}

/**
 * A record's id tells the content of its document, not the document: a changed document has new records, and
 * an id says how many there must be.
 */
export const recordIds = (key: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, i) => `${key}-${parts}-${i}`);

export function parseRecordId(id: string): { key: string; parts: number; part: number } {
  const [key = '', parts, part] = id.split('-');
  return { key, parts: Number(parts), part: Number(part) };
}

/**
 * How a server is asked. The library would go where a redirect points, with the key, and keep an answer of any size.
 * @param send one of axios's adapters
 * @param maxBytes of an answer, unpacked
 */
export const cautious =
  <C, R>(send: (config: C) => R, maxBytes: number) =>
  (config: C): R =>
    send({ ...config, maxRedirects: 0, maxContentLength: maxBytes });

/** The longest token that Typesense keeps whole is about 100 bytes. */
const WORD_LENGTH = 64;

/** A text as words of hexadecimal digits. */
export const encodeValue = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replace(new RegExp(`.{${WORD_LENGTH}}(?=.)`, 'g'), '$& ');

export const decodeValue = (encoded: string): string =>
  Buffer.from(encoded.replaceAll(' ', ''), 'hex').toString();

/** Sorts as the text does, by code points. */
export const encodeOrder = (text: string): string => Buffer.from(text).toString('hex');

/** One word for a text of any length, where equality is all that matters. */
export const encodeKey = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

/** `2018-05-21` as 20180521: one number serves range, sort and facet. */
export const encodeDate = (date: string): number => Number(date.replaceAll('-', ''));

export const decodeDate = (encoded: string): string =>
  encoded.padStart(8, '0').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

/** The ASCII characters at which Typesense is told to end a word. */
export const SEPARATORS: readonly string[] = Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\u001f');

/** Ends a word, and is taken out of every text on its way back. */
const SEPARATOR = '\u001f';
const FOREIGN_PUNCTUATION = /[^\p{L}\p{N}\p{M}\p{Co}\p{ASCII}]+/gu;

/** A letter and its accents as one character, so that Typesense sees the letter. The rest stays as it is. */
export const composed = (text: string): string =>
  text.replace(/\p{L}\p{M}+/gu, letter => letter.normalize('NFC'));

/**
 * A text as it is indexed. Typesense drops punctuation beyond ASCII and joins what it parted (`States—the` →
 * `statesthe`): an invisible separator on both sides keeps the words apart and the text as it was.
 */
export const separate = (text: string): string =>
  composed(text).replaceAll(SEPARATOR, ' ').replace(FOREIGN_PUNCTUATION, `${SEPARATOR}$&${SEPARATOR}`);

export const unseparate = (text: string): string => text.replaceAll(SEPARATOR, '');

/** `U.S.C.` → `USC`: how a word of dotted letters is searched for. Null for other words. */
export const undotted = (word: string): string | null =>
  /^(?:\p{L}\.)+\p{L}\.?$/u.test(word) ? word.replaceAll('.', '') : null;

export interface TypesenseNode {
  protocol: string;
  host: string;
  port: number;
  path: string;
}

/**
 * The nodes that TYPESENSE_URL names, separated by commas.
 * @throws Error with a message for people. It does not repeat an address, which may hold a password.
 */
export function parseNodes(urls: string): TypesenseNode[] {
  return urls.split(',').map((text, i) => {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
    const protocol = url?.protocol.slice(0, -1);
    if (!url || (protocol !== 'http' && protocol !== 'https')) {
      throw new Error(
        `TYPESENSE_URL: address ${i + 1} is not of the form http://host:port or https://host:port.`,
      );
    }
    if (url.username || url.password) {
      throw new Error(
        'TYPESENSE_URL must hold no user name or password; the key belongs in TYPESENSE_API_KEY.',
      );
    }
    const port = Number(url.port) || (protocol === 'https' ? 443 : 80);
    return { protocol, host: url.hostname, port, path: url.pathname === '/' ? '' : url.pathname };
  });
}
