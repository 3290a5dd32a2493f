import { createHash } from 'node:crypto';
import type { EqualFilter } from '../../contract/search-filters.ts';

/**
 * The fields of a Typesense collection, for `npm run index` and the shim, and the encoding of values that Typesense compares.
 *
 * Typesense compares strings by their words: `A-B` equals `a b`, and a filter value needs quoting. Values for filters, facets,
 * groups and sorts are therefore stored in hexadecimal, which compares exactly and cannot escape into the filter language.
 */

/** Values that a filter compares; absent where the document has none. */
export type EqualFields = { [Name in EqualFilter]?: string | number };

/** A record of the collection: a document's text, or one part of a long text. */
export interface TypesenseRecord extends EqualFields {
  id: string;
  /** The same for all records of a document: hits, totals and facets are grouped by it. */
  document: string;
  heading: string;
  body: string;
  part: number;
  /** Equal for headings with the same words (`nameNumber`), without the citation before them. */
  name: number;
  /** The stems of the whole document (`lexicon-format.ts`): of heading, names above it and text. */
  stems: string;
  /** The stems of heading and names alone. */
  labels: string;
  /**
   * Words that the body lacks: those of the document's other parts, so that words far apart are found together and an excluded
   * word excludes the whole document, and `usc` for `U.S.C.`
   */
  also?: string;
  /** See `build/search/text/signature.ts`; base64. Stored only. */
  signature: string;
  /** Word numbers that the signature lacks, 16 bits each, in base64. Stored only. */
  others?: string;
  /** Keys that the document cites, encoded as `citations` are. Only first records have this and the next two. */
  cites?: string[];
  /** The same for parts: a document may cite hundreds of them, and they do not count as cited. */
  cites_parts?: string[];
  /** The document's other references, from which the lexicon is made. Stored only. */
  references?: TypesenseReferences;
  /** A piece of the lexicon (`lexicon-format.ts`) or the inventory; absent from records of documents. Stored only. */
  lexicon?: string;
  citations: string[];
  status: string;
  granularity: string;
  /** All agencies of the document, for facets. */
  agency?: string[];
  /** The keys of the names that find these agencies (`agencies.ts`), for filters. */
  agency_key?: string[];
  publication_date?: number;
  identifier_order: string;
  document_number_order?: string;
  /** The search hit without highlights, as JSON. Stored only. */
  hit: string;
}

export interface TypesenseReferences {
  names: [name: string, key: string, weight: number][];
  abbreviations: [short: string, long: string][];
}

/** Record ids identify the content, not the document: a changed document has new records, and an id holds their number. */
export const recordIds = (key: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, i) => `${key}-${parts}-${i}`);

export function parseRecordId(id: string): { key: string; parts: number; part: number } {
  const [key = '', parts, part] = id.split('-');
  return { key, parts: Number(parts), part: Number(part) };
}

/**
 * Requests without redirects and with bounded answers. The library would follow a redirect with the key.
 * @param send one of axios's adapters
 * @param maxBytes of an answer, unpacked
 */
export const cautious =
  <C, R>(send: (config: C) => R, maxBytes: number) =>
  (config: C): R =>
    send({ ...config, maxRedirects: 0, maxContentLength: maxBytes });

/** The longest token that Typesense keeps whole is about 100 bytes. */
const WORD_LENGTH = 64;

export const encodeValue = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replace(new RegExp(`.{${WORD_LENGTH}}(?=.)`, 'g'), '$& ');

export const decodeValue = (encoded: string): string =>
  Buffer.from(encoded.replaceAll(' ', ''), 'hex').toString();

/** Encodes a text so that it sorts by code points. */
export const encodeOrder = (text: string): string => Buffer.from(text).toString('hex');

/** Returns one word for a text of any length, for comparisons of equality. */
export const encodeKey = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

/** `2018-05-21` as 20180521: one number serves range, sort and facet. */
export const encodeDate = (date: string): number => Number(date.replaceAll('-', ''));

export const decodeDate = (encoded: string): string =>
  encoded.padStart(8, '0').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

/** The ASCII characters that Typesense is configured to treat as ends of words. */
export const SEPARATORS: readonly string[] = Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\u001f');

/** Ends a word; it is removed from every returned text. */
const SEPARATOR = '\u001f';
const FOREIGN_PUNCTUATION = /[^\p{L}\p{N}\p{M}\p{Co}\p{ASCII}]+/gu;

/** Composes letters and accents into one character, so that Typesense sees the letter. */
export const composed = (text: string): string =>
  text.replace(/\p{L}\p{M}+/gu, letter => letter.normalize('NFC'));

/**
 * Returns a text for indexing. Typesense drops punctuation beyond ASCII and joins the words around it (`States—the` →
 * `statesthe`): an invisible separator on both sides keeps them apart.
 */
export const separate = (text: string): string =>
  composed(text).replaceAll(SEPARATOR, ' ').replace(FOREIGN_PUNCTUATION, `${SEPARATOR}$&${SEPARATOR}`);

export const unseparate = (text: string): string => text.replaceAll(SEPARATOR, '');

/** `U.S.C.` → `USC`: the searched form of a word of dotted letters. Null for other words. */
export const undotted = (word: string): string | null =>
  /^(?:\p{L}\.)+\p{L}\.?$/u.test(word) ? word.replaceAll('.', '') : null;

export interface TypesenseNode {
  protocol: string;
  host: string;
  port: number;
  path: string;
}

/** Parses TYPESENSE_URL. @throws Error for people, without the address, which may hold a password */
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
