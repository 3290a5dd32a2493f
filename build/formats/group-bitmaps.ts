import { inOneGo, type Pieces } from '../contract/pieces.ts';
import { type Bitmap, difference, emptyBitmap, flip } from './bitmap.ts';
import { at, type Span } from './column.ts';

/** Prefixes kept of one column. Together they take as much memory as the column's order: 4 bytes a document. */
const CHECKPOINTS = 32;

/**
 * The documents of a column in the rank space of a sort. A filter selects one run of the column's order, of any length. Bitmaps
 * of the order's prefixes are kept at regular steps. A run is the difference of the two nearest to its ends, corrected by at
 * most half a step of single documents at either end. A document may be several times in the order, but only once in a run:
 * flips cancel out correctly.
 */
export class GroupBitmaps {
  readonly #order: Uint32Array;
  readonly #ranks: Uint32Array | null;
  readonly #size: number;
  readonly #step: number;
  /** The prefixes of 0, 1, 2, … steps. */
  #prefixes: readonly Bitmap[] = [];

  /** @param ranks of the sort, by ordinal; null where ranks are ordinals @param size of the rank space */
  constructor(order: Uint32Array, ranks: Uint32Array | null, size: number) {
    this.#order = order;
    this.#ranks = ranks;
    this.#size = size;
    this.#step = Math.max(1, Math.ceil(order.length / CHECKPOINTS));
  }

  /** Makes the prefixes; otherwise the first bitmap of a long run makes them. */
  *prepare(): Pieces {
    const prefixes: Bitmap[] = [];
    const prefix = emptyBitmap(this.#size);
    for (let end = 0; end <= this.#order.length; end += this.#step) {
      this.#flip(prefix, end - this.#step, end);
      prefixes.push(prefix.slice());
      yield;
    }
    this.#prefixes = prefixes;
  }

  /** Returns the ranks of a run's documents in a new bitmap. */
  bitmap([from, to]: Span): Bitmap {
    const step = this.#step;
    if (to - from < step) return this.#flip(emptyBitmap(this.#size), from, to);
    if (this.#prefixes.length === 0) inOneGo(this.prepare());
    const last = this.#prefixes.length - 1;
    const [first, second] = [from, to].map(end => Math.min(last, Math.round(end / step))) as [number, number];
    const bitmap = difference(at(this.#prefixes, first), at(this.#prefixes, second));
    this.#flip(bitmap, Math.min(from, first * step), Math.max(from, first * step));
    return this.#flip(bitmap, Math.min(to, second * step), Math.max(to, second * step));
  }

  #flip(bitmap: Bitmap, from: number, to: number): Bitmap {
    const order = this.#order;
    const ranks = this.#ranks;
    for (let i = Math.max(from, 0); i < to; i++) {
      const ordinal = order[i] as number;
      flip(bitmap, ranks ? (ranks[ordinal] as number) : ordinal);
    }
    return bitmap;
  }
}
