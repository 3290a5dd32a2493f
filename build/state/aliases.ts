import { pathBytes } from '../corpus/file.ts';
import type { DocumentState } from './document.ts';
import { COLUMNS, stateOf } from './rows.ts';
import type { Statements } from './statements.ts';

type Claiming = Pick<DocumentState, 'file' | 'aliases'>;

/** The aliases of documents: other identifiers that they claim. */
export class Aliases {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  put({ file, aliases }: Claiming): void {
    const path = pathBytes(file.path);
    for (const alias of aliases) this.#sql.run('INSERT OR IGNORE INTO aliases VALUES (?, ?)', [alias, path]);
  }

  remove({ file, aliases }: Claiming): void {
    const path = pathBytes(file.path);
    for (const alias of aliases)
      this.#sql.run('DELETE FROM aliases WHERE alias = ? AND path = ?', [alias, path]);
  }

  /** The documents that claim an alias, in any order. */
  claiming(alias: string): Pick<DocumentState, 'identifier' | 'part'>[] {
    const paths = 'SELECT path FROM aliases WHERE alias = ?';
    return this.#sql
      .all(`SELECT identifier, part FROM documents WHERE path IN (${paths})`, [alias])
      .map(([identifier, part]) => ({ identifier: String(identifier), part: String(part) }));
  }

  /** Aliases that more than one document claims, sorted. */
  shared(): string[] {
    return this.#sql
      .all('SELECT alias FROM aliases GROUP BY alias HAVING COUNT(*) > 1 ORDER BY alias')
      .map(([alias]) => String(alias));
  }

  inPart(part: string): DocumentState[] {
    const claiming = "part = ? AND aliases <> ''";
    return this.#sql.all(`SELECT ${COLUMNS} FROM documents WHERE ${claiming}`, [part]).map(stateOf);
  }

  parts(): string[] {
    const paths = 'SELECT DISTINCT path FROM aliases';
    return this.#sql
      .all(`SELECT DISTINCT part FROM documents WHERE path IN (${paths}) ORDER BY part`)
      .map(([part]) => String(part));
  }
}
