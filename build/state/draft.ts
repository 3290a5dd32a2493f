import fs from 'node:fs';
import type Database from 'libsql';
import { openDatabase } from './header.ts';

/** Sorting for indexes uses files: by default it would use memory without a bound. */
export const MEMORY = 'PRAGMA cache_size = -32000; PRAGMA temp_store = FILE;';

/** The file in which a state is made that is to replace another. What a killed build left of it is removed. */
export function removedDraft(file: string): string {
  const draft = `${file}.next`;
  for (const name of [draft, `${draft}-journal`]) fs.rmSync(name, { force: true });
  return draft;
}

/** @param first statements that come before all others */
export function openDraft(draft: string, first = ''): Database.Database {
  const db = openDatabase(draft);
  // No process reads the file before it is complete.
  db.exec(`${first} PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${MEMORY}`);
  return db;
}
