import type Database from 'libsql/promise';
import { looseKey } from '../contract/loose.ts';
import type { SearchDocument } from './document.ts';

/** A document to write, with the row it gets. */
export interface Row {
  id: number;
  hash: string;
  /** The row of its former content. */
  replaces: number | null;
  document: SearchDocument;
}

export interface Statements {
  write(rows: readonly Row[]): Promise<void>;
  remove(id: number): Promise<void>;
}

/**
 * The statements that keep the tables of the search index in step. Those that take long run in SQLite's
 * thread: libsql's `all` leaves the caller's thread, its `run` does not.
 */
export async function writeStatements(db: Database): Promise<Statements> {
  const insert = await db.prepare(
    'INSERT INTO documents (id, identifier, hash, heading, hit, body) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const fill = await prepareEach(db, [
    `INSERT INTO attributes SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6,
       value->>7, value->>8, value->>9, value->>10 FROM json_each(?1)`,
    `INSERT INTO citations SELECT key.value, document.value->>0
       FROM json_each(?1) AS document, json_each(document.value, '$[11]') AS key`,
    `INSERT OR IGNORE INTO agency_lists SELECT key.value, document.value->>6
       FROM json_each(?1) AS document, json_each(document.value, '$[12]') AS key`,
    `INSERT INTO texts (rowid, heading, body) SELECT id, heading, body
       FROM documents WHERE id IN (SELECT value->>0 FROM json_each(?1))`,
    `INSERT INTO headings (rowid, heading) SELECT id, heading
       FROM documents WHERE id IN (SELECT value->>0 FROM json_each(?1))`,
  ]);
  // The full-text tables store no text, so they must be told what they forget.
  const empty = await prepareEach(db, [
    `INSERT INTO texts (texts, rowid, heading, body)
       SELECT 'delete', id, heading, body FROM documents WHERE id = ?1`,
    `INSERT INTO headings (headings, rowid, heading)
       SELECT 'delete', id, heading FROM documents WHERE id = ?1`,
    'DELETE FROM citations WHERE id = ?1',
    'DELETE FROM attributes WHERE id = ?1',
    'DELETE FROM documents WHERE id = ?1',
  ]);
  const remove = async (id: number): Promise<void> => {
    for (const statement of empty) await statement.all(id);
  };
  const write = async (rows: readonly Row[]): Promise<void> => {
    for (const { replaces } of rows) if (replaces !== null) await remove(replaces);
    for (const row of rows) insert.run(documentColumns(row));
    const attributes = JSON.stringify(rows.map(attributeColumns));
    for (const statement of fill) await statement.all(attributes);
  };
  return { write, remove };
}

const prepareEach = (db: Database, sql: readonly string[]) => Promise.all(sql.map(text => db.prepare(text)));

function documentColumns({ id, hash, document }: Row): unknown[] {
  const { agencies, granularity, citations, sortKeys, body, ...hit } = document;
  return [id, document.identifier, hash, document.heading, JSON.stringify(hit), body];
}

/** The columns of `attributes` in their order, then the citation keys and the keys of the agencies. */
function attributeColumns({ id, document }: Row): unknown[] {
  const { source, status, granularity, title_number, document_type, agencies, publication_date } = document;
  const { sortKeys, identifier, citations } = document;
  return [
    id,
    source,
    status,
    granularity,
    title_number,
    document_type,
    agencies.length > 0 ? JSON.stringify(agencies) : null,
    publication_date,
    sortKeys.document_number,
    sortKeys.identifier,
    identifier,
    citations,
    agencies.map(looseKey),
  ];
}
