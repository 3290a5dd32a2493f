import fs from 'node:fs';
import type Database from 'libsql';
import { idOf } from '../contract/identifier.ts';
import { pathBytes, pathOfBytes } from '../corpus/file.ts';
import type { Timestamps } from '../corpus/timestamps.ts';
import { Aliases } from './aliases.ts';
import type { DocumentState, OutputDigest } from './document.ts';
import { Dumps } from './dumps.ts';
import { openDatabase, STATE_VERSION, type StateHeader } from './header.ts';
import { Levels } from './levels.ts';
import { References } from './references.ts';
import { COLUMNS, INSERT, JSON_DIGEST, type Row, rowOf, stateOf, timestampsOf } from './rows.ts';
import { ID, INDEXES, SCHEMA } from './schema.ts';
import type { SpareIndex } from './spare-index.ts';
import { Spellings } from './spellings.ts';
import { Statements } from './statements.ts';

/**
 * The state of a build: what it remembers of the corpus to update a tree. A build works in one transaction and commits it when the new
 * tree is complete. Until then the file holds the state of the published tree, even if the build is killed.
 */
export class StateStore {
  readonly aliases: Aliases;
  readonly dumps: Dumps;
  readonly levels: Levels;
  readonly references: References;
  readonly spellings: Spellings;
  readonly #db: Database.Database;
  /** Final path of the file; null where it is already there. */
  readonly #target: string | null;
  readonly #file: string;
  readonly #sql: Statements;
  #isOpen = true;

