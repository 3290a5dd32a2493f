import { createHash } from 'node:crypto';
import Database from 'libsql/promise';
import { SEARCH_INDEX_SCHEMA, SEARCH_INDEX_VERSION } from '../contract/search/index-file.ts';
import { ColumnsWriter } from './columns.ts';
import { Connections } from './connections.ts';
import type { SearchDocument } from './document.ts';
import { type Row, type Statements, type Stored, writeStatements } from './index-statements.ts';
import { LabelStems } from './label-stems.ts';
import { writePlaces } from './places.ts';
import { PostingsWriter } from './postings.ts';
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
/** Documents that are looked up at a time. */
const LOOKED_UP = 1000;
/** From this share of changed documents on it is worth while to merge the full text into one segment. */
const MERGE_SHARE = 0.1;
/** Rows of no document: beyond this share of all, and never below this number, an index is made afresh. */
const SPENT = { share: 0.25, least: 1000 } as const;

/**
 * Writes the tables of the search index (`index-file.ts`), all in one transaction. SQLite works through one
 * batch in a thread of its own while the next one is read.
 */
export class SearchIndexWriter {
  readonly #db: Database;
  readonly #statements: Statements;
  readonly #columns: ColumnsWriter;
  readonly #connections: Connections;
  readonly #postings: PostingsWriter;
  readonly #labels: LabelStems;
  /** 1 for each row that the tree still has. */
  #kept: Uint8Array;
  readonly #before: number;
  #waiting: TreeDocument[] = [];
  #batch: Row[] = [];
  #batchLength = 0;
  #writing: Promise<void> = Promise.resolve();
  readonly #changes: SearchIndexChanges = { written: 0, removed: 0 };
  /** Documents in the index. */
  #documents: number;

