import type Database from 'libsql/promise';
import { looseKey } from '../contract/loose.ts';
import { CODES } from '../contract/search/citation.ts';
import { nameNumber, writeSignature } from '../contract/search/signature.ts';
import type { SearchDocument } from './document.ts';
import { nameOf, namesOf, withoutNotes } from './labels.ts';
import { referencesOf } from './references/references.ts';

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
  /** Derives, once all documents are written, what follows from the references between them. */
  connect(): Promise<void>;
}

/**
 * The statements that keep the tables of the search index in step. Those that take long run in SQLite's
 * thread: libsql's `all` leaves the caller's thread, its `run` does not.
 */
export async function writeStatements(db: Database): Promise<Statements> {
  const insert = await db.prepare(
    'INSERT INTO documents (id, identifier, hash, heading, names, hit, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const sign = await db.prepare('INSERT INTO signatures (id, name, words) VALUES (?, ?, ?)');
  const fill = await prepareEach(db, [
    `INSERT INTO attributes SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6,
       value->>7, value->>8, value->>9, value->>10 FROM json_each(?1)`,
    `INSERT INTO citations SELECT key.value, document.value->>0
       FROM json_each(?1) AS document, json_each(document.value, '$[11]') AS key`,
    `INSERT OR IGNORE INTO agency_lists SELECT key.value, document.value->>6
       FROM json_each(?1) AS document, json_each(document.value, '$[12]') AS key`,
    `INSERT OR IGNORE INTO cites SELECT key.value, document.value->>0
       FROM json_each(?1) AS document, json_each(document.value, '$[13]') AS key`,
    `INSERT OR IGNORE INTO name_mentions SELECT document.value->>0, name.value->>0, name.value->>1, name.value->>2
       FROM json_each(?1) AS document, json_each(document.value, '$[14]') AS name`,
    `INSERT OR IGNORE INTO abbreviations SELECT spelled.value->>0, spelled.value->>1, document.value->>0
       FROM json_each(?1) AS document, json_each(document.value, '$[15]') AS spelled`,
    `INSERT INTO texts (rowid, heading, names, body) SELECT id, heading, names, body
       FROM documents WHERE id IN (SELECT value->>0 FROM json_each(?1))`,
    `INSERT INTO labels (rowid, heading, names) SELECT id, heading, names
       FROM documents WHERE id IN (SELECT value->>0 FROM json_each(?1))`,
  ]);
  // The full-text tables store no text, so they must be told what they forget.
  const empty = await prepareEach(db, [
    `INSERT INTO texts (texts, rowid, heading, names, body)
       SELECT 'delete', id, heading, names, body FROM documents WHERE id = ?1`,
    `INSERT INTO labels (labels, rowid, heading, names)
       SELECT 'delete', id, heading, names FROM documents WHERE id = ?1`,
    'DELETE FROM cites WHERE id = ?1',
    'DELETE FROM name_mentions WHERE id = ?1',
    'DELETE FROM abbreviations WHERE id = ?1',
    'DELETE FROM signatures WHERE id = ?1',
    'DELETE FROM citations WHERE id = ?1',
    'DELETE FROM attributes WHERE id = ?1',
    'DELETE FROM documents WHERE id = ?1',
  ]);
  const remove = async (id: number): Promise<void> => {
    for (const statement of empty) await statement.all(id);
  };
  const write = async (rows: readonly Row[]): Promise<void> => {
    for (const { replaces } of rows) if (replaces !== null) await remove(replaces);
    for (const row of rows) {
      insert.run(documentColumns(row));
      sign.run([row.id, nameNumber(nameOf(row.document)), signatureOf(row.document)]);
    }
    const attributes = JSON.stringify(rows.map(attributeColumns));
    for (const statement of fill) await statement.all(attributes);
  };
  const connect = async (): Promise<void> => {
    for (const statement of CONNECT) await db.exec(statement);
  };
  return { write, remove, connect };
}

/** A name that was read once, and not where the law gives it, may be a slip. */
const CERTAIN = 2;

/** Citations of parts count for none of their sections: they cite hundreds at once. */
const BUT_PARTS = CODES.flatMap(({ keys }) =>
  keys.part === null ? [] : `AND cites.key NOT LIKE '${keys.part}:%'`,
).join(' ');

const CONNECT = [
  'DELETE FROM reference_counts',
  `CREATE TEMP TABLE cited_pairs AS
     SELECT DISTINCT cites.id AS citing, citations.id AS cited FROM cites JOIN citations USING (key)
     WHERE cites.id <> citations.id ${BUT_PARTS}`,
  `INSERT INTO reference_counts SELECT id, sum(cites), sum(cited_by) FROM (
     SELECT citing AS id, count(*) AS cites, 0 AS cited_by FROM cited_pairs GROUP BY citing UNION ALL
     SELECT cited, 0, count(*) FROM cited_pairs GROUP BY cited) GROUP BY id`,
  'DROP TABLE cited_pairs',
  'DELETE FROM act_names',
  `INSERT INTO act_names SELECT citations.id, name FROM name_mentions JOIN citations USING (key)
     GROUP BY citations.id, name HAVING sum(weight) >= ${CERTAIN}`,
  'DELETE FROM acts',
  'INSERT INTO acts (rowid, names) SELECT id, group_concat(name, char(10)) FROM act_names GROUP BY id',
];

const prepareEach = (db: Database, sql: readonly string[]) => Promise.all(sql.map(text => db.prepare(text)));

function documentColumns({ id, hash, document }: Row): unknown[] {
  const { agencies, granularity, citations, sortKeys, body, ...hit } = document;
  return [id, document.identifier, hash, document.heading, namesOf(document), JSON.stringify(hit), body];
}

const signatureOf = (document: SearchDocument): Buffer =>
  writeSignature(nameOf(document), namesOf(document), withoutNotes(document.body));

/** The columns of `attributes` in their order, then citation keys, keys of the agencies, and the references. */
function attributeColumns({ id, document }: Row): unknown[] {
  const { source, status, granularity, title_number, document_type, agencies, publication_date } = document;
  const { sortKeys, identifier, citations } = document;
  const { cites, names, abbreviations } = referencesOf(document);
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
    cites,
    names.map(({ key, name, weight }) => [key, name, weight]),
    abbreviations,
  ];
}
