import { usualSpellings } from '../formats/keywords.ts';
import type { Statements } from './statements.ts';

/** How often documents spell a keyword in one way or another. A field is one of a source, such as `fr/agency`. */
export class Spellings {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Counts a spelling up or down. @param key what the spellings of a keyword have in common */
  count(field: string, key: string, spelling: string, by: number): void {
    this.#sql.run(
      `INSERT INTO spellings (field, key, spelling, count) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      [field, key, spelling, by],
    );
  }

  /** The usual spelling of a keyword; null where no document has it any more. */
  usual(field: string, key: string): string | null {
    const rows = this.#sql.all('SELECT spelling, count FROM spellings WHERE field = ? AND key = ?', [
      field,
      key,
    ]);
    const counts = rows.map(([spelling, count]): [string, number] => [String(spelling), Number(count)]);
    return usualSpellings(new Map(counts), () => key).get(key) ?? null;
  }

  /** Forgets spellings that no document has any more. */
  removeUnused(): void {
    this.#sql.run('DELETE FROM spellings WHERE count = 0', []);
  }
}