  private constructor(db: Database.Database, file: string, target: string | null) {
    this.#db = db;
    this.#sql = new Statements(db);
    this.aliases = new Aliases(this.#sql);
    this.dumps = new Dumps(this.#sql);
    this.levels = new Levels(this.#sql);
    this.references = new References(this.#sql);
    this.spellings = new Spellings(this.#sql);
    this.#file = file;
    this.#target = target;
  }

  /** An empty state, which replaces the other one when it is committed. */
  static create(file: string): StateStore {
    const draft = `${file}.next`;
    for (const name of [draft, `${draft}-journal`]) fs.rmSync(name, { force: true });
    const db = openDatabase(draft);
    // No process reads the file before it is complete.
    db.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${MEMORY}`);
    db.exec(`${SCHEMA} PRAGMA user_version = ${STATE_VERSION}; BEGIN`);
    return new StateStore(db, draft, file);
  }

  /** The state of the published tree, whose header was already checked. @throws where it is damaged */
  static open(file: string): StateStore {
    const db = openDatabase(file);
    // Changes wait in memory, so that others can read the file until they are committed.
    db.exec(`${MEMORY} PRAGMA cache_spill = OFF; BEGIN IMMEDIATE`);
    return new StateStore(db, file, null);
  }

  put(document: DocumentState): void {
    this.#sql.run(INSERT, rowOf(document));
    this.aliases.put(document);
  }

  remove(document: Pick<DocumentState, 'file' | 'aliases'>): void {
    this.#sql.run('DELETE FROM documents WHERE path = ?', [pathBytes(document.file.path)]);
    this.aliases.remove(document);
  }

  get(path: string): DocumentState | null {
    const [row] = this.#sql.all(`SELECT ${COLUMNS} FROM documents WHERE path = ?`, [pathBytes(path)]);
    return row ? stateOf(row) : null;
  }

  setTimestamps(path: string, { size, mtime, ctime }: Timestamps): void {
    const values = [size, mtime, ctime, pathBytes(path)];
    this.#sql.run('UPDATE documents SET size = ?, mtime = ?, ctime = ? WHERE path = ?', values);
  }

  withIdentifier(identifier: string): DocumentState | null {
    const rows = this.#sql.all(`SELECT ${COLUMNS} FROM documents WHERE ${ID} = ? AND identifier = ?`, [
      idOf(identifier),
      identifier,
    ]);
    return rows[0] ? stateOf(rows[0]) : null;
  }

  /** The representations of the document with this identifier, in the order of `OUTPUTS`; null where there is none. */
  outputsOf(identifier: string): readonly OutputDigest[] | null {
    return this.withIdentifier(identifier)?.outputs ?? null;
  }

  /** The documents of a folder of the corpus. @param folder see `CorpusFolder` */
  inFolder(folder: string): DocumentState[] {
    return this.#sql.all(`SELECT ${COLUMNS} FROM documents WHERE folder = ?`, [folder]).map(stateOf);
  }

  /** Timestamps of a folder's documents and levels, by path: enough for a folder in which little changed. */
  *timestampsIn(folder: string): Generator<[path: string, times: Timestamps]> {
    const rows = this.#sql.each(
      `SELECT path, size, mtime, ctime FROM documents WHERE folder = ?1
       UNION ALL SELECT path, size, mtime, ctime FROM levels WHERE folder = ?1`,
      [folder],
    );
    for (const [path, size, mtime, ctime] of rows)
      yield [pathOfBytes(String(path)), timestampsOf(size, mtime, ctime)];
  }

  *inPart(part: string): Generator<DocumentState> {
    for (const row of this.#sql.each(`SELECT ${COLUMNS} FROM documents WHERE part = ?`, [part]))
      yield stateOf(row);
  }

  /** Fields of a part's documents that a dump needs. */
  *jsonInPart(part: string): Generator<{ identifier: string; date: string; sha256: string }> {
    const rows = this.#sql.each(`SELECT identifier, date, ${JSON_DIGEST} FROM documents WHERE part = ?`, [
      part,
    ]);
    for (const [identifier, date, sha256] of rows)
      yield { identifier: String(identifier), date: String(date), sha256: String(sha256) };
  }

  /** Fields of a part's documents that a sitemap needs. */
  namesInPart(part: string): Pick<DocumentState, 'identifier' | 'date' | 'values'>[] {
    const rows = this.#sql.all('SELECT identifier, date, fields FROM documents WHERE part = ?', [part]);
    return rows.map(([identifier, date, fields]) => ({
      identifier: String(identifier),
      date: String(date),
      values: JSON.parse(String(fields))[0],
    }));
  }

  /** Numbers of documents by part of the manifest, sorted by part. */
  documentCounts(): Map<string, number> {
    const rows = this.#sql.all('SELECT part, COUNT(*) FROM documents GROUP BY part ORDER BY part');
    return new Map(rows.map(([part, count]) => [String(part), Number(count)]));
  }

  parts(): string[] {
    return this.#sql.all('SELECT DISTINCT part FROM documents ORDER BY part').map(([part]) => String(part));
  }

  /** Groups of documents with the same id, by path. @param paths only groups with one of these documents; null: all groups */
  sharingIds(paths: Iterable<string> | null): DocumentState[][] {
    const ids = paths
      ? this.#sharedBy(paths)
      : this.#sql.all(`SELECT ${ID} FROM documents GROUP BY 1 HAVING COUNT(*) > 1`);
    return [...new Set(ids.map(String))]
      .sort()
      .map(id =>
        this.#sql.all(`SELECT ${COLUMNS} FROM documents WHERE ${ID} = ? ORDER BY path`, [id]).map(stateOf),
      );
  }

  #sharedBy(paths: Iterable<string>): Row[] {
    return Array.from(paths, path =>
      this.#sql.all(
        `SELECT ${ID} FROM documents
         WHERE ${ID} = (SELECT ${ID} FROM documents WHERE path = ?)
         GROUP BY 1 HAVING COUNT(*) > 1`,
        [pathBytes(path)],
      ),
    ).flat();
  }

  /** Makes the indexes. Many documents are inserted faster without them. */
  addIndexes(): void {
    this.#db.exec(INDEXES);
  }

  setFolder(name: string, fingerprint: string | null): void {
    this.#sql.run('INSERT OR REPLACE INTO folders (name, fingerprint) VALUES (?, ?)', [name, fingerprint]);
  }

  removeFolder(name: string): void {
    this.#sql.run('DELETE FROM folders WHERE name = ?', [name]);
  }

  /** The search index that the last publication replaced; null where there is none that can be used. */
  spare(): SpareIndex | null {
    const [row] = this.#sql.all("SELECT value FROM state WHERE key = 'spare'");
    return row ? (JSON.parse(String(row[0])) as SpareIndex | null) : null;
  }

  /** @param spare the index that the next publication will replace */
  setSpare(spare: SpareIndex | null): void {
    this.#sql.run("INSERT OR REPLACE INTO state (key, value) VALUES ('spare', ?)", [JSON.stringify(spare)]);
  }

  /** Commits all changes as the state of the tree in the header. They are on the disk when this returns. */
  commit(header: StateHeader): void {
    this.references.flush();
    this.spellings.removeUnused();
    this.#sql.run("INSERT OR REPLACE INTO state (key, value) VALUES ('header', ?)", [JSON.stringify(header)]);
    this.#db.exec('COMMIT');
    this.#isOpen = false;
    this.#db.close();
    if (this.#target === null) return;
    const handle = fs.openSync(this.#file, 'r+');
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    fs.renameSync(this.#file, this.#target);
  }

  /** Closes the file. Changes that were not committed are lost. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // Statements that are not yet garbage-collected keep the file and its transaction open.
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    this.#db.close();
    if (this.#target !== null) fs.rmSync(this.#file, { force: true });
  }
}

/** Sorting for indexes uses files: by default it would use memory without a bound. */
const MEMORY = 'PRAGMA cache_size = -32000; PRAGMA temp_store = FILE;';
