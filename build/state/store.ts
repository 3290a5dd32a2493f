import fs from 'node:fs';
import type Database from 'libsql';
import { idOf } from '../contract/identifier.ts';
import { pathBytes, pathOfBytes } from '../corpus/file.ts';
import type { Timestamps } from '../corpus/scan.ts';
import { usualSpellings } from '../formats/keywords.ts';
import { Aliases } from './aliases.ts';
import type { DocumentState, OutputDigest } from './document.ts';
import type { Dump } from './dump.ts';
import { openDatabase, STATE_VERSION, type StateHeader } from './header.ts';
import { COLUMNS, INSERT, JSON_DIGEST, type Row, rowOf, SCHEMA, stateOf, timestampsOf } from './rows.ts';
import type { SpareIndex } from './spare.ts';
import { Statements } from './statements.ts';

/**
 * The state of a build: what it must remember of the corpus to bring a tree up to date. A build works in one transaction, which it
 * commits when the coming tree is complete; until then the file holds the state of the published one, also for whoever kills it.
 */
export class StateStore {
  readonly aliases: Aliases;
  readonly #db: Database.Database;
  /** Where the file has to be in the end; null where it is there. */
  readonly #target: string | null;
  readonly #file: string;
  readonly #sql: Statements;
  #isOpen = true;

  private constructor(db: Database.Database, file: string, target: string | null) {
    this.#db = db;
    this.#sql = new Statements(db);
    this.aliases = new Aliases(this.#sql);
    this.#file = file;
    this.#target = target;
  }

  /** An empty state, which takes the place of another when it is committed. */
  static create(file: string): StateStore {
    const coming = `${file}.next`;
    for (const name of [coming, `${coming}-journal`]) fs.rmSync(name, { force: true });
    const db = openDatabase(coming);
    // Nobody reads the file before it is complete.
    db.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${MEMORY}`);
    db.exec(`${SCHEMA} PRAGMA user_version = ${STATE_VERSION}; BEGIN`);
    return new StateStore(db, coming, file);
  }

  /** The state of the published tree, whose header is known to be good. @throws where it is damaged */
  static open(file: string): StateStore {
    const db = openDatabase(file);
    // What is changed waits in memory, so that others can read the file until it is committed.
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

  /** The document that has this identifier; null where none has it. */
  withIdentifier(identifier: string): DocumentState | null {
    const rows = this.#sql.all(`SELECT ${COLUMNS} FROM documents WHERE ${ID} = ? AND identifier = ?`, [
      idOf(identifier),
      identifier,
    ]);
    return rows[0] ? stateOf(rows[0]) : null;
  }

  /** The representations of the document that has this identifier, in the order of `OUTPUTS`; null where none has it. */
  outputsOf(identifier: string): readonly OutputDigest[] | null {
    return this.withIdentifier(identifier)?.outputs ?? null;
  }

  /** The documents of a folder of the corpus. @param folder see `CorpusFolder` */
  inFolder(folder: string): DocumentState[] {
    return this.#sql.all(`SELECT ${COLUMNS} FROM documents WHERE folder = ?`, [folder]).map(stateOf);
  }

  /** When the documents of a folder were looked at, by path: of a folder of which little has changed no more is of interest. */
  *timestampsIn(folder: string): Generator<[path: string, times: Timestamps]> {
    const rows = this.#sql.each('SELECT path, size, mtime, ctime FROM documents WHERE folder = ?', [folder]);
    for (const [path, size, mtime, ctime] of rows)
      yield [pathOfBytes(String(path)), timestampsOf(size, mtime, ctime)];
  }

  /** The documents of a part of the manifest. */
  *inPart(part: string): Generator<DocumentState> {
    for (const row of this.#sql.each(`SELECT ${COLUMNS} FROM documents WHERE part = ?`, [part]))
      yield stateOf(row);
  }

  /** Of the documents of a part of the manifest what a dump of it has to know. */
  *jsonInPart(part: string): Generator<{ identifier: string; date: string; sha256: string }> {
    const rows = this.#sql.each(`SELECT identifier, date, ${JSON_DIGEST} FROM documents WHERE part = ?`, [
      part,
    ]);
    for (const [identifier, date, sha256] of rows)
      yield { identifier: String(identifier), date: String(date), sha256: String(sha256) };
  }

  /** Of the documents of a part of the manifest what a sitemap has to know. */
  namesInPart(part: string): Pick<DocumentState, 'identifier' | 'date' | 'values'>[] {
    const rows = this.#sql.all('SELECT identifier, date, fields FROM documents WHERE part = ?', [part]);
    return rows.map(([identifier, date, fields]) => ({
      identifier: String(identifier),
      date: String(date),
      values: JSON.parse(String(fields))[0],
    }));
  }

  /** How many documents the parts of the manifest name that name any, in the order of their names. */
  documentCounts(): Map<string, number> {
    const rows = this.#sql.all('SELECT part, COUNT(*) FROM documents GROUP BY part ORDER BY part');
    return new Map(rows.map(([part, count]) => [String(part), Number(count)]));
  }

  /** The parts of the manifest that name documents, sorted. */
  parts(): string[] {
    return this.#sql.all('SELECT DISTINCT part FROM documents ORDER BY part').map(([part]) => String(part));
  }

  /**
   * Documents of which at least one more has the same id, those of one id together, in the order of paths.
   * @param paths of documents among which one of each group is sought; null: all
   */
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
        `SELECT ${ID} FROM documents WHERE ${ID} = (SELECT ${ID} FROM documents WHERE path = ?) GROUP BY 1 HAVING COUNT(*) > 1`,
        [pathBytes(path)],
      ),
    ).flat();
  }

  /** Makes what documents are found by; before that, many of them are put in more quickly. */
  addIndexes(): void {
    this.#db.exec(`
      CREATE INDEX IF NOT EXISTS documents_by_folder ON documents (folder);
      CREATE INDEX IF NOT EXISTS documents_by_part ON documents (part);
      CREATE INDEX IF NOT EXISTS documents_by_id ON documents (${ID});
    `);
  }

  setFolder(name: string, fingerprint: string | null): void {
    this.#sql.run('INSERT OR REPLACE INTO folders (name, fingerprint) VALUES (?, ?)', [name, fingerprint]);
  }

  removeFolder(name: string): void {
    this.#sql.run('DELETE FROM folders WHERE name = ?', [name]);
  }

  /** Counts a spelling of a keyword up or down. @param field such as `fr/agency` @param key what its spellings have in common */
  countSpelling(field: string, key: string, spelling: string, by: number): void {
    this.#sql.run(
      `INSERT INTO spellings (field, key, spelling, count) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      [field, key, spelling, by],
    );
  }

