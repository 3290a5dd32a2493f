import { CODES } from '../contract/citations/grammar.ts';
import { EQUAL_FILTERS } from '../contract/search-filters.ts';

/** The embedded search index, which the build writes and the shim reads. */

/** Raise it when the tables or their content change: other versions are neither read nor updated. */
export const SEARCH_INDEX_VERSION = 11;

/** The offset of SQLite's `PRAGMA user_version` in the header: four bytes, the highest first. */
const VERSION_OFFSET = 60;

/** Tells whether a file begins as a search index of this version. @param head its first 64 bytes or more */
export const isIndexOfThisVersion = (head: Uint8Array): boolean =>
  head.byteLength >= VERSION_OFFSET + 4 &&
  new DataView(head.buffer, head.byteOffset).getUint32(VERSION_OFFSET) === SEARCH_INDEX_VERSION;

/** English stemming; `résumé` is found by `resume`. */
const TOKENIZER = "tokenize = 'porter unicode61 remove_diacritics 2'";

/** Columns with codes of values (`column_values`). */
export const VALUE_COLUMNS = [
  ...EQUAL_FILTERS,
  'granularity',
  'agencies',
  'publication_date',
  'levels',
] as const;

/**
 * Columns with numbers: documents whose words cite it, for the ranking; the place in the natural order from 1 on; the place of the
 * document number; and the number of documents and levels whose references name it.
 */
export const NUMBER_COLUMNS = ['cited_by', 'identifier', 'document_number', 'cited_by_count'] as const;

export type ValueColumn = (typeof VALUE_COLUMNS)[number];
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];

/**
 * | table | holds |
 * |---|---|
 * | `about` | `content`: names the documents that the index holds, as the build does |
 * | `documents` | what a hit shows (`hit`, JSON of a `SearchHit` without highlights) and the text of its snippet |
 * | `places` | the natural order of documents, and what document numbers are sorted by |
 * | `columns` | what is filtered, counted and sorted by: of each row a number of 32 bits, little-endian, from row 0 on; 0 is none. A row without `source` is no document (any more) |
 * | `column_values` | what the codes of a column mean; agencies and levels are lists, as JSON |
 * | `citations` | citation keys, see `build/contract/citations/keys.ts` |
 * | `postings` | which documents hold a stem, or two frequent ones in a row (`build/search/text/frequent-words.ts`), in heading, names above it, and body: sets of rows, block by block (`postings.ts`) |
 * | `label_stems` | how many documents hold a stem in heading or names |
 * | `texts` | full text of heading, names above it, and body: for phrases |
 * | `labels` | full text of heading and names alone |
 * | `signatures` | what the ranking knows of a document's words, and the number of its whole name, see `build/search/text/signature.ts` |
 * | `cites` | citation keys that a document cites: the graph of references |
 * | `reference_counts` | how many documents of the tree a document cites, and is cited by; made when it is read |
 * | `name_mentions` | acts that a document names, by the citation key of the provision named |
 * | `act_names`, `acts` | the popular names of a document, and their full text |
 * | `abbreviations`, `abbreviation_counts` | abbreviations that a document spells out, and how many do |
 *
 * Rows are never used again: what changed gets a new one, so that the sets of older blocks stay as they are. The full-text
 * tables keep no copy of the text; `documents` has the only one.
 */
export const SEARCH_INDEX_SCHEMA = `
  CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    identifier TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    heading TEXT NOT NULL,
    names TEXT NOT NULL,
    hit TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    identifier_order TEXT NOT NULL,
    identifier TEXT NOT NULL,
    document_number_order TEXT
  );
  CREATE INDEX places_by_identifier ON places (identifier_order, identifier);
  CREATE INDEX places_by_number ON places (document_number_order) WHERE document_number_order IS NOT NULL;
  CREATE TABLE columns (name TEXT PRIMARY KEY, numbers BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE column_values (name TEXT NOT NULL, code INTEGER NOT NULL, value NOT NULL, PRIMARY KEY (name, code)) WITHOUT ROWID;
  CREATE TABLE citations (key TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID;
  CREATE INDEX citations_of ON citations (id);
  CREATE TABLE postings (
    block INTEGER NOT NULL,
    term TEXT NOT NULL,
    heading BLOB,
    names BLOB,
    body BLOB,
    PRIMARY KEY (block, term)
  ) WITHOUT ROWID;
  CREATE TABLE label_stems (stem TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
  CREATE VIRTUAL TABLE texts USING fts5 (heading, names, body, content = '', ${TOKENIZER});
  CREATE VIRTUAL TABLE labels USING fts5 (heading, names, content = '', ${TOKENIZER});
  CREATE TABLE signatures (id INTEGER PRIMARY KEY, name INTEGER NOT NULL, words BLOB NOT NULL);
  CREATE INDEX signatures_by_name ON signatures (name);
  CREATE TABLE cites (key TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID;
  CREATE INDEX cites_of ON cites (id);
  CREATE VIEW reference_counts AS SELECT id,
    (SELECT count(DISTINCT citations.id) FROM cites JOIN citations USING (key)
      WHERE cites.id = documents.id AND ${pairCondition('citations.id', 'cites.id', 'cites.key')}) AS cites,
    (SELECT count(DISTINCT cites.id) FROM citations JOIN cites USING (key)
      WHERE citations.id = documents.id AND ${pairCondition('citations.id', 'cites.id', 'cites.key')}) AS cited_by
    FROM documents;
  CREATE TABLE name_mentions (
    id INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    weight INTEGER NOT NULL,
    PRIMARY KEY (id, key, name)
  ) WITHOUT ROWID;
  CREATE INDEX name_mentions_by_key ON name_mentions (key);
  CREATE TABLE act_names (id INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (id, name)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE acts USING fts5 (names, ${TOKENIZER});
  CREATE TABLE abbreviations (
    short TEXT NOT NULL,
    long TEXT NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (short, long, id)
  ) WITHOUT ROWID;
  CREATE INDEX abbreviations_of ON abbreviations (id);
  CREATE TABLE abbreviation_counts (short TEXT NOT NULL, long TEXT NOT NULL, documents INTEGER NOT NULL,
    PRIMARY KEY (short, long)) WITHOUT ROWID;
  PRAGMA user_version = ${SEARCH_INDEX_VERSION};
`;

/** One document cites another: not itself, and not by a citation of a whole part, which cites hundreds at once. */
export function pairCondition(cited: string, citing: string, key: string): string {
  const parts = CODES.flatMap(({ keys }) => (keys.part === null ? [] : [`${key} NOT LIKE '${keys.part}:%'`]));
  return [`${cited} <> ${citing}`, ...parts].join(' AND ');
}
