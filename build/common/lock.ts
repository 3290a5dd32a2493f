import Database from 'libsql';

/** Another build of the same tree is running. */
export class LockedError extends Error {}

/**
 * Takes the lock of a workspace: SQLite's exclusive lock of an empty database. The system gives it back when the
 * process ends, however it ends, and it holds between containers, where process numbers tell nothing.
 *
 * @returns a function that gives the lock back
 * @throws LockedError where a running build holds it
 */
export function takeLock(file: string): () => void {
  const database = new Database(file, { timeout: 0 });
  try {
    // Nothing is ever written, so no journal is needed beside it.
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new LockedError('Another build of this tree is running. Nothing was done.');
  }
  return () => database.close();
}
