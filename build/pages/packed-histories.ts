import { NumberedTexts } from '../common/numbered-texts.ts';
import { sortNatural } from '../contract/natural-order.ts';
import type { DocumentHistory, HeldRun } from '../contract/title-history.ts';

/**
 * The histories of a title's documents. They may have half a million times, which would take much memory as objects: each is six
 * numbers, and a text is held once.
 */
export class PackedHistories {
  readonly #texts = new NumberedTexts();
  /** The levels above documents, by the number of the text that lists them. */
  readonly #levels = new Map<number, readonly string[]>();
  /** Of each document, the number of its times, and then the numbers of each time, see `#pack`. What was replaced stays. */
  #numbers = new Uint32Array(FEW);
  #length = 0;
  /** Where the numbers of a document begin. */
  readonly #places = new Map<string, number>();
  /** Identifiers in the order of the law; null where that is not known. */
  #order: readonly string[] | null = null;

  get count(): number {
    return this.#places.size;
  }

  /** Adds a document, or replaces what was known of it. */
  set({ identifier, runs }: DocumentHistory): void {
    const place = this.#length;
    this.#push(runs.length);
    for (const run of runs) this.#pack(run);
    if (this.#places.has(identifier)) this.#places.set(identifier, place);
    else {
      this.#places.set(this.#texts.at(this.#texts.numberOf(identifier)), place);
      this.#order = null;
    }
  }

  get(identifier: string): DocumentHistory | null {
    const place = this.#places.get(identifier);
    if (place === undefined) return null;
    const count = this.#numbers[place] as number;
    const runs = Array.from({ length: count }, (_, i) => this.#unpack(place + 1 + i * NUMBERS_OF_RUN));
    return { identifier, runs };
  }

  delete(identifier: string): void {
    if (this.#places.delete(identifier)) this.#order = null;
  }

  /** All documents in the order of the law, each made when it is asked for. They may be replaced meanwhile. */
  *[Symbol.iterator](): Generator<DocumentHistory> {
    this.#order ??= sortNatural([...this.#places.keys()], identifier => identifier);
    for (const identifier of this.#order) yield this.get(identifier) as DocumentHistory;
  }

  #pack({ from, text }: HeldRun): void {
    this.#push(this.#texts.numberOf(from));
    if (!text) {
      for (let i = 1; i < NUMBERS_OF_RUN; i++) this.#push(NONE);
      return;
    }
    this.#push(this.#texts.numberOf(text.display_title));
    this.#push(this.#texts.numberOf(text.status));
    const levels = this.#texts.numberOf(JSON.stringify(text.levels));
    if (!this.#levels.has(levels)) this.#levels.set(levels, JSON.parse(this.#texts.at(levels)) as string[]);
    this.#push(levels);
    this.#push(Number(text.isNewInNotes));
    this.#push(text.was === null ? NONE : this.#texts.numberOf(text.was));
  }

  #unpack(place: number): HeldRun {
    const numbers = this.#numbers;
    const [title, was] = [numbers[place + 1], numbers[place + 5]];
    const from = this.#texts.at(numbers[place] as number);
    if (title === NONE) return { from, text: null };
    const text = {
      display_title: this.#texts.at(title as number),
      status: this.#texts.at(numbers[place + 2] as number),
      levels: this.#levels.get(numbers[place + 3] as number) as readonly string[],
      isNewInNotes: numbers[place + 4] === 1,
      was: was === NONE ? null : this.#texts.at(was as number),
    };
    return { from, text };
  }

  #push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Uint32Array(2 * this.#length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = number;
  }
}

const NUMBERS_OF_RUN = 6;
const NONE = 2 ** 32 - 1;
/** Of a title with few documents. */
const FEW = 1024;
