import fs from 'node:fs';
import Database from 'libsql';
import type { Problem } from '../corpus/problems.ts';

/** What can be said of a tree without its documents. */
export interface Totals {
  /** Documents by source. */
  documents: Record<string, number>;
  /** Everything under `api/`. */
  files: number;
  bytes: number;
}

/** How a tree was made, so that it can be brought up to date in the same way. */
export interface Making {
  /** The corpus's folder, absolute and without symbolic links. */
  corpus: string;
  keepGoing: boolean;
  search: boolean;
}

/** All that is needed to tell a tree that nothing has changed for. */
export interface StateHeader {
  /** Of the code that rendered. */
  version: string;
  /** Identifies the tree: SHA-256 of its manifest. */
  manifest: string;
  /** Of the catalog file. */
  catalog: string;
  /** Of the documents that were left out. */
  problems: readonly Problem[];
  totals: Totals;
  made: Making;
}

/** Why a state cannot be used; completes a sentence. */
export interface Unusable {
  reason: string;
}

/** Raised whenever the tables change. */
export const STATE_VERSION = 1;

/** Another process may hold the file for so long, in milliseconds: while it writes what a build has changed. */
const PATIENCE = 10_000;

export function openDatabase(file: string): Database.Database {
  return new Database(file, { timeout: PATIENCE });
}

/** @param expected by what code and for which tree the state must have been made */
export function readStateHeader(
  file: string,
  expected: { version: string; manifest: string },
): StateHeader | Unusable {
  if (!fs.existsSync(file)) return { reason: 'there is none' };
  const header = headerOf(file);
  if (!header) return { reason: 'it is damaged' };
  if (header.version !== expected.version) return { reason: 'the code has changed since' };
  if (header.manifest !== expected.manifest) return { reason: 'it belongs to another tree' };
  return header;
}

/** The header of a state by whatever version of the code; null where there is none. */
export function headerOf(file: string): StateHeader | null {
  // Opening would make an empty file.
  if (!fs.existsSync(file)) return null;
  let db: Database.Database | null = null;
  try {
    db = openDatabase(file);
    if (versionOf(db) !== STATE_VERSION) return null;
    const row = db.prepare("SELECT value FROM state WHERE key = 'header'").get() as { value: string } | undefined;
    return row ? (JSON.parse(row.value) as StateHeader) : null;
  } catch {
    // Damaged.
    return null;
  } finally {
    db?.close();
  }
}

export const versionOf = (db: Database.Database): number =>
  (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
