import type Database from 'libsql/promise';
import { pairCondition } from '../../../formats/search-index.ts';
import { CERTAIN } from '../../references/references.ts';
import type { ColumnsWriter } from './columns-writer.ts';

/** Above this share of added documents, deriving all rows is faster. */
const ALL_SHARE = 0.05;

const IS_PAIR = pairCondition('citations.id', 'cites.id', 'cites.key');
const PAIRS_OF = `FROM json_each(?) AS wanted CROSS JOIN cites ON cites.id = wanted.value
  CROSS JOIN citations ON citations.key = cites.key WHERE ${IS_PAIR}`;

/**
 * Derives from the references between documents how many cite each one and by which names. An update derives again the
 * documents that changed ones cite, and the changed ones themselves.
 */
export class Connections {
  readonly #db: Database;
  readonly #columns: ColumnsWriter;
  readonly #added: number[] = [];
  /** Keys of the provisions that removed documents name. */
  readonly #named = new Set<string>();

  constructor(db: Database, columns: ColumnsWriter) {
    this.#db = db;
    this.#columns = columns;
  }

  added(id: number): void {
    this.#added.push(id);
  }

  /** Call it before these rows leave the tables. */
  async removing(ids: readonly number[]): Promise<void> {
    const list = JSON.stringify(ids);
    for (const [id, count] of await this.#all<[number, number]>(
      `SELECT citations.id, count(DISTINCT cites.id) ${PAIRS_OF} GROUP BY citations.id`,
      list,
    )) {
      // `derive` counts added documents afresh.
      const before = this.#columns.get('cited_by', id);
      this.#columns.set('cited_by', id, Math.max(0, before - count));
    }
    for (const [key] of await this.#all<[string]>(
      'SELECT DISTINCT name_mentions.key FROM json_each(?) AS wanted CROSS JOIN name_mentions ON name_mentions.id = wanted.value',
      list,
    ))
      this.#named.add(key);
  }

  /** Call it after all documents are written. @param documents their number */
  async derive(documents: number): Promise<void> {
    if (this.#added.length > ALL_SHARE * documents) return this.#deriveAll();
    const added = JSON.stringify(this.#added);
    for (const [id, count] of await this.#all<[number, number]>(
      `SELECT citations.id, count(DISTINCT cites.id) ${PAIRS_OF} GROUP BY citations.id`,
      added,
    ))
      this.#columns.set('cited_by', id, this.#columns.get('cited_by', id) + count);
    // Counts the citations of added documents.
    for (const [id, count] of await this.#all<[number, number]>(
      `SELECT wanted.value, (SELECT count(DISTINCT cites.id) FROM citations CROSS JOIN cites ON cites.key = citations.key
         WHERE citations.id = wanted.value AND ${IS_PAIR}) FROM json_each(?) AS wanted`,
      added,
    ))
      this.#columns.set('cited_by', id, count);
    await this.#nameAgain(added);
  }

  async #deriveAll(): Promise<void> {
    this.#columns.clear('cited_by');
    for (const [id, count] of await this.#all<[number, number]>(
      `SELECT citations.id, count(DISTINCT cites.id) FROM cites CROSS JOIN citations ON citations.key = cites.key
       WHERE ${IS_PAIR} GROUP BY citations.id`,
    ))
      this.#columns.set('cited_by', id, count);
    await this.#db.exec(`DELETE FROM act_names; DELETE FROM acts;
      INSERT INTO act_names SELECT citations.id, name FROM name_mentions JOIN citations USING (key)
        GROUP BY citations.id, name HAVING sum(weight) >= ${CERTAIN};
      INSERT INTO acts (rowid, names) SELECT id, group_concat(name, char(10)) FROM act_names GROUP BY id`);
  }

  async #nameAgain(added: string): Promise<void> {
    for (const [key] of await this.#all<[string]>(
      'SELECT DISTINCT name_mentions.key FROM json_each(?) AS wanted CROSS JOIN name_mentions ON name_mentions.id = wanted.value',
      added,
    ))
      this.#named.add(key);
    const ids = await this.#all<[number]>(
      `SELECT DISTINCT citations.id FROM json_each(?) AS wanted CROSS JOIN citations ON citations.key = wanted.value
       UNION SELECT value FROM json_each(?)`,
      JSON.stringify([...this.#named]),
      added,
    );
    const again = JSON.stringify(ids.map(([id]) => id));
    const wanted = 'SELECT value FROM json_each(?)';
    await this.#run(`DELETE FROM act_names WHERE id IN (${wanted})`, again);
    await this.#run(`DELETE FROM acts WHERE rowid IN (${wanted})`, again);
    await this.#run(
      `INSERT INTO act_names SELECT citations.id, name FROM json_each(?) AS wanted
         CROSS JOIN citations ON citations.id = wanted.value CROSS JOIN name_mentions ON name_mentions.key = citations.key
         GROUP BY citations.id, name HAVING sum(weight) >= ${CERTAIN}`,
      again,
    );
    await this.#run(
      `INSERT INTO acts (rowid, names) SELECT id, group_concat(name, char(10)) FROM act_names
       WHERE id IN (${wanted}) GROUP BY id`,
      again,
    );
  }

  /** libsql's `all` runs outside the caller's thread, its `run` does not. */
  async #run(sql: string, ...parameters: string[]): Promise<void> {
    await (await this.#db.prepare(sql)).all(parameters);
  }

  async #all<R extends unknown[]>(sql: string, ...parameters: string[]): Promise<R[]> {
    return (await this.#db.prepare(sql)).raw().all(parameters);
  }
}
