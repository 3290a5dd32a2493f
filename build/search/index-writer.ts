import { createHash } from 'node:crypto';
import Database from 'libsql/promise';
import { SEARCH_INDEX_SCHEMA, SEARCH_INDEX_VERSION } from '../contract/search/index-file.ts';
import { type Row, type Statements, writeStatements } from './index-statements.ts';
import type { TreeDocument } from './tree.ts';

export interface SearchIndexChanges {
  /** Documents that were added or changed. */
  written: number;
  removed: number;
}

/** The file is private until it is renamed: no journal, no syncs. */
const PRAGMAS = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -64000;
`;
const FULL_TEXT = ['texts', 'labels'] as const;
/** Bytes of full text gathered in memory before a segment is written. */
const GATHERED = 32 * 1024 * 1024;
/** UTF-16 code units of text written at a time. */
const BATCH = 2 * 1024 * 1024;
/** From this share of changed documents on it is worth while to merge the full text into one segment. */
const MERGE_SHARE = 0.1;

/**
 * Writes the tables of the search index (`index-file.ts`), all in one transaction. SQLite works through one
 * batch in a thread of its own while the next one is read.
 */
export class SearchIndexWriter {
  readonly #db: Database;
  readonly #statements: Statements;
  /** What the index held at the start, by identifier; what the tree still has is taken out. */
  readonly #stale: Map<string, { id: number; hash: string }>;
  #nextId = 1;
  #batch: Row[] = [];
  #batchLength = 0;
  #writing: Promise<void> = Promise.resolve();
  readonly #changes: SearchIndexChanges = { written: 0, removed: 0 };
  #documents = 0;

  private constructor(db: Database, statements: Statements, stored: readonly [number, string, string][]) {
    this.#db = db;
    this.#statements = statements;
    this.#stale = new Map(stored.map(([id, identifier, hash]) => [identifier, { id, hash }]));
    for (const [id] of stored) this.#nextId = Math.max(this.#nextId, id + 1);
  }

  static async create(file: string): Promise<SearchIndexWriter> {
    const db = new Database(file, {});
    await db.exec('PRAGMA page_size = 8192');
    await db.exec(PRAGMAS + SEARCH_INDEX_SCHEMA);
    for (const table of FULL_TEXT) {
      await db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${GATHERED})`);
    }
    return SearchIndexWriter.#open(db);
  }

  /** @returns null where the file is no sound index of this version */
  static async reopen(file: string): Promise<SearchIndexWriter | null> {
    const db = new Database(file, {});
    try {
      await db.exec(PRAGMAS);
      const [version] = await (await db.prepare('PRAGMA user_version')).raw().all();
      if (version[0] === SEARCH_INDEX_VERSION) return await SearchIndexWriter.#open(db);
    } catch {
      // Damaged, or no database at all.
    }
    db.close();
    return null;
  }

  static async #open(db: Database): Promise<SearchIndexWriter> {
    const stored = await (await db.prepare('SELECT id, identifier, hash FROM documents')).raw().all();
    await db.exec('BEGIN');
    return new SearchIndexWriter(db, await writeStatements(db), stored);
  }

  /** Adds a document, or replaces it where its hash differs. */
  async put({ identifier, hash, read }: TreeDocument): Promise<void> {
    const shortHash = createHash('sha256').update(hash).digest('base64url').slice(0, 22);
    const stored = this.#stale.get(identifier);
    this.#documents++;
    if (stored?.hash === shortHash) {
      this.#stale.delete(identifier);
      return;
    }
    // A replaced document stays stale under its old row, and gets a new one.
    const document = read();
    this.#batch.push({ id: this.#nextId++, hash: shortHash, replaces: stored?.id ?? null, document });
    this.#stale.delete(identifier);
    this.#changes.written++;
    this.#batchLength += document.body.length;
    if (this.#batchLength > BATCH) await this.#flush();
  }

  /** Removes what the tree has no more. The index is complete afterwards. */
  async finish(): Promise<SearchIndexChanges> {
    await this.#flush();
    await this.#writing;
    for (const { id } of this.#stale.values()) await this.#statements.remove(id);
    this.#changes.removed = this.#stale.size;
    const { written, removed } = this.#changes;
    if (written + removed > 0) await this.#statements.connect();
    if (written + removed > MERGE_SHARE * this.#documents) {
      for (const table of FULL_TEXT)
        await this.#db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
    }
    await this.#db.exec('COMMIT');
    return this.#changes;
  }

  close(): void {
    this.#db.close();
  }

  /** Hands the batch over as soon as the one before it is written. */
  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    await this.#writing;
    this.#writing = this.#statements.write(batch);
    // It is awaited later; until then a failure must not count as unhandled.
    this.#writing.catch(() => undefined);
  }
}
