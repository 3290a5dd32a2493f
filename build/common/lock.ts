import fs from 'node:fs';
import Database from 'libsql';

/** Another process holds the lock. */
export class LockedError extends Error {}

/**
 * Takes a lock: SQLite's exclusive lock of an empty database. The system releases it whenever the process ends, and it works
 * between containers, whose process numbers mean nothing to each other.
 * @param file is created if missing, and stays
 * @param refusal the error's message
 * @param patience milliseconds for which this thread waits for the holder
 * @returns a function that releases the lock
 * @throws LockedError
 */
export function takeLock(file: string, refusal: string, patience = 0): () => void {
  const database = new Database(file, { timeout: patience });
  try {
    // Nothing is written, so no journal is needed.
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new LockedError(refusal);
  }
  return () => database.close();
}

/**
 * Takes a lock that others may share, and that keeps out those of `takeLock`. Where the file is missing or cannot be locked, such as on a
 * network drive, nothing is kept out.
 *
 * @param file refusal patience as of `takeLock` @returns a function that releases the lock @throws LockedError
 */
export function shareLock(file: string, refusal: string, patience: number): () => void {
  if (!fs.existsSync(file)) return () => {};
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { timeout: patience });
    // A transaction locks the file when it reads.
    database.exec('BEGIN; SELECT count(*) FROM sqlite_master');
  } catch (error) {
    database?.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new LockedError(refusal);
    return () => {};
  }
  const open = database;
  return () => open.close();
}
