/** The embedded search index: the build writes it, the shim reads it, and both know it only from here. */

/** Relative to the tree. */
export const SEARCH_INDEX = 'catalog/search.sqlite';

/** Raise it when the tables, or what the build puts into them, change: other versions are neither read nor updated. */
export const SEARCH_INDEX_VERSION = 2;

/** English stemming; `Résumé` is found by `resume`. */
const TOKENIZER = "tokenize = 'porter unicode61 remove_diacritics 2'";

/**
 * | table | holds |
 * |---|---|
 * | `documents` | what a hit shows (`hit`, JSON of a `SearchHit` without highlights) and the text of its snippet |
 * | `attributes` | what is filtered, counted and sorted by, in narrow rows |
 * | `agency_lists` | the lists of agencies that documents have (`agencies`, JSON), by the `looseKey` of each agency in them |
 * | `citations` | citation keys, see `citation.ts` |
 * | `texts` | full text of heading and body |
 * | `headings` | full text of the heading alone: its ranking must not depend on the body's length |
 *
 * The full-text tables keep no copy of the text; `documents` has the only one.
 */
export const SEARCH_INDEX_SCHEMA = `
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    identifier TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    heading TEXT NOT NULL,
    hit TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE TABLE attributes (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    granularity TEXT NOT NULL,
    title_number INTEGER,
    document_type TEXT,
    agencies TEXT,
    publication_date TEXT,
    document_number_order TEXT,
    identifier_order TEXT NOT NULL,
    identifier TEXT NOT NULL
  );
  CREATE TABLE agency_lists (key TEXT NOT NULL, agencies TEXT NOT NULL, PRIMARY KEY (key, agencies)) WITHOUT ROWID;
  CREATE TABLE citations (key TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID;
  CREATE INDEX citations_of ON citations (id);
  CREATE VIRTUAL TABLE texts USING fts5 (heading, body, content = '', ${TOKENIZER});
  CREATE VIRTUAL TABLE headings USING fts5 (heading, content = '', ${TOKENIZER});
  PRAGMA user_version = ${SEARCH_INDEX_VERSION};
`;
