import type Database from 'libsql/promise';
import { frequentNumber, PAIRS, pairNumber, pairTermOf } from '../contract/search/frequent-words.ts';
import { BLOCK, readRows, writeRows } from '../contract/search/postings.ts';
import { LABEL_WORDS, packSignature, READ, TEXT_WORDS } from '../contract/search/signature.ts';
import type { SearchDocument } from './document.ts';
import { lengthWithoutNotes, nameOf, namesOf } from './labels.ts';
import { type TextWords, WordTable } from './text-words.ts';

/** Terms that are written by one statement. */
const CHUNK = 4000;
const FIELDS = ['heading', 'names', 'body'] as const;

/** What one field of the documents of a block holds: pairs of a term and a row. */
class Field {
  terms = new Uint32Array(1 << 16);
  rows = new Uint16Array(1 << 16);
  count = 0;
  /** By term: the last row that holds it, plus 1. */
  last = new Uint32Array(1 << 16);
  lastPairs = new Uint32Array(PAIRS);

  add(term: number, row: number): void {
    if (this.count === this.terms.length) {
      this.terms = grown(this.terms, new Uint32Array(this.count * 2));
      this.rows = grown(this.rows, new Uint16Array(this.count * 2));
    }
    this.terms[this.count] = term;
    this.rows[this.count++] = row;
  }
}

const grown = <T extends Uint16Array | Uint32Array>(from: T, to: T): T => {
  to.set(from);
  return to;
};

/** Gathers which documents hold which stems, and writes it block by block. Rows come in ascending order. */
export class PostingsWriter {
  readonly #db: Database;
  #table = new WordTable();
  /** By stem number: its number among the frequent ones, 0 for others. */
  #frequent: number[] = [];
  #fields = FIELDS.map(() => new Field());
  #buffers = FIELDS.map(() => ({ words: new Int32Array(4096) }));
  #block = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether what was gathered must be taken before this row is added. */
  isFullBefore(id: number): boolean {
    return this.#block >= 0 && Math.floor(id / BLOCK) !== this.#block;
  }

  /** @returns its signature and the stems of heading and names */
  add(id: number, document: SearchDocument): { signature: Buffer; labels: string[] } {
    this.#block = Math.floor(id / BLOCK);
    const row = id % BLOCK;
    const [heading, names, body] = this.#wordsOf(document) as [TextWords, TextWords, TextWords];
    for (const [i, words] of [heading, names, body].entries()) this.#count(this.#fields[i]!, words, row);
    // The heading's words are those behind its citation, which are its last ones.
    const name = this.#signs(heading, heading.within);
    return {
      signature: packSignature(
        name.slice(0, LABEL_WORDS),
        this.#signs(names, 0).slice(0, LABEL_WORDS),
        this.#signs({ ...body, count: body.within }, 0).slice(0, TEXT_WORDS),
      ),
      labels: this.#stemsOf(heading, names),
    };
  }

  /** The stems of a heading and the names above it, each once. */
  labelsOf(heading: string, names: string): string[] {
    const [first, second] = this.#buffers as [{ words: Int32Array }, { words: Int32Array }];
    return this.#stemsOf(this.#table.read(heading, 0, first), this.#table.read(names, 0, second));
  }

