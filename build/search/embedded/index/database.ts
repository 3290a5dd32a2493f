import Database from 'libsql/promise';
import { SEARCH_INDEX_SCHEMA, SEARCH_INDEX_VERSION } from '../../../formats/search-index.ts';

/** The file is private until it is renamed, so it needs no journal and no syncs. */
const PRAGMAS = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -64000;
`;
export const FULL_TEXT = ['texts', 'labels'] as const;
/** Bytes of full text in memory before a segment is written. */
const GATHERED = 32 * 1024 * 1024;

export async function createDatabase(file: string): Promise<Database> {
  const db = new Database(file, {});
  await db.exec('PRAGMA page_size = 8192');
  await db.exec(PRAGMAS + SEARCH_INDEX_SCHEMA);
  for (const table of FULL_TEXT) {
    await db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${GATHERED})`);
  }
  await db.exec('BEGIN');
  return db;
}

/** Opens an index for an update in one transaction; null if it is no index of this version, or is being read. */
export async function openDatabase(file: string): Promise<Database | null> {
  const db = new Database(file, {});
  try {
    await db.exec(PRAGMAS);
    const [version] = await (await db.prepare('PRAGMA user_version')).raw().all();
    if (version[0] === SEARCH_INDEX_VERSION) {
      // Search processes hold a shared lock while the file is open, so this fails at once.
      await db.exec('BEGIN EXCLUSIVE');
      return db;
    }
  } catch {
    // The file is damaged, no database, or locked.
  }
  db.close();
  return null;
}