  private constructor(db: Database, statements: Statements, columns: ColumnsWriter, documents: number) {
    this.#db = db;
    this.#statements = statements;
    this.#columns = columns;
    this.#connections = new Connections(db, columns);
    this.#postings = new PostingsWriter(db);
    this.#labels = new LabelStems(db);
    this.#before = columns.rows;
    this.#kept = new Uint8Array(columns.rows);
    this.#documents = documents;
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

  /** @returns null where the file is no sound index of this version, or has too many rows of no document */
  static async reopen(file: string): Promise<SearchIndexWriter | null> {
    const db = new Database(file, {});
    try {
      await db.exec(PRAGMAS);
      const [version] = await (await db.prepare('PRAGMA user_version')).raw().all();
      if (version[0] === SEARCH_INDEX_VERSION) {
        const writer = await SearchIndexWriter.#open(db);
        const spent = writer.#before - 1 - writer.#documents;
        if (spent <= Math.max(SPENT.least, SPENT.share * writer.#documents)) return writer;
      }
    } catch {
      // Damaged, or no database at all.
    }
    db.close();
    return null;
  }

  static async #open(db: Database): Promise<SearchIndexWriter> {
    const columns = await ColumnsWriter.open(db);
    const [[documents]] = await (await db.prepare('SELECT count(*) FROM documents')).raw().all();
    await db.exec('BEGIN');
    return new SearchIndexWriter(db, await writeStatements(db), columns, documents);
  }

  /** What the index holds, as it was told at its last `finish`. */
  async content(): Promise<string | null> {
    const [row] = await (await this.#db.prepare("SELECT value FROM about WHERE key = 'content'")).raw().all();
    return row?.[0] ?? null;
  }

  /** Adds a document, or replaces it where its hash differs. */
  async put(document: TreeDocument): Promise<void> {
    this.#waiting.push(document);
    if (this.#before === 1 || this.#waiting.length >= LOOKED_UP) await this.#take();
  }

  /** Removes documents, as far as there are any. */
  async remove(identifiers: readonly string[]): Promise<void> {
    await this.#take();
    await this.#flush();
    await this.#writing;
    const known = await this.#statements.stored(identifiers);
    await this.#removeRows([...known.values()].map(({ id }) => id));
    this.#changes.removed += known.size;
  }

  /** Removes all that was there before and was not put again. */
  async removeOthers(): Promise<void> {
    await this.#take();
    await this.#flush();
    await this.#writing;
    const others: number[] = [];
    for (let id = 1; id < this.#before; id++)
      if (this.#kept[id] === 0 && this.#columns.get('source', id) !== 0) others.push(id);
    for (let at = 0; at < others.length; at += LOOKED_UP)
      await this.#removeRows(others.slice(at, at + LOOKED_UP));
    this.#changes.removed += others.length;
  }

  /** Completes the index. @param content names the documents that it holds now */
  async finish(content: string): Promise<SearchIndexChanges & { documents: number }> {
    await this.#take();
    await this.#flush();
    await this.#writing;
    await this.#postings.take()();
    const { written, removed } = this.#changes;
    if (written + removed > 0) {
      await this.#labels.write();
      await this.#connections.derive(this.#documents);
      await writePlaces(this.#db, this.#columns);
    }
    await this.#columns.save(this.#db);
    if (written + removed > MERGE_SHARE * this.#documents) {
      for (const table of FULL_TEXT)
        await this.#db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
    }
    const tell = await this.#db.prepare("INSERT OR REPLACE INTO about VALUES ('content', ?)");
    tell.run(content);
    await this.#db.exec('COMMIT');
    return { ...this.#changes, documents: this.#documents };
  }

  close(): void {
    this.#db.close();
  }

  /** Takes up those documents of the waiting ones that are not in the index as they are. */
  async #take(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    let known = NONE;
    if (this.#before > 1) {
      await this.#writing;
      known = await this.#statements.stored(waiting.map(({ identifier }) => identifier));
    }
    const replaced: number[] = [];
    const changed: [TreeDocument, hash: string][] = [];
    for (const document of waiting) {
      const hash = createHash('sha256').update(document.hash).digest('base64url').slice(0, 22);
      const stored = known.get(document.identifier);
      if (stored) this.#kept[stored.id] = 1;
      if (stored?.hash === hash) continue;
      if (stored) replaced.push(stored.id);
      changed.push([document, hash]);
    }
    if (replaced.length > 0) await this.#removeRows(replaced);
    for (const [document, hash] of changed) await this.#add(document.read(), hash);
  }

  async #add(document: SearchDocument, hash: string): Promise<void> {
    const id = this.#columns.nextRow();
    if (this.#postings.isFullBefore(id)) await this.#flush();
    const { signature, labels } = this.#postings.add(id, document);
    this.#labels.count(labels, 1);
    const { agencies } = document;
    this.#columns.put(id, { ...document, agencies: agencies.length > 0 ? JSON.stringify(agencies) : null });
    this.#connections.added(id);
    this.#batch.push({ id, hash, signature, document });
    this.#changes.written++;
    this.#documents++;
    this.#batchLength += document.body.length;
    if (this.#batchLength > BATCH) await this.#flush();
  }

  /** Nothing is being written meanwhile. */
  async #removeRows(ids: readonly number[]): Promise<void> {
    const labels = await this.#statements.labels(ids);
    for (const [heading, names] of labels) this.#labels.count(this.#postings.labelsOf(heading, names), -1);
    await this.#connections.removing(ids);
    await this.#statements.remove(ids);
    for (const id of ids) this.#columns.remove(id);
    this.#documents -= ids.length;
  }

  /** Hands the batch over as soon as the one before it is written. */
  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    const next = this.#columns.rows;
    const writePostings = this.#postings.isFullBefore(next) ? this.#postings.take() : null;
    await this.#writing;
    this.#writing = (async () => {
      if (batch.length > 0) await this.#statements.write(batch);
      await writePostings?.();
    })();
    // It is awaited later; until then a failure must not count as unhandled.
    this.#writing.catch(() => undefined);
  }
}

const NONE: ReadonlyMap<string, Stored> = new Map();
