import Database from 'libsql';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import { encodeKey, parseRecordId, recordIds } from '../record.ts';

/** Returns the key of a document's content: another content has another key. */
export const keyOf = (document: TreeDocument): string => encodeKey(document.hash);

/** SQLite's own temporary file: there may be too many ids for memory. */
const TEMPORARY = '';
const TABLE = `
  CREATE TABLE documents (key TEXT PRIMARY KEY, parts INTEGER NOT NULL, present INTEGER NOT NULL) WITHOUT ROWID;
  BEGIN;
`;
const BATCH = 1000;

export class StoredDocuments {
  readonly #db = new Database(TEMPORARY);
  readonly #partsOf: Database.Statement;
  readonly #delete: Database.Statement;

  private constructor() {
    this.#db.exec(TABLE);
    this.#partsOf = this.#db
      .prepare('SELECT parts FROM documents WHERE key = ? AND present = parts')
      .raw(true);
    this.#delete = this.#db.prepare('DELETE FROM documents WHERE key = ?');
  }

  /** @param ids of all records of the collection. The result must be closed. */
  static async from(ids: AsyncIterable<string> | Iterable<string>): Promise<StoredDocuments> {
    const stored = new StoredDocuments();
    const insert = stored.#db.prepare(
      `INSERT INTO documents SELECT value ->> 0, value ->> 1, 1 FROM json_each(?) WHERE true
       ON CONFLICT (key) DO UPDATE SET present = present + 1`,
    );
    let batch: [key: string, parts: number][] = [];
    const write = (): void => {
      insert.run(JSON.stringify(batch));
      batch = [];
    };
    for await (const id of ids) {
      const { key, parts } = parseRecordId(id);
      batch.push([key, parts]);
      if (batch.length === BATCH) write();
    }
    write();
    return stored;
  }

  get size(): number {
    return Number((this.#db.prepare('SELECT count(*) FROM documents').raw(true).get() as [number])[0]);
  }

  /** Returns the number of a document's records; 0 unless all are here. */
  completeParts(key: string): number {
    return (this.#partsOf.get(key) as [number] | undefined)?.[0] ?? 0;
  }

  /** Removes a document from the list: the rest at the end is in no tree. */
  take(key: string): void {
    this.#delete.run(key);
  }

  /** Yields ids of records of the documents that were not taken, some of which may be absent. */
  *remainingIds(): Generator<string> {
    const rows = this.#db.prepare('SELECT key, parts FROM documents').raw(true).iterate();
    for (const [key, parts] of rows as IterableIterator<[string, number]>) yield* recordIds(key, parts);
  }

  close(): void {
    this.#db.close();
  }
}

export interface Difference {
  documents: number;
  missing: number;
  superfluous: number;
}

/** Compares without reading any document's text. */
export async function difference(
  stored: StoredDocuments,
  tree: AsyncIterable<TreeDocument>,
): Promise<Difference> {
  let documents = 0;
  let present = 0;
  for await (const document of tree) {
    documents++;
    if (stored.completeParts(keyOf(document))) present++;
  }
  return { documents, missing: documents - present, superfluous: stored.size - present };
}
