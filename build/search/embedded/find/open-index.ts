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

/** A statement over the tables of `build/formats/search-index.ts` that gives one JSON value: so all of its work is done in SQLite's thread. */
interface Statement {
  sql: string;
  /** By name, without the `$`. */
  parameters: Record<string, string | number | null>;
}

/** So often a file that is replaced while it is opened is opened anew. */
const ATTEMPTS = 10;

/** What `documents` holds of a hit. The body is empty where it was not asked for. */
interface StoredHit {
  id: number;
  hit: string;
  heading: string;
  body: string;
}

type PreparedStatement = Awaited<ReturnType<Database['prepare']>>;

/**
 * An open search index. It never changes: a new state of the tree comes as another file, and whoever makes that of a former one first
 * locks out all that have it open (build/README.md, The search index at night).
 */
export class SearchIndex {
  readonly #db: Database;
  /** Tells the file apart from one that takes its place. */
  readonly version: string;
  readonly columns: Columns;
  /** By their text: filters and facets make some hundreds of them. */
  readonly #statements = new LRUCache<string, PreparedStatement>({ max: 500 });
  /** The statement that runs, or ran last. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(db: Database, version: string, columns: Columns) {
    this.#db = db;
    this.version = version;
    this.columns = columns;
  }

  /**
   * @param memory MB of pages that are kept in memory
   * @throws where the file is missing, damaged or of another version
   */
  static async open(file: string, memory: number): Promise<SearchIndex> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const index = await SearchIndex.#openOnce(file, memory);
      if (index) return index;
    }
    throw new Error('The search index is replaced again and again');
  }

  /** @returns null where another file has taken its place: before it was locked this one may have been changed */
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
      await letGo(db);
      throw error;
    }
    await letGo(db);
    return null;
  }

  /** The one JSON value of a statement. */
  async json<T>({ sql, parameters }: Statement): Promise<T> {
    const [[value] = []] = await this.rows<[string]>(sql, parameters);
    return JSON.parse(value!);
  }

  /** Statements run one after the other: libsql's threads do not share a connection. */
  rows<R extends unknown[]>(sql: string, parameters: unknown): Promise<R[]> {
    const run = async () => (await this.#statement(sql)).all(parameters);
    const rows = this.#last.then(run, run);
    this.#last = rows;
    return rows;
  }

  /** Prepared once. What is not referred to any more may be finalized while another statement runs. */
  async #statement(sql: string): Promise<PreparedStatement> {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = (await this.#db.prepare(sql)).raw();
    this.#statements.set(sql, statement);
    return statement;
  }

  /** In the order of the ids. */
  async hits(ids: readonly number[], withBody: boolean): Promise<StoredHit[]> {
    const rows = await this.rows<[number, string, string, string]>(
      `SELECT id, hit, heading, ${withBody ? 'body' : "''"} FROM documents
       WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    );
    const byId = new Map(rows.map(([id, hit, heading, body]) => [id, { id, hit, heading, body }]));
    return ids.flatMap(id => byId.get(id) ?? []);
  }

  /** What the ranking asks of documents, in the order of the ids. */
  async candidates(
    ids: readonly number[],
  ): Promise<(Omit<Candidate, 'found' | 'isNamed'> & { id: number })[]> {
    const rows = await this.rows<[number, Buffer, string | null]>(
      `SELECT wanted.value, words,
         (SELECT json_group_array(name) FROM act_names WHERE act_names.id = wanted.value HAVING count(*) > 0)
       FROM json_each(?) AS wanted CROSS JOIN signatures s ON s.id = wanted.value`,
      JSON.stringify(ids),
    );
    const [citedBy, places] = [this.columns.numbers('cited_by'), this.columns.numbers('identifier')];
    return rows.map(([id, words, names]) => ({
      id,
      signature: readSignature(words),
      acts: ((names ? JSON.parse(names) : []) as string[]).map(name =>
        wordNumbers(name, Number.POSITIVE_INFINITY),
      ),
      citedBy: citedBy[id]!,
      isInForce: this.columns.valueOf('status', id) === 'in_force',
      place: this.columns.valueOf('granularity', id) === 'document' ? 0 : places[id]!,
    }));
  }

  /** Makes the running statement fail. */
  interrupt(): void {
    this.#db.interrupt();
  }

  close(): Promise<void> {
    return letGo(this.#db);
  }
}

/** Frees the file at once: the connection itself lasts as long as statements of it that nobody refers to any more. */
async function letGo(db: Database): Promise<void> {
  await db.exec('PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema').catch(() => {});
  db.close();
}

/** @throws where it is no database */
async function openReading(file: string, memory: number): Promise<Database> {
  const settings = `PRAGMA cache_size = -${memory * 1024}; PRAGMA temp_store = MEMORY`;
  const locked = new Database(`${pathToFileURL(file)}?mode=ro`, {});
  try {
    // The shared lock of the first read is kept until the file is closed.
    await locked.exec(`${settings}; PRAGMA locking_mode = EXCLUSIVE`);
    await (await locked.prepare('SELECT count(*) FROM sqlite_schema')).raw().all();
    return locked;
  } catch {
    locked.close();
  }
  // https://sqlite.org/uri.html: immutable spares all locks. There are file systems that have none.
  const db = new Database(`${pathToFileURL(file)}?mode=ro&immutable=1`, {});
  await db.exec(settings);
  return db;
}

/** Keeps the index of one path open, and takes up the file that replaces it. */
export class CurrentIndex {
  readonly #file: string;
  readonly #memory: number;
  #open: SearchIndex | null = null;
  #taking: Promise<SearchIndex> | null = null;

  /** @param memory see `SearchIndex.open` */
  constructor(file: string, memory: number) {
    this.#file = file;
    this.#memory = memory;
  }

  /**
   * The newest sound index. While a tree is being replaced its file may be missing for a moment: then the one
   * before it goes on serving.
   * @throws SearchEngineError where there has been none yet
   */
  get(): Promise<SearchIndex> {
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null;
    });
    return this.#taking;
  }

  /** Takes up what has replaced the file that is open, if there is one, so that nobody waits for its lock or its room on the disk. Nobody searches meanwhile. */
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

  /** After a failure that the file may be to blame for. */
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
