import { type Bitmap, countMembers, emptyBitmap, insert } from '../../../formats/bitmap.ts';
import { BLOCK } from '../../../formats/row-sets.ts';
import type { NumberColumn, ValueColumn } from '../../../formats/search-index.ts';

type Numbers = Uint8Array | Uint16Array | Uint32Array;
type Value = string | number;

/** The columns of the index in memory: about 20 bytes a row. */
export class Columns {
  readonly rows: number;
  readonly blocks: number;
  readonly alive: Bitmap;
  readonly documents: number;
  readonly #numbers: ReadonlyMap<string, Numbers>;
  readonly #values: ReadonlyMap<string, (Value | null)[]>;
  #precedence: Uint32Array | null = null;

  constructor(
    columns: readonly [name: string, numbers: Buffer][],
    values: readonly [name: string, code: number, value: Value][],
  ) {
    this.#numbers = new Map(columns.map(([name, numbers]) => [name, narrowed(numbers)]));
    const byName = new Map<string, (Value | null)[]>();
    for (const [name, code, value] of values) {
      const known = byName.get(name) ?? [null];
      known[code] = value;
      byName.set(name, known);
    }
    this.#values = byName;
    const sources = this.numbers('source');
    this.rows = sources.length;
    this.blocks = Math.ceil(this.rows / BLOCK);
    this.alive = this.none();
    for (let row = 0; row < this.rows; row++) if (sources[row] !== 0) insert(this.alive, row);
    this.documents = countMembers(this.alive);
  }

  numbers(name: ValueColumn | NumberColumn): Numbers {
    return this.#numbers.get(name)!;
  }

  values(name: ValueColumn): readonly (Value | null)[] {
    return this.#values.get(name) ?? [null];
  }

  valueOf(name: ValueColumn, row: number): Value | null {
    return this.values(name)[this.numbers(name)[row]!] ?? null;
  }

  none(): Bitmap {
    return emptyBitmap(this.blocks * BLOCK);
  }

  /** Rows by rank: most cited documents first, then in natural order. */
  get precedence(): Uint32Array {
    this.#precedence ??= this.#inPrecedence();
    return this.#precedence;
  }

  #inPrecedence(): Uint32Array {
    const [cited, ordinals] = [this.numbers('cited_by'), this.numbers('identifier')];
    const inOrder = new Uint32Array(this.documents);
    for (let row = 0; row < this.rows; row++) if (ordinals[row] !== 0) inOrder[ordinals[row]! - 1] = row;
    // Most documents have few citations, so counting sort is fast.
    let most = 0;
    for (const row of inOrder) most = Math.max(most, cited[row]!);
    const starts = new Uint32Array(most + 2);
    for (const row of inOrder) starts[most - cited[row]! + 1]!++;
    for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
    const sorted = new Uint32Array(inOrder.length);
    for (const row of inOrder) sorted[starts[most - cited[row]!]!++] = row;
    return sorted;
  }
}

function narrowed(bytes: Buffer): Numbers {
  // Copies, since the bytes may begin at an odd address. Every platform of Node is little-endian except s390x.
  const numbers = new Uint32Array(Uint8Array.from(bytes).buffer);
  let most = 0;
  for (let i = 0; i < numbers.length; i++) most = Math.max(most, numbers[i]!);
  if (most < 2 ** 8) return Uint8Array.from(numbers);
  return most < 2 ** 16 ? Uint16Array.from(numbers) : numbers;
}
