import type Database from 'libsql/promise';
import { hitOf } from '../../documents/search-document.ts';
import type { AnalysedDocument } from './analysis.ts';

export interface Row extends AnalysedDocument {
  id: number;
  hash: string;
}

export interface Stored {
  id: number;
  hash: string;
}

export interface Statements {
  stored(identifiers: readonly string[]): Promise<ReadonlyMap<string, Stored>>;
  labels(ids: readonly number[]): Promise<[heading: string, names: string][]>;
  write(rows: readonly Row[]): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
}

/** Prepares the writing statements. Long ones use libsql's `all`, which leaves the caller's thread; its `run` does not. */
export async function writeStatements(db: Database): Promise<Statements> {
  const insert = await db.prepare(
    'INSERT INTO documents (id, identifier, hash, heading, names, hit, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const sign = await db.prepare('INSERT INTO signatures (id, name, words) VALUES (?, ?, ?)');
  const fill = await prepareEach(db, [
    'INSERT INTO places SELECT value->>0, value->>1, value->>2, value->>3 FROM json_each(?1)',
    `INSERT INTO citations SELECT key.value, document.value->>0
       FROM json_each(?1) AS document, json_each(document.value, '$[4]') AS key`,
    `INSERT OR IGNORE INTO cites SELECT key.value, document.value->>0
       FROM json_each(?1) AS document, json_each(document.value, '$[5]') AS key`,
    `INSERT OR IGNORE INTO name_mentions SELECT document.value->>0, name.value->>0, name.value->>1, name.value->>2
       FROM json_each(?1) AS document, json_each(document.value, '$[6]') AS name`,
    `INSERT OR IGNORE INTO abbreviations SELECT spelled.value->>0, spelled.value->>1, document.value->>0
       FROM json_each(?1) AS document, json_each(document.value, '$[7]') AS spelled`,
    `INSERT INTO abbreviation_counts SELECT short, long, count(*) FROM json_each(?1) AS document
         CROSS JOIN abbreviations ON abbreviations.id = document.value->>0 GROUP BY short, long
       ON CONFLICT DO UPDATE SET documents = documents + excluded.documents`,
    `INSERT INTO texts (rowid, heading, names, body) SELECT documents.id, heading, names, body
       FROM json_each(?1) AS document CROSS JOIN documents ON documents.id = document.value->>0`,
    `INSERT INTO labels (rowid, heading, names) SELECT documents.id, heading, names
       FROM json_each(?1) AS document CROSS JOIN documents ON documents.id = document.value->>0`,
  ]);
  const gone = 'FROM json_each(?1) AS gone';
  const ofGone = (table: string) => `DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?1))`;
  // The full-text tables store no text, so a removal must repeat the indexed text.
  const empty = await prepareEach(db, [
    `INSERT INTO texts (texts, rowid, heading, names, body)
       SELECT 'delete', documents.id, heading, names, body ${gone} CROSS JOIN documents ON documents.id = gone.value`,
    `INSERT INTO labels (labels, rowid, heading, names)
       SELECT 'delete', documents.id, heading, names ${gone} CROSS JOIN documents ON documents.id = gone.value`,
    `INSERT INTO abbreviation_counts SELECT short, long, -count(*) ${gone}
         CROSS JOIN abbreviations ON abbreviations.id = gone.value GROUP BY short, long
       ON CONFLICT DO UPDATE SET documents = documents + excluded.documents`,
    `DELETE FROM abbreviation_counts WHERE documents = 0 AND (short, long) IN (
       SELECT short, long ${gone} CROSS JOIN abbreviations ON abbreviations.id = gone.value)`,
    `DELETE FROM acts WHERE rowid IN (SELECT value FROM json_each(?1))`,
    ...[
      'places',
      'act_names',
      'cites',
      'name_mentions',
      'abbreviations',
      'signatures',
      'citations',
      'documents',
    ].map(ofGone),
  ]);
  const find = await db.prepare(
    'SELECT identifier, documents.id, hash FROM json_each(?) AS wanted CROSS JOIN documents ON identifier = wanted.value',
  );
  const label = await db.prepare(
    `SELECT heading, names ${gone} CROSS JOIN documents ON documents.id = gone.value`,
  );
  return {
    async stored(identifiers) {
      const found = await find.raw().all(JSON.stringify(identifiers));
      return new Map(
        found.map(([identifier, id, hash]: [string, number, string]) => [identifier, { id, hash }]),
      );
    },
    labels: ids => label.raw().all(JSON.stringify(ids)),
    async write(rows) {
      for (const row of rows) {
        insert.run(documentColumns(row));
        sign.run([row.id, row.nameNumber, Buffer.from(row.signature)]);
      }
      const values = JSON.stringify(rows.map(valuesOf));
      for (const statement of fill) await statement.all(values);
    },
    async remove(ids) {
      const list = JSON.stringify(ids);
      for (const statement of empty) await statement.all(list);
    },
  };
}

const prepareEach = (db: Database, sql: readonly string[]) => Promise.all(sql.map(text => db.prepare(text)));

function documentColumns({ id, hash, names, document }: Row): unknown[] {
  const { identifier, heading, body } = document;
  return [id, identifier, hash, heading, names, JSON.stringify(hitOf(document)), body];
}

/** Returns row, sort keys, citation keys and references. */
function valuesOf({ id, document, references }: Row): unknown[] {
  const { sortKeys, identifier, citations } = document;
  const { cites, names, abbreviations } = references;
  return [
    id,
    sortKeys.identifier,
    identifier,
    sortKeys.document_number,
    citations,
    cites,
    names.map(({ key, name, weight }) => [key, name, weight]),
    abbreviations,
  ];
}
