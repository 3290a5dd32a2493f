import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import type { TreeDocument } from '../../../build/search/documents/tree-documents.ts';
import type { Retriever } from './retriever.ts';

/** How words of a query come together: one of them is enough, or all are demanded. */
export type Join = 'OR' | 'AND';

/** What a word of the heading is worth beside one of the text: as in the embedded engine, so that only the rest differs. */
const HEADING_WEIGHT = 6;

export interface Bm25 {
  /** For each way of joining words. */
  retrievers: Retriever[];
  /** Removes the index that they read. */
  close(): void;
}

/** The reference: what SQLite gives whoever fills an FTS5 table and asks it, stemming included, and nothing of ours. */
export async function openBm25(documents: AsyncIterable<TreeDocument>): Promise<Bm25> {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-bm25-'));
  const db = new Database(join(folder, 'texts.sqlite'));
  const identifiers = await fill(db, documents);
  // Equal ranks stand in the order of the tree, so that a measurement repeats.
  const select = db.prepare(
    `SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, ${HEADING_WEIGHT}, 1), rowid LIMIT ?`,
  );
  const retriever = (name: string, join: Join): Retriever => ({
    name,
    async find(query, limit) {
      const match = matchExpression(query, join);
      if (match === '') return [];
      return (select.all(match, limit) as { rowid: number }[]).map(({ rowid }) => identifiers[rowid - 1]!);
    },
  });
  return {
    retrievers: [retriever('BM25, any word', 'OR'), retriever('BM25, all words', 'AND')],
    close() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The words of a query as FTS5 wants them: each a string, so that none is an operator. Empty where there is no word. */
export const matchExpression = (query: string, join: Join): string =>
  (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(word => `"${word}"`).join(` ${join} `);

/** @returns the identifiers, in the order of the rows */
async function fill(db: Database.Database, documents: AsyncIterable<TreeDocument>): Promise<string[]> {
  const identifiers: string[] = [];
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE texts USING fts5 (heading, body, content = '', tokenize = 'porter unicode61'); BEGIN`);
  const insert = db.prepare('INSERT INTO texts (rowid, heading, body) VALUES (?, ?, ?)');
  for await (const document of documents) {
    const { identifier, heading, body } = document.read();
    identifiers.push(identifier);
    insert.run(identifiers.length, heading, body);
  }
  db.exec('COMMIT');
  return identifiers;
}
