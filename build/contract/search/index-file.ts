/** The embedded search index: the build writes it, the shim reads it, and both know it only from here. */

/** Relative to the tree. */
export const SEARCH_INDEX = 'catalog/search.sqlite';

/** Raise it when the tables, or what the build puts into them, change: other versions are neither read nor updated. */
export const SEARCH_INDEX_VERSION = 3;

/** English stemming; `Résumé` is found by `resume`. */
const TOKENIZER = "tokenize = 'porter unicode61 remove_diacritics 2'";

/**
 * | table | holds |
 * |---|---|
 * | `documents` | what a hit shows (`hit`, JSON of a `SearchHit` without highlights) and the text of its snippet |
 * | `attributes` | what is filtered, counted and sorted by, in narrow rows |
 * | `agency_lists` | the lists of agencies that documents have (`agencies`, JSON), by the `looseKey` of each agency in them |
 * | `citations` | citation keys, see `citation.ts` |
 * | `texts` | full text of heading, names above it, and body |
 * | `labels` | full text of heading and names alone: a match there is worth more |
 * | `signatures` | what the ranking knows of a document's words, and the number of its whole name, see `signature.ts` |
 * | `cites` | citation keys that a document cites: the graph of references |
 * | `name_mentions` | acts that a document names, by the citation key of the provision named |
 * | `abbreviations` | abbreviations that a document spells out |
 * | `reference_counts` | how many documents of the tree a document cites, and is cited by; those without any are absent |
 * | `act_names`, `acts` | the popular names of a document, and their full text |
 *
 * The full-text tables keep no copy of the text; `documents` has the only one.
 */
export const SEARCH_INDEX_SCHEMA = `
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    identifier TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    heading TEXT NOT NULL,
    names TEXT NOT NULL,
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
  CREATE VIRTUAL TABLE texts USING fts5 (heading, names, body, content = '', ${TOKENIZER});
  CREATE VIRTUAL TABLE labels USING fts5 (heading, names, content = '', ${TOKENIZER});
  CREATE TABLE signatures (id INTEGER PRIMARY KEY, name INTEGER NOT NULL, words BLOB NOT NULL);
  CREATE INDEX signatures_by_name ON signatures (name);
  CREATE TABLE cites (key TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID;
  CREATE INDEX cites_of ON cites (id);
  CREATE TABLE name_mentions (
    id INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    weight INTEGER NOT NULL,
    PRIMARY KEY (id, key, name)
  ) WITHOUT ROWID;
  CREATE TABLE abbreviations (
    short TEXT NOT NULL,
    long TEXT NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (short, long, id)
  ) WITHOUT ROWID;
  CREATE INDEX abbreviations_of ON abbreviations (id);
  CREATE TABLE reference_counts (id INTEGER PRIMARY KEY, cites INTEGER NOT NULL, cited_by INTEGER NOT NULL);
  CREATE TABLE act_names (id INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (id, name)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE acts USING fts5 (names, ${TOKENIZER});
  PRAGMA user_version = ${SEARCH_INDEX_VERSION};
`;
