import { createHash } from 'node:crypto';
import type Database from 'libsql/promise';
import { isDamage } from '../../../state/header.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import { Analyser, type Analysis, labelsIn } from './analysis.ts';
import { ColumnsWriter } from './columns-writer.ts';
import { Connections } from './connections.ts';
import { createDatabase, FULL_TEXT, openDatabase } from './database.ts';
import { writeOrders } from './document-orders.ts';
import { LabelStems } from './label-stems.ts';
import { PostingsWriter } from './postings-writer.ts';
import { type Row, type Statements, type Stored, writeStatements } from './statements.ts';

export interface SearchIndexChanges {
  written: number;
  removed: number;
}

export interface ChangedDocument {
  document: TreeDocument;
  hash: string;
}

/** UTF-16 code units of text written at a time. */
const BATCH = 2 * 1024 * 1024;
/** Batches that may wait for the database. */
const UNWRITTEN = 3;
const REMOVED = 1000;
/** Share of changed documents above which merging the full text into one segment pays. */
const MERGE_SHARE = 0.1;
/** Unused rows: beyond this share of all rows, and at least this number, the index is made afresh. */
const SPENT = { share: 0.25, least: 1000 } as const;

/** Writes the search index in one transaction. SQLite writes one batch in its thread while the next one is read. */
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
  readonly #analyser = new Analyser();
  #batch: Row[] = [];
  #batchLength = 0;
  #writing: Promise<void> = Promise.resolve();
  #unwritten = 0;
  readonly #changes: SearchIndexChanges = { written: 0, removed: 0 };
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
    return SearchIndexWriter.#open(await createDatabase(file));
  }

  /** Returns null if the file is no sound index of this version, is being read, or has too many unused rows. */
  static async reopen(file: string): Promise<SearchIndexWriter | null> {
    const db = await openDatabase(file);
    if (db === null) return null;
    try {
      const writer = await SearchIndexWriter.#open(db);
      const spent = writer.#before - 1 - writer.#documents;
      if (spent <= Math.max(SPENT.least, SPENT.share * writer.#documents)) return writer;
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    db.close();
    return null;
  }

  static async #open(db: Database): Promise<SearchIndexWriter> {
    const columns = await ColumnsWriter.open(db);
    const [[documents]] = await (await db.prepare('SELECT count(*) FROM documents')).raw().all();
    return new SearchIndexWriter(db, await writeStatements(db), columns, documents);
  }

  async content(): Promise<string | null> {
    const [row] = await (await this.#db.prepare("SELECT value FROM about WHERE key = 'content'")).raw().all();
    return row?.[0] ?? null;
  }

  /** Returns those of a few documents that the index lacks or holds in another version, and removes the latter. */
  async changed(documents: readonly TreeDocument[]): Promise<ChangedDocument[]> {
    const known =
      this.#before === 1
        ? NONE
        : await this.#alone(() => this.#statements.stored(documents.map(({ identifier }) => identifier)));
    const replaced: number[] = [];
    const changed: ChangedDocument[] = [];
    for (const document of documents) {
      const hash = createHash('sha256').update(document.hash).digest('base64url').slice(0, 22);
      const stored = known.get(document.identifier);
      if (stored) this.#kept[stored.id] = 1;
      if (stored?.hash === hash) continue;
      if (stored) replaced.push(stored.id);
      changed.push({ document, hash });
    }
    if (replaced.length > 0) await this.#alone(() => this.#removeRows(replaced));
    return changed;
  }

  /** Adds documents that the index lacks. @param hashes of the documents, from `changed` */
  add({ stems, documents }: Analysis, hashes: readonly string[]): void {
    let numbers: Uint32Array | null = null;
    for (const [i, analysed] of documents.entries()) {
      const id = this.#columns.nextRow();
      if (this.#postings.isFullBefore(id)) {
        this.#flush();
        numbers = null;
      }
      numbers ??= this.#postings.termsOf(stems);
      this.#postings.add(id, analysed, numbers);
      this.#labels.count(labelsIn(analysed, stems), 1);
      const { agencies, body, filtered, granularity, levels, publication_date } = analysed.document;
      this.#columns.put(id, {
        ...filtered,
        granularity,
        publication_date,
        agencies: listed(agencies),
        levels: listed(levels),
      });
      this.#columns.set('cited_by_count', id, analysed.document.cited_by_count);
      this.#connections.added(id);
      this.#batch.push({ ...analysed, id, hash: hashes[i]! });
      this.#changes.written++;
      this.#documents++;
      this.#batchLength += body.length;
      if (this.#batchLength > BATCH) this.#flush();
    }
  }

  /** Resolves when there is room for more. @throws the error of an earlier write */
  async ready(): Promise<void> {
    if (this.#unwritten > UNWRITTEN) await this.#writing;
  }

  async remove(identifiers: readonly string[]): Promise<void> {
    this.#flush();
    const known = await this.#alone(() => this.#statements.stored(identifiers));
    await this.#alone(() => this.#removeRows([...known.values()].map(({ id }) => id)));
    this.#changes.removed += known.size;
  }

  /** Removes all former documents that `changed` did not see. */
  async removeOthers(): Promise<void> {
    this.#flush();
    const others: number[] = [];
    for (let id = 1; id < this.#before; id++)
      if (this.#kept[id] === 0 && this.#columns.get('source', id) !== 0) others.push(id);
    for (let at = 0; at < others.length; at += REMOVED)
      await this.#alone(() => this.#removeRows(others.slice(at, at + REMOVED)));
    this.#changes.removed += others.length;
  }

  /** Completes the index. @param content digest of its documents; it is awaited last */
  async finish(content: string | Promise<string>): Promise<SearchIndexChanges & { documents: number }> {
    this.#flush();
    await this.#alone(this.#postings.take());
    const { written, removed } = this.#changes;
    if (written + removed > 0) {
      await this.#labels.write();
      await this.#connections.derive(this.#documents);
      await writeOrders(this.#db, this.#columns);
    }
    await this.#columns.save(this.#db);
    if (written + removed > MERGE_SHARE * this.#documents) {
      for (const table of FULL_TEXT)
        await this.#db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
    }
    const tell = await this.#db.prepare("INSERT OR REPLACE INTO about VALUES ('content', ?)");
    tell.run(await content);
    await this.#db.exec('COMMIT');
    return { ...this.#changes, documents: this.#documents };
  }

  close(): void {
    this.#db.close();
  }

  /** Requires that no batch is being written. */
  async #removeRows(ids: readonly number[]): Promise<void> {
    const labels = await this.#statements.labels(ids);
    for (const [heading, names] of labels) this.#labels.count(this.#analyser.labelsOf(heading, names), -1);
    await this.#connections.removing(ids);
    await this.#statements.remove(ids);
    for (const id of ids) this.#columns.remove(id);
    this.#documents -= ids.length;
  }

  /** Queues the batch behind the earlier ones. */
  #flush(): void {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    // The next row is already in the columns.
    const writePostings = this.#postings.isFullBefore(this.#columns.rows - 1) ? this.#postings.take() : null;
    this.#unwritten++;
    // `ready` awaits the batch; until then a failure must not count as unhandled.
    this.#alone(async () => {
      if (batch.length > 0) await this.#statements.write(batch);
      await writePostings?.();
      this.#unwritten--;
    }).catch(() => undefined);
  }

  /** Runs tasks one after the other, since libsql's threads do not share a connection. None runs after a failure. */
  #alone<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(task);
    this.#writing = done.then(() => undefined);
    this.#writing.catch(() => undefined);
    return done;
  }
}

const NONE: ReadonlyMap<string, Stored> = new Map();

const listed = (values: readonly string[]): string | null =>
  values.length > 0 ? JSON.stringify(values) : null;
