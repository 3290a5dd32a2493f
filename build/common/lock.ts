import Database from 'libsql';

/** Somebody else holds a lock. */
export class LockedError extends Error {}

/**
 * Takes a lock: SQLite's exclusive lock of an empty database. The system gives it back when the process ends, however it
 * ends, and it holds between containers, where process numbers tell nothing.
 *
 * @param file is made where it is not there, and stays
 * @param refusal what the error says
 * @param patience milliseconds for which this thread waits for whoever holds the lock
 * @returns a function that gives the lock back
 * @throws LockedError
 */
export function takeLock(file: string, refusal: string, patience = 0): () => void {
  const database = new Database(file, { timeout: patience });
  try {
    // Nothing is ever written, so no journal is needed beside it.
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new LockedError(refusal);
  }
  return () => database.close();
}
