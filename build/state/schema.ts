/** The tables of the state's file. */

/**
 * Who cites what. A subject is the path of a document or level in the tree, without `.json`: `api/usc/documents/t17/s106`. What is
 * written alike is kept once with its meaning, which changes with the corpus; its scope tells which documents can change it.
 * Few mean several: the members of a range, the documents on a page.
 */
const REFERENCES_SCHEMA = `
  CREATE TABLE meanings (id INTEGER PRIMARY KEY, written TEXT NOT NULL UNIQUE, scope TEXT NOT NULL, target TEXT);
  CREATE TABLE citations (
    subject TEXT NOT NULL, meaning INTEGER NOT NULL, uses TEXT NOT NULL, PRIMARY KEY (subject, meaning)
  ) WITHOUT ROWID;
  CREATE TABLE further_targets (meaning INTEGER, target TEXT, PRIMARY KEY (meaning, target)) WITHOUT ROWID;
  CREATE TABLE level_titles (part TEXT, subject TEXT, title TEXT NOT NULL, PRIMARY KEY (part, subject)) WITHOUT ROWID;
`;

const REFERENCES_INDEXES = `
  CREATE INDEX IF NOT EXISTS citations_by_meaning ON citations (meaning);
  CREATE INDEX IF NOT EXISTS meanings_by_scope ON meanings (scope);
  CREATE INDEX IF NOT EXISTS meanings_by_target ON meanings (target);
  CREATE INDEX IF NOT EXISTS further_by_target ON further_targets (target);
`;

/**
 * Paths of corpus files are stored as bytes, a character for each, so that any name can be kept. Their folder is that of
 * `CorpusFolder`. Lengths and digests of representations are one text with blanks between. Aliases are stored with their document, and
 * in a table by which they are found.
 */
export const SCHEMA = `
  CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE folders (name TEXT PRIMARY KEY, fingerprint TEXT) WITHOUT ROWID;
  CREATE TABLE documents (
    path TEXT PRIMARY KEY,
    folder TEXT NOT NULL,
    source TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime REAL NOT NULL,
    ctime REAL,
    identifier TEXT NOT NULL,
    part TEXT NOT NULL,
    date TEXT NOT NULL,
    outputs TEXT NOT NULL,
    fields TEXT NOT NULL,
    aliases TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE levels (
    path TEXT PRIMARY KEY,
    folder TEXT NOT NULL,
    source TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime REAL NOT NULL,
    ctime REAL,
    level TEXT NOT NULL
  ) WITHOUT ROWID;
  ${REFERENCES_SCHEMA}
  CREATE TABLE aliases (alias TEXT, path TEXT, PRIMARY KEY (alias, path)) WITHOUT ROWID;
  CREATE TABLE spellings (
    field TEXT NOT NULL, key TEXT NOT NULL, spelling TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (field, key, spelling)
  ) WITHOUT ROWID;
  CREATE TABLE dumps (part TEXT PRIMARY KEY, dump TEXT NOT NULL, pieces BLOB NOT NULL);
`;

/** As `idOf` makes it. */
export const ID = "replace(substr(identifier, 2), '/', '-')";

export const INDEXES = `
  CREATE INDEX IF NOT EXISTS documents_by_folder ON documents (folder);
  CREATE INDEX IF NOT EXISTS levels_by_folder ON levels (folder);
  CREATE INDEX IF NOT EXISTS documents_by_part ON documents (part);
  CREATE INDEX IF NOT EXISTS documents_by_id ON documents (${ID});
  ${REFERENCES_INDEXES}
`;
