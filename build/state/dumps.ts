import type { Dump, DumpWithPieces } from './dump.ts';
import type { Statements } from './statements.ts';

/** The dumps of the tree, by the parts of the manifest that they hold. */
export class Dumps {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** All of them, in any order. */
  all(): Dump[] {
    return this.#sql.all('SELECT dump FROM dumps').map(([dump]) => JSON.parse(String(dump)) as Dump);
  }

  /** The pieces of a dump, see `PieceTable`; null for an unknown one. */
  piecesOf(part: string): Uint8Array | null {
    const [row] = this.#sql.all('SELECT pieces FROM dumps WHERE part = ?', [part]);
    return row ? (row[0] as unknown as Uint8Array) : null;
  }

  put({ pieces, ...dump }: DumpWithPieces): void {
    this.#sql.run('INSERT OR REPLACE INTO dumps VALUES (?, ?, ?)', [dump.part, JSON.stringify(dump), pieces]);
  }

  remove(part: string): void {
    this.#sql.run('DELETE FROM dumps WHERE part = ?', [part]);
  }
}
