import type Database from 'libsql/promise';
import {
  NUMBER_COLUMNS,
  type NumberColumn,
  VALUE_COLUMNS,
  type ValueColumn,
} from '../../../formats/search-index.ts';

type ColumnValues = Readonly<Record<ValueColumn, string | number | null>>;

type Name = ValueColumn | NumberColumn;

/** The columns of the search index in memory while it is written: 40 bytes a row. */
export class ColumnsWriter {
  readonly #columns = new Map<Name, Uint32Array>();
  readonly #codes = new Map<ValueColumn, Map<string | number, number>>();
  /** Number of rows so far, including row 0, which is never used. */
  rows = 1;

  private constructor() {
    for (const name of [...VALUE_COLUMNS, ...NUMBER_COLUMNS]) this.#columns.set(name, new Uint32Array(1024));
    for (const name of VALUE_COLUMNS) this.#codes.set(name, new Map());
  }

  static async open(db: Database): Promise<ColumnsWriter> {
    const columns = new ColumnsWriter();
    for (const [name, numbers] of await rows<[Name, Buffer]>(db, 'SELECT name, numbers FROM columns')) {
      const known = new Uint32Array(Uint8Array.from(numbers).buffer);
      columns.#columns.set(name, known);
      columns.rows = known.length;
    }
    for (const [name, code, value] of await rows<[ValueColumn, number, string | number]>(
      db,
      'SELECT name, code, value FROM column_values',
    ))
      columns.#codes.get(name)!.set(value, code);
    return columns;
  }

  nextRow(): number {
    return this.rows++;
  }

  put(id: number, values: ColumnValues): void {
    for (const name of VALUE_COLUMNS) {
      const value = values[name];
      this.set(name, id, value === null ? 0 : this.#codeOf(name, value));
    }
  }

  remove(id: number): void {
    for (const name of this.#columns.keys()) this.set(name, id, 0);
  }

  get(name: Name, id: number): number {
    return this.#columns.get(name)![id] ?? 0;
  }

  set(name: Name, id: number, number: number): void {
    let column = this.#columns.get(name)!;
    if (id >= column.length) {
      const longer = new Uint32Array(Math.max(id + 1, column.length * 2));
      longer.set(column);
      column = longer;
      this.#columns.set(name, column);
    }
    column[id] = number;
  }

  clear(name: NumberColumn): void {
    this.#columns.get(name)!.fill(0);
  }

  async save(db: Database): Promise<void> {
    const save = await db.prepare('INSERT OR REPLACE INTO columns VALUES (?, ?)');
    for (const [name, column] of this.#columns) {
      const whole = new Uint32Array(this.rows);
      whole.set(column.subarray(0, this.rows));
      save.run([name, Buffer.from(whole.buffer)]);
    }
    const saveValue = await db.prepare('INSERT OR IGNORE INTO column_values VALUES (?, ?, ?)');
    for (const [name, codes] of this.#codes)
      for (const [value, code] of codes) saveValue.run([name, code, value]);
  }

  #codeOf(name: ValueColumn, value: string | number): number {
    const codes = this.#codes.get(name)!;
    const code = codes.get(value) ?? codes.size + 1;
    codes.set(value, code);
    return code;
  }
}

const rows = async <R extends unknown[]>(db: Database, sql: string): Promise<R[]> =>
  (await db.prepare(sql)).raw().all();
