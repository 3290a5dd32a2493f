import { type CorpusFile, pathBytes, pathOfBytes } from '../corpus/file.ts';
import type { CorpusLevel } from '../corpus/level.ts';
import type { Timestamps } from '../corpus/timestamps.ts';
import { folderOf } from './rows.ts';
import type { Statements } from './statements.ts';

/** The files of levels, with what each tells; null where it describes no level. */
export class Levels {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  put(
    { source, path: name }: CorpusFile,
    { size, mtime, ctime }: Timestamps,
    level: CorpusLevel | null,
  ): void {
    const path = pathBytes(name);
    this.#sql.run('INSERT OR REPLACE INTO levels VALUES (?, ?, ?, ?, ?, ?, ?)', [
      ...[path, folderOf(path), source, size, mtime, ctime],
      JSON.stringify(level),
    ]);
  }

  /** @returns undefined for an unknown file */
  get(path: string): CorpusLevel | null | undefined {
    const [row] = this.#sql.all('SELECT level FROM levels WHERE path = ?', [pathBytes(path)]);
    return row && JSON.parse(String(row[0]));
  }

  remove(path: string): void {
    this.#sql.run('DELETE FROM levels WHERE path = ?', [pathBytes(path)]);
  }

  /** Paths of the files in a folder of the corpus. @param folder see `CorpusFolder` */
  inFolder(folder: string): string[] {
    return this.#sql
      .all('SELECT path FROM levels WHERE folder = ?', [folder])
      .map(([path]) => pathOfBytes(String(path)));
  }

  /** All levels of a source, by path. */
  of(source: string): CorpusLevel[] {
    return this.#sql
      .all("SELECT level FROM levels WHERE source = ? AND level <> 'null' ORDER BY path", [source])
      .map(([level]) => JSON.parse(String(level)));
  }
}