  /** The usual spelling of a keyword. @returns null where no document has it any more */
  usualSpelling(field: string, key: string): string | null {
    const rows = this.#sql.all('SELECT spelling, count FROM spellings WHERE field = ? AND key = ?', [
      field,
      key,
    ]);
    const counts = rows.map(([spelling, count]): [string, number] => [String(spelling), Number(count)]);
    return usualSpellings(new Map(counts), () => key).get(key) ?? null;
  }

  /** What is known of dumps. */
  dumps(): Dump[] {
    return this.#sql.all('SELECT dump FROM dumps').map(([dump]) => JSON.parse(String(dump)) as Dump);
  }

  putDump(dump: Dump): void {
    this.#sql.run('INSERT OR REPLACE INTO dumps (part, dump) VALUES (?, ?)', [
      dump.part,
      JSON.stringify(dump),
    ]);
  }

  removeDump(part: string): void {
    this.#sql.run('DELETE FROM dumps WHERE part = ?', [part]);
  }

  /** What is known of the search index that the last publication has replaced; null where there is none to be used. */
  spare(): SpareIndex | null {
    const [row] = this.#sql.all("SELECT value FROM state WHERE key = 'spare'");
    return row ? (JSON.parse(String(row[0])) as SpareIndex | null) : null;
  }

  /** @param spare the index that the publication of the coming tree is going to replace */
  setSpare(spare: SpareIndex | null): void {
    this.#sql.run("INSERT OR REPLACE INTO state (key, value) VALUES ('spare', ?)", [JSON.stringify(spare)]);
  }

  /** Makes what was changed the state of the tree that the header names. It is on the disk when this returns. */
  commit(header: StateHeader): void {
    this.#sql.run("INSERT OR REPLACE INTO state (key, value) VALUES ('header', ?)", [JSON.stringify(header)]);
    this.#db.exec('DELETE FROM spellings WHERE count = 0; COMMIT');
    this.#isOpen = false;
    this.#db.close();
    if (this.#target === null) return;
    const handle = fs.openSync(this.#file, 'r+');
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    fs.renameSync(this.#file, this.#target);
  }

  /** Without a commit before it, everything that was changed is forgotten. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // Statements that are not collected yet keep the file open, and what they are part of.
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    this.#db.close();
    if (this.#target !== null) fs.rmSync(this.#file, { force: true });
  }
}

const MEMORY = 'PRAGMA cache_size = -32000;';
/** As `idOf` makes it. */
const ID = "replace(substr(identifier, 2), '/', '-')";
