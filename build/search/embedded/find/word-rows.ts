import { type Bitmap, unite } from '../../../formats/bitmap.ts';
import { addRows } from '../../../formats/row-sets.ts';
import type { SearchIndex } from './open-index.ts';

/** Fields that are searched. `labels`: heading or names; `phrases`: heading or body, where phrases match. */
export type SearchedFields = 'text' | 'labels' | 'phrases' | 'heading';

const FIELDS: Readonly<Record<SearchedFields, readonly number[]>> = {
  text: [0, 1, 2],
  labels: [0, 1],
  phrases: [0, 2],
  heading: [0],
};

type Sets = [block: number, heading: Buffer | null, names: Buffer | null, body: Buffer | null];

export class Words {
  readonly #index: SearchIndex;
  readonly #sets = new Map<string, Sets[]>();
  readonly #bits = new Map<string, Bitmap>();

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** Reads the unknown terms. @param terms stems, or pairs of them (`frequent-words.ts`) */
  async load(terms: readonly string[]): Promise<void> {
    const missing = Array.from(new Set(terms)).filter(term => !this.#sets.has(term));
    if (missing.length === 0) return;
    for (const term of missing) this.#sets.set(term, []);
    const rows = await this.#index.rows<[string, ...Sets]>(
      `SELECT term, block, heading, names, body FROM json_each(?) AS wanted CROSS JOIN json_each(?) AS blocks
         CROSS JOIN postings ON block = blocks.value AND term = wanted.value`,
      [JSON.stringify(missing), this.#blocks()],
    );
    for (const [term, ...sets] of rows) this.#sets.get(term)!.push(sets);
  }

  /** Returns the shared set of rows; callers must not change it. @param term a loaded term */
  bits(term: string, where: SearchedFields): Bitmap {
    const key = `${where} ${term}`;
    let bits = this.#bits.get(key);
    if (!bits) {
      bits = this.#index.columns.none();
      for (const sets of this.#sets.get(term) ?? []) addSets(bits, sets, where);
      this.#bits.set(key, bits);
    }
    return bits;
  }

  async addBeginning(stem: string, text: Bitmap, labels: Bitmap): Promise<void> {
    const rows = await this.#index.rows<Sets>(
      `SELECT block, heading, names, body FROM json_each(?) AS blocks CROSS JOIN postings ON block = blocks.value
         AND term >= ? AND term < ? || char(0x10ffff)`,
      [this.#blocks(), stem, stem],
    );
    for (const sets of rows) {
      addSets(text, sets, 'text');
      addSets(labels, sets, 'labels');
    }
  }

  add(stem: string, text: Bitmap, labels: Bitmap): void {
    unite(text, this.bits(stem, 'text'));
    unite(labels, this.bits(stem, 'labels'));
  }

  #blocks = (): string => JSON.stringify(Array.from({ length: this.#index.columns.blocks }, (_, i) => i));
}

function addSets(bits: Bitmap, [block, ...sets]: Sets, where: SearchedFields): void {
  for (const field of FIELDS[where]) {
    const set = sets[field];
    if (set) addRows(set, bits, block);
  }
}
