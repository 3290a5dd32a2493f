import { wordsOf } from './blocks.ts';

const GRAM = 3;
/** Words are numbered; three of them make one number. */
const BASE = 2 ** 17;

/** All words of all documents, with the places of each sequence of up to three. */
export class TextIndex {
  readonly #words: number[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #starts: number[] = [];
  readonly #grams = new Map<number, number | number[]>();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      this.#starts.push(this.#words.length);
      for (const word of wordsOf(text)) {
        const number = this.#numbers.get(word) ?? this.#numbers.size + 1;
        if (number >= BASE) throw new Error('there are more different words than the oracle can number');
        this.#numbers.set(word, number);
        this.#words.push(number);
      }
    }
    for (let length = 1; length <= GRAM; length++)
      for (let at = 0; at + length <= this.#words.length; at++)
        this.#add(gramOf(this.#words, at, length), at);
  }

  get length(): number {
    return this.#words.length;
  }

  counts(): Map<string, number> {
    const words = [...this.#numbers.keys()];
    const counts = new Map(words.map(word => [word, 0]));
    for (const number of this.#words) {
      const word = words[number - 1] as string;
      counts.set(word, (counts.get(word) as number) + 1);
    }
    return counts;
  }

  #add(gram: number, at: number): void {
    const known = this.#grams.get(gram);
    if (known === undefined) this.#grams.set(gram, at);
    else if (typeof known === 'number') this.#grams.set(gram, [known, at]);
    else known.push(at);
  }

  /** @returns the places of these words in sequence, within one document */
  find(words: readonly string[]): number[] {
    const numbers = words.map(word => this.#numbers.get(word) ?? 0);
    if (numbers.includes(0)) return [];
    const length = Math.min(GRAM, numbers.length);
    let rarest: { at: number; places: readonly number[] } | null = null;
    for (let at = 0; at + length <= numbers.length; at++) {
      const known = this.#grams.get(gramOf(numbers, at, length));
      if (known === undefined) return [];
      const places = typeof known === 'number' ? [known] : known;
      if (!rarest || places.length < rarest.places.length) rarest = { at, places };
      if (rarest.places.length === 1) break;
    }
    if (!rarest) return [];
    const found: number[] = [];
    for (const place of rarest.places) {
      const start = place - rarest.at;
      if (start < 0 || this.documentAt(start) !== this.documentAt(start + numbers.length - 1)) continue;
      if (numbers.every((number, i) => this.#words[start + i] === number)) found.push(start);
    }
    return found;
  }

  /** @returns the number of the document at a word's place */
  documentAt(place: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= place) low = middle;
      else high = middle;
    }
    return low;
  }

  /** @returns the document with most of the blocks */
  documentOfMost(places: readonly number[][]): number {
    const counts = new Map<number, number>();
    for (const at of places)
      for (const document of new Set(at.map(place => this.documentAt(place))))
        counts.set(document, (counts.get(document) ?? 0) + 1 / at.length);
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? -1;
  }
}

function gramOf(numbers: readonly number[], at: number, length: number): number {
  let gram = 0;
  for (let i = at; i < at + length; i++) gram = gram * BASE + (numbers[i] as number);
  return gram;
}
