import type Database from 'libsql/promise';

/** Counts the documents that hold a stem in heading or names. Keeps only the changes until `write`. */
export class LabelStems {
  readonly #db: Database;
  readonly #changes = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param stems the distinct stems of a document @param change 1 for an added document, -1 for a removed one */
  count(stems: readonly string[], change: 1 | -1): void {
    for (const stem of stems) this.#changes.set(stem, (this.#changes.get(stem) ?? 0) + change);
  }

  async write(): Promise<void> {
    const changes = JSON.stringify([...this.#changes].filter(([, change]) => change !== 0).sort());
    const add = await this.#db.prepare(
      `INSERT INTO label_stems SELECT value->>0, value->>1 FROM json_each(?1) WHERE TRUE
       ON CONFLICT DO UPDATE SET documents = documents + excluded.documents`,
    );
    await add.all(changes);
    await this.#db.exec('DELETE FROM label_stems WHERE documents = 0');
    this.#changes.clear();
  }
}