  /** Takes what was gathered. @returns what writes it */
  take(): () => Promise<void> {
    if (this.#block < 0) return async () => undefined;
    const block = this.#block;
    const lists = this.#fields.map(field => sorted(field));
    const { stems } = this.#table;
    const terms = [...new Set(lists.flatMap(list => [...list.keys()]))]
      .map(term => ({ term, text: term < PAIRS ? pairTermOf(term) : stems[term - PAIRS]! }))
      .sort((a, b) => (a.text < b.text ? -1 : 1));
    this.#table = new WordTable();
    this.#frequent = [];
    this.#fields = FIELDS.map(() => new Field());
    this.#block = -1;
    return async () => {
      const isNew = await this.#isNew(block);
      for (let at = 0; at < terms.length; at += CHUNK)
        await this.#write(block, isNew, terms.slice(at, at + CHUNK), lists);
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
    lists: readonly Map<number, Uint16Array>[],
  ): Promise<void> {
    const known = isNew ? new Map<string, (Buffer | null)[]>() : await this.#known(block, terms);
    const pieces: Buffer[] = [];
    let length = 0;
    const entries = terms.map(({ term, text }) => {
      const entry: (string | number)[] = [text];
      for (const [i, list] of lists.entries()) {
        const before = known.get(text)?.[i] ?? null;
        const rows = list.get(term);
        const set =
          rows === undefined ? before : writeRows(before === null ? rows : joined(readRows(before), rows));
        // Places in a blob count from 1 on.
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

  #wordsOf(document: SearchDocument): TextWords[] {
    const { heading, body } = document;
    const limits = [heading.length - nameOf(document).length, 0, Math.min(READ, lengthWithoutNotes(body))];
    return [heading, namesOf(document), body].map((text, i) =>
      this.#table.read(text, limits[i]!, this.#buffers[i]!),
    );
  }

  #count(field: Field, { words, count }: TextWords, row: number): void {
    const { stemOf, stems } = this.#table;
    let before = 0;
    for (let i = 0; i < count; i++) {
      const stem = stemOf[words[i]!]!;
      if (stem >= field.last.length) field.last = grown(field.last, new Uint32Array(field.last.length * 2));
      if (field.last[stem] !== row + 1) {
        field.last[stem] = row + 1;
        field.add(PAIRS + stem, row);
      }
      let frequent = this.#frequent[stem];
      if (frequent === undefined) {
        frequent = frequentNumber(stems[stem]!);
        while (this.#frequent.length <= stem)
          this.#frequent.push(frequentNumber(stems[this.#frequent.length]!));
      }
      if (frequent !== 0 && before !== 0) {
        const pair = pairNumber(before, frequent);
        if (field.lastPairs[pair] !== row + 1) {
          field.lastPairs[pair] = row + 1;
          field.add(pair, row);
        }
      }
      before = frequent;
    }
  }

  #signs({ words, count }: TextWords, from: number): number[] {
    const { signOf } = this.#table;
    const signs: number[] = [];
    for (let i = from; i < count && signs.length < TEXT_WORDS; i++) {
      const sign = signOf[words[i]!]!;
      if (sign !== 0) signs.push(sign);
    }
    return signs;
  }

  #stemsOf(...labels: TextWords[]): string[] {
    const { stemOf, stems } = this.#table;
    const found = new Set<number>();
    for (const { words, count } of labels) for (let i = 0; i < count; i++) found.add(stemOf[words[i]!]!);
    return Array.from(found, stem => stems[stem]!);
  }
}

/** The rows of each term, ascending. */
function sorted({ terms, rows, count }: Field): Map<number, Uint16Array> {
  let size = 0;
  for (let i = 0; i < count; i++) size = Math.max(size, terms[i]! + 1);
  const ends = new Uint32Array(size + 1);
  for (let i = 0; i < count; i++) ends[terms[i]!]!++;
  let sum = 0;
  const starts = new Uint32Array(size + 1);
  for (let term = 0; term < size; term++) {
    starts[term] = sum;
    sum += ends[term]!;
    ends[term] = starts[term]!;
  }
  const all = new Uint16Array(count);
  for (let i = 0; i < count; i++) all[ends[terms[i]!]!++] = rows[i]!;
  const lists = new Map<number, Uint16Array>();
  for (let term = 0; term < size; term++)
    if (ends[term]! > starts[term]!) lists.set(term, all.subarray(starts[term], ends[term]));
  return lists;
}

/** Rows of later documents follow those of earlier ones. */
function joined(before: Uint16Array, after: Uint16Array): Uint16Array {
  const all = new Uint16Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}
