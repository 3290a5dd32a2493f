import type Database from 'libsql/promise';
import { BLOCK, readRows, writeRows } from '../../../formats/row-sets.ts';
import { PAIRS, pairTermOf } from '../../text/frequent-words.ts';
import type { AnalysedDocument } from './analysis.ts';

const CHUNK = 4000;
const FIELDS = ['heading', 'names', 'body'] as const;

const PIECE = 1 << 20;

interface Piece {
  terms: Uint32Array;
  rows: Uint16Array;
}

/** The terms of one field in a block, as pairs of term and row: tens of millions, so nothing is copied when it grows. */
class Field {
  readonly #pieces: Piece[] = [];
  #last: Piece = { terms: new Uint32Array(0), rows: new Uint16Array(0) };
  #count = PIECE;

  add(term: number, row: number): void {
    if (this.#count === PIECE) {
      this.#last = { terms: new Uint32Array(PIECE), rows: new Uint16Array(PIECE) };
      this.#pieces.push(this.#last);
      this.#count = 0;
    }
    this.#last.terms[this.#count] = term;
    this.#last.rows[this.#count++] = row;
  }

  /** Returns the rows of each term in insertion order. @param terms number of terms */
  sorted(terms: number): SortedField {
    const starts = new Uint32Array(terms + 1);
    for (const { terms: held, count } of this.#filled())
      for (let i = 0; i < count; i++) starts[held[i]! + 1]!++;
    for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!;
    const next = starts.slice(0, terms);
    const rows = new Uint16Array(starts[terms]!);
    for (const { terms: held, rows: heldRows, count } of this.#filled())
      for (let i = 0; i < count; i++) rows[next[held[i]!]!++] = heldRows[i]!;
    return { starts, rows };
  }

  #filled(): (Piece & { count: number })[] {
    const last = this.#pieces.length - 1;
    return this.#pieces.map((piece, i) => ({ ...piece, count: i === last ? this.#count : PIECE }));
  }
}

/** The rows of term `t` are `rows.subarray(starts[t], starts[t + 1])`. */
interface SortedField {
  starts: Uint32Array;
  rows: Uint16Array;
}

const rowsOfTerm = ({ starts, rows }: SortedField, term: number): Uint16Array | undefined =>
  starts[term + 1]! > starts[term]! ? rows.subarray(starts[term], starts[term + 1]) : undefined;

/** Gathers the postings of stems and writes them block by block. Rows must ascend. */
export class PostingsWriter {
  readonly #db: Database;
  /** Stems of the block in insertion order, and their indexes. */
  #stems: string[] = [];
  #indexes = new Map<string, number>();
  #fields = FIELDS.map(() => new Field());
  #block = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Tells whether `take` must be called before this row is added. */
  isFullBefore(id: number): boolean {
    return this.#block >= 0 && Math.floor(id / BLOCK) !== this.#block;
  }

  /** Returns the block's number for each stem of an analysis; valid until `take`. */
  termsOf(stems: readonly string[]): Uint32Array {
    return Uint32Array.from(stems, stem => {
      const known = this.#indexes.get(stem);
      if (known !== undefined) return PAIRS + known;
      this.#indexes.set(stem, this.#stems.length);
      return PAIRS + this.#stems.push(stem) - 1;
    });
  }

  /** @param numbers of the document's stems, see `termsOf` */
  add(id: number, { terms }: AnalysedDocument, numbers: Uint32Array): void {
    this.#block = Math.floor(id / BLOCK);
    for (const [i, held] of terms.entries()) {
      const field = this.#fields[i]!;
      for (const term of held) field.add(term < PAIRS ? term : numbers[term - PAIRS]!, id % BLOCK);
    }
  }

  /** Takes the gathered block. @returns a function that writes it */
  take(): () => Promise<void> {
    const [block, stems] = [this.#block, this.#stems];
    if (block < 0) return async () => undefined;
    const count = PAIRS + stems.length;
    const fields = this.#fields.map(field => field.sorted(count));
    const terms = Array.from({ length: count }, (_, term) => term)
      .filter(term => fields.some(field => rowsOfTerm(field, term)))
      .map(term => ({ term, text: term < PAIRS ? pairTermOf(term) : stems[term - PAIRS]! }))
      .sort((a, b) => (a.text < b.text ? -1 : 1));
    this.#stems = [];
    this.#indexes = new Map();
    this.#fields = FIELDS.map(() => new Field());
    this.#block = -1;
    return async () => {
      const isNew = await this.#isNew(block);
      for (let at = 0; at < terms.length; at += CHUNK)
        await this.#write(block, isNew, terms.slice(at, at + CHUNK), fields);
    };
  }

  async #isNew(block: number): Promise<boolean> {
    const [row] = await (await this.#db.prepare('SELECT 1 FROM postings WHERE block = ? LIMIT 1'))
      .raw()
      .all(block);
    return row === undefined;
  }

  async #write(
    block: number,
    isNew: boolean,
    terms: readonly { term: number; text: string }[],
    fields: readonly SortedField[],
  ): Promise<void> {
    const known = isNew ? new Map<string, (Buffer | null)[]>() : await this.#known(block, terms);
    const pieces: Buffer[] = [];
    let length = 0;
    const entries = terms.map(({ term, text }) => {
      const entry: (string | number)[] = [text];
      for (const [i, field] of fields.entries()) {
        const before = known.get(text)?.[i] ?? null;
        const rows = rowsOfTerm(field, term);
        const set =
          rows === undefined ? before : writeRows(before === null ? rows : joined(readRows(before), rows));
        // Offsets in a blob start at 1.
        entry.push(length + 1, set?.length ?? 0);
        if (set === null) continue;
        pieces.push(set);
        length += set.length;
      }
      return entry;
    });
    const statement = await this.#db.prepare(
      `INSERT OR REPLACE INTO postings SELECT ?, value->>0, ${[1, 3, 5]
        .map(i => `iif(value->>${i + 1} = 0, NULL, substr(sets, value->>${i}, value->>${i + 1}))`)
        .join(', ')} FROM (SELECT ? AS sets) CROSS JOIN json_each(?)`,
    );
    await statement.all([block, Buffer.concat(pieces), JSON.stringify(entries)]);
  }

  async #known(block: number, terms: readonly { text: string }[]): Promise<Map<string, (Buffer | null)[]>> {
    const statement = await this.#db.prepare(
      `SELECT term, heading, names, body FROM json_each(?) CROSS JOIN postings ON block = ? AND term = value`,
    );
    const rows = await statement.raw().all([JSON.stringify(terms.map(({ text }) => text)), block]);
    return new Map(rows.map(([term, ...sets]: [string, ...(Buffer | null)[]]) => [term, sets] as const));
  }
}

/** Concatenates sets: rows of later documents follow those of earlier ones. */
function joined(before: Uint16Array, after: Uint16Array): Uint16Array {
  const all = new Uint16Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}
