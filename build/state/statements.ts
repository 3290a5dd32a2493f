import type Database from 'libsql';
import type { Row } from './rows.ts';

/** Runs statements, and prepares each only once. */
export class Statements {
  #db: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Runs all further statements in another database. */
  use(db: Database.Database): void {
    this.#prepared.clear();
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

  /** As `all`, but holds one row at a time. The statement must not be run again meanwhile. */
  each(sql: string, values: readonly unknown[]): Iterable<Row> {
    return this.#prepare(sql)
      .raw()
      .iterate(...values) as Iterable<Row>;
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
