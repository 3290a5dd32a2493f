import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Database from 'libsql/promise';
import { LRUCache } from 'lru-cache';
import { versionOf } from '../../../common/file-version.ts';
import { SEARCH_INDEX_VERSION } from '../../../formats/search-index.ts';
import { SearchEngineError } from '../../engine.ts';
import type { Candidate } from '../../ranking/score.ts';
import { readSignature, wordNumbers } from '../../text/signature.ts';
import { Columns } from './columns.ts';

/** A statement that gives one JSON value, so that SQLite's thread does all the work. */
interface Statement {
  sql: string;
  /** By name, without the `$`. */
  parameters: Record<string, string | number | null>;
}

const ATTEMPTS = 10;

/** The stored columns of a hit. The body is empty unless it was requested. */
interface StoredHit {
  id: number;
  hit: string;
  heading: string;
  body: string;
}

type PreparedStatement = Awaited<ReturnType<Database['prepare']>>;

/**
 * An open search index. It never changes: each state of the tree is another file, and a build that updates an earlier file in
 * place first locks out its readers (build/README.md, The search index at night).
 */
export class SearchIndex {
  readonly #db: Database;
  /** Distinguishes the file from its successor. */
  readonly version: string;
  readonly columns: Columns;
  readonly #statements = new LRUCache<string, PreparedStatement>({ max: 500 });
  #last: Promise<unknown> = Promise.resolve();

  private constructor(db: Database, version: string, columns: Columns) {
    this.#db = db;
    this.version = version;
    this.columns = columns;
  }

  /** @param memory MB of pages that are kept in memory @throws if the file is missing, damaged or of another version */
  static async open(file: string, memory: number): Promise<SearchIndex> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const index = await SearchIndex.#openOnce(file, memory);
      if (index) return index;
    }
    throw new Error('The search index is replaced again and again');
  }

  /** Returns null if another file replaced this one: it may have changed before it was locked. */
  static async #openOnce(file: string, memory: number): Promise<SearchIndex | null> {
    const version = versionOf(statSync(file));
    const db = await openReading(file, memory);
    try {
      const [[found]] = await (await db.prepare('PRAGMA user_version')).raw().all();
      if (found !== SEARCH_INDEX_VERSION) throw new Error(`The search index has version ${found}`);
      const all = async (sql: string) => (await db.prepare(sql)).raw().all();
      const columns = new Columns(
        await all('SELECT name, numbers FROM columns'),
        await all('SELECT name, code, value FROM column_values'),
      );
      if (versionOf(statSync(file)) === version) return new SearchIndex(db, version, columns);
    } catch (error) {
      await release(db);
      throw error;
    }
    await release(db);
    return null;
  }

  async json<T>({ sql, parameters }: Statement): Promise<T> {
    const [[value] = []] = await this.rows<[string]>(sql, parameters);
    return JSON.parse(value!);
  }

  /** Runs statements one after the other: libsql's threads do not share a connection. */
  rows<R extends unknown[]>(sql: string, parameters: unknown): Promise<R[]> {
    const run = async () => (await this.#statement(sql)).all(parameters);
    const rows = this.#last.then(run, run);
    this.#last = rows;
    return rows;
  }

  /** Prepares each statement once. An unreferenced statement may be finalized while another one runs. */
  async #statement(sql: string): Promise<PreparedStatement> {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = (await this.#db.prepare(sql)).raw();
    this.#statements.set(sql, statement);
    return statement;
  }

  async hits(ids: readonly number[], withBody: boolean): Promise<StoredHit[]> {
    const rows = await this.rows<[number, string, string, string]>(
      `SELECT id, hit, heading, ${withBody ? 'body' : "''"} FROM documents
       WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    );
    const byId = new Map(rows.map(([id, hit, heading, body]) => [id, { id, hit, heading, body }]));
    return ids.flatMap(id => byId.get(id) ?? []);
  }

  /** Returns the ranking data of documents, in the order of the ids. */
  async candidates(
    ids: readonly number[],
  ): Promise<(Omit<Candidate, 'found' | 'isNamed'> & { id: number })[]> {
    const rows = await this.rows<[number, Buffer, string | null]>(
      `SELECT wanted.value, words,
         (SELECT json_group_array(name) FROM act_names WHERE act_names.id = wanted.value HAVING count(*) > 0)
       FROM json_each(?) AS wanted CROSS JOIN signatures s ON s.id = wanted.value`,
      JSON.stringify(ids),
    );
    const [citedBy, ordinals] = [this.columns.numbers('cited_by'), this.columns.numbers('identifier')];
    return rows.map(([id, words, names]) => ({
      id,
      signature: readSignature(words),
      acts: ((names ? JSON.parse(names) : []) as string[]).map(name =>
        wordNumbers(name, Number.POSITIVE_INFINITY),
      ),
      citedBy: citedBy[id]!,
      isInForce: this.columns.valueOf('status', id) === 'in_force',
      ordinal: this.columns.valueOf('granularity', id) === 'document' ? 0 : ordinals[id]!,
    }));
  }

  interrupt(): void {
    this.#db.interrupt();
  }

  close(): Promise<void> {
    return release(this.#db);
  }
}

/** Frees the file at once; the connection itself lives until its statements are garbage. */
async function release(db: Database): Promise<void> {
  await db.exec('PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema').catch(() => {});
  db.close();
}

async function openReading(file: string, memory: number): Promise<Database> {
  const settings = `PRAGMA cache_size = -${memory * 1024}; PRAGMA temp_store = MEMORY`;
  const locked = new Database(`${pathToFileURL(file)}?mode=ro`, {});
  try {
    // The shared lock of the first read lasts until the file is closed.
    await locked.exec(`${settings}; PRAGMA locking_mode = EXCLUSIVE`);
    await (await locked.prepare('SELECT count(*) FROM sqlite_schema')).raw().all();
    return locked;
  } catch {
    locked.close();
  }
  // `immutable` avoids all locks (https://sqlite.org/uri.html): some file systems have none.
  const db = new Database(`${pathToFileURL(file)}?mode=ro&immutable=1`, {});
  await db.exec(settings);
  return db;
}

/** Keeps the index of one path open and switches to the file that replaces it. */
export class CurrentIndex {
  readonly #file: string;
  readonly #memory: number;
  #open: SearchIndex | null = null;
  #taking: Promise<SearchIndex> | null = null;

  constructor(file: string, memory: number) {
    this.#file = file;
    this.#memory = memory;
  }

  /**
   * Returns the newest sound index. While a tree is being replaced its file may be missing: then the previous index serves on.
   * @throws SearchEngineError if no index was ever open
   */
  get(): Promise<SearchIndex> {
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null;
    });
    return this.#taking;
  }

  /** Switches to a replaced file while no query runs, which frees the old file's lock and disk space. */
  async follow(): Promise<void> {
    if (this.#open) await this.get();
  }

  async #take(): Promise<SearchIndex> {
    if (this.#open?.version === currentVersion(this.#file)) return this.#open;
    try {
      const next = await SearchIndex.open(this.#file, this.#memory);
      const former = this.#open;
      this.#open = next;
      await former?.close();
    } catch (error) {
      if (!this.#open)
        throw new SearchEngineError('unavailable', `No search index: ${(error as Error).message}`);
    }
    return this.#open as SearchIndex;
  }

  /** Closes the index after a failure that the file may have caused. */
  async drop(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.close();
  }
}

function currentVersion(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? versionOf(stats) : null;
}
