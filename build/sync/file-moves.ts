import fs from 'node:fs';
import Database from 'libsql';
import { type Entry, fingerprintOf } from '../files/entry.ts';
import { isDocument } from '../previous/file-changes.ts';

/**
 * The order of publication: a file comes after the files that it names. New documents come before pages that name them, new pages
 * before pages that lead to them, and the root of the manifest at the end.
 */
export const RANKS = [
  ...['new documents', 'documents', 'new pages', 'pages', 'dumps', 'list of dumps'],
  ...[
    'search index',
    'catalog',
    'report',
    'manifest parts',
    'changes',
    'list of changes',
    'signature',
    'manifest',
  ],
] as const;

export type Rank = (typeof RANKS)[number];

export interface Move {
  path: string;
  rank: Rank;
  bytes: number | null;
  sha256: string;
  /** The day of the content, YYYY-MM-DD; decides the modification time. */
  date: string;
  /** Whether the target has no such file, as far as known. */
  isNew: boolean;
  /** Whether the target may have the file already: its manifest may be wrong. */
  isDoubtful: boolean;
  /** Whether the target has the same content with another day. */
  isRedated?: boolean;
}

export interface Gone {
  path: string;
  fingerprint: string;
  /** An alias does not count as a document. */
  isAlias?: boolean;
}

/** Equal if two manifests agree on a file. It includes the length, since an equal file itself is not read. */
export const movedFingerprint = (file: Pick<Entry, 'date' | 'sha256' | 'bytes'>): string =>
  `${fingerprintOf(file)} ${file.bytes}`;

const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;
  CREATE TABLE moves (path TEXT PRIMARY KEY, rank INTEGER, bytes INTEGER, sha256 TEXT, date TEXT, isNew INTEGER, isDoubtful INTEGER, isRedated INTEGER) WITHOUT ROWID;
  CREATE TABLE gone (path TEXT PRIMARY KEY, fingerprint TEXT, isPage INTEGER, isAlias INTEGER) WITHOUT ROWID;
  BEGIN`;

const ROWS_AT_ONCE = 1000;

type Flag = 'isNew' | 'isDoubtful' | 'isRedated';
type Row = Omit<Move, 'rank' | Flag> & { rank: number } & Record<Flag, number>;

/** All files that a run moves and removes. They are kept in a database, since they may be all files of a large tree. */
export class Moves {
  readonly #db: Database.Database;
  readonly #put: Database.Statement;
  readonly #remove: Database.Statement;

  constructor(file: string) {
    fs.rmSync(file, { force: true });
    this.#db = new Database(file);
    this.#db.exec(SCHEMA);
    this.#put = this.#db.prepare('INSERT OR IGNORE INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.#remove = this.#db.prepare('INSERT OR REPLACE INTO gone VALUES (?, ?, ?, ?)');
  }

  /** @returns false where another move has the path */
  add({ path, rank, bytes, sha256, date, isNew, isDoubtful, isRedated = false }: Move): boolean {
    const flags = [isNew, isDoubtful, isRedated].map(Number);
    return this.#put.run(path, RANKS.indexOf(rank), bytes, sha256, date, ...flags).changes > 0;
  }

  addGone({ path, fingerprint, isAlias = false }: Gone): void {
    this.#remove.run(path, fingerprint, Number(!isDocument(path)), Number(isAlias));
  }

  /** Joins moves and removals when all are known: a file may go from one part of the manifest to another. */
  settle(): void {
    this.#db.exec(`
      CREATE TEMP TABLE stays AS SELECT path, fingerprint = date || ' ' || sha256 || ' ' || bytes AS isSame FROM gone JOIN moves USING (path);
      DELETE FROM moves WHERE NOT isDoubtful AND path IN (SELECT path FROM stays WHERE isSame);
      UPDATE moves SET isNew = 0, rank = rank + (rank IN (0, 2)) WHERE path IN (SELECT path FROM stays);
      DELETE FROM gone WHERE path IN (SELECT path FROM stays);
      CREATE INDEX by_rank ON moves (rank, path)`);
  }

  /** A file that is a folder of other files; null where there is none. */
  clash(): string | null {
    const row = this.#db
      .prepare(
        `SELECT path FROM moves AS file WHERE EXISTS
          (SELECT 1 FROM moves WHERE path > file.path || '/' AND path < file.path || '0') LIMIT 1`,
      )
      .get() as { path: string } | undefined;
    return row?.path ?? null;
  }

  drop(path: string): void {
    this.#db.prepare('DELETE FROM moves WHERE path = ?').run(path);
  }

  find(path: string): Move | null {
    const row = this.#db.prepare('SELECT * FROM moves WHERE path = ?').get(path) as Row | undefined;
    return row ? moveOf(row) : null;
  }

  /** Moves in the order of publication. @param rank only this rank */
  *inOrder(rank?: Rank): Generator<Move> {
    const [first, last] = rank === undefined ? [0, RANKS.length] : [RANKS.indexOf(rank), RANKS.indexOf(rank)];
    const next = this.#db.prepare(
      `SELECT * FROM moves WHERE (rank, path) > (?, ?) AND rank <= ? ORDER BY rank, path LIMIT ${ROWS_AT_ONCE}`,
    );
    // Moves may be added or dropped between two reads.
    let [at, path] = [first, ''];
    for (;;) {
      const rows = next.all(at, path, last) as Row[];
      if (rows.length === 0) return;
      for (const row of rows) yield moveOf(row);
      ({ rank: at, path } = rows.at(-1) as Row);
    }
  }

  /** Removed files, pages before the documents that they name. @param which `counted`: only files that the target's manifest lists, without aliases */
  *removed(which: 'all' | 'counted' = 'all'): Generator<string> {
    const condition = which === 'all' ? '' : "AND fingerprint <> '' AND NOT isAlias";
    const sql = `SELECT path FROM gone WHERE isPage = ? AND path > ? ${condition} ORDER BY path LIMIT ${ROWS_AT_ONCE}`;
    const next = this.#db.prepare(sql);
    for (const isPage of [1, 0]) {
      for (let path = ''; ; ) {
        const rows = next.all(isPage, path) as { path: string }[];
        if (rows.length === 0) break;
        for (const row of rows) yield row.path;
        path = rows.at(-1)?.path ?? '';
      }
    }
  }

  totals(): { files: number; bytes: number; removed: number } {
    const sums = 'SELECT COUNT(*) AS files, COALESCE(SUM(bytes), 0) AS bytes FROM moves';
    const { files, bytes } = this.#db.prepare(sums).get() as { files: number; bytes: number };
    const { removed } = this.#db.prepare('SELECT COUNT(*) AS removed FROM gone').get() as { removed: number };
    return { files, bytes, removed };
  }

  close(): void {
    this.#db.close();
  }
}

const moveOf = ({ path, rank, bytes, sha256, date, isNew, isDoubtful, isRedated }: Row): Move => ({
  ...{ path, bytes, sha256, date },
  rank: RANKS[rank] as Rank,
  isNew: isNew === 1,
  isDoubtful: isDoubtful === 1,
  isRedated: isRedated === 1,
});

export function rankOf(path: string, isNew: boolean): Rank {
  if (path.startsWith('bulk/')) return path === 'bulk/index.json' ? 'list of dumps' : 'dumps';
  // The page that names the dumps.
  if (path === 'api/bulk.json') return 'list of dumps';
  const kind = isDocument(path) ? 'documents' : 'pages';
  return isNew ? `new ${kind}` : kind;
}
