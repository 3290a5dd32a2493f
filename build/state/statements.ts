import type Database from 'libsql';
import type { Row } from './rows.ts';

/** Runs statements, each prepared once. */
export class Statements {
  readonly #db: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  run(sql: string, values: readonly unknown[]): void {
    this.#prepare(sql).run(...values);
  }

  all(sql: string, values: readonly unknown[] = []): Row[] {
    return this.#prepare(sql)
      .raw()
      .all(...values) as Row[];
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
