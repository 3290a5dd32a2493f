import type { XmlBlock } from './blocks.ts';
import { wordsOf } from './blocks.ts';

/** Shares are of the words in. */
export interface Losses {
  words: number;
  out: number;
  /** Words that are in no document, the former once for each time that they are missing. */
  lost: number;
  /** Words in blocks that stand nowhere whole. */
  broken: number;
  /** Words in blocks that stand before one that they follow in the XML. */
  moved: number;
  added: number;
  examples: { kind: 'lost' | 'broken' | 'moved' | 'added'; text: string; line: number | null }[];
}

const MOST_EXAMPLES = 20;
const GRAM = 3;

/**
 * Compares the blocks of a file with the plain text of all documents that were made of it.
 *
 * @param texts of documents, of levels, and names of levels that stand nowhere else
 */
export function compare(blocks: readonly XmlBlock[], texts: readonly string[]): Losses {
  const text = new Text(texts);
  const losses: Losses = {
    words: 0,
    out: text.words.length,
    lost: 0,
    broken: 0,
    moved: 0,
    added: 0,
    examples: [],
  };
  const tell = (kind: Losses['examples'][number]['kind'], words: string[], line: number | null): void => {
    if (losses.examples.filter(example => example.kind === kind).length < MOST_EXAMPLES)
      losses.examples.push({ kind, text: words.slice(0, 30).join(' '), line });
  };
  const counts = new Map<string, number>();
  for (const word of text.words) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const { words, line } of blocks) {
    losses.words += words.length;
    for (const word of words) {
      const left = (counts.get(word) ?? 0) - 1;
      counts.set(word, left);
      if (left < 0) {
        losses.lost++;
        tell('lost', [word, '…', ...words], line);
      }
    }
  }
  for (const [word, left] of counts) {
    if (left <= 0) continue;
    losses.added += left;
    tell('added', [word, String(left)], null);
  }
  for (const unit of unitsOf(blocks)) {
    const places = unit.map(block => text.find(block.words));
    unit.forEach((block, i) => {
      if (places[i]?.length !== 0) return;
      losses.broken += block.words.length;
      tell('broken', block.words, block.line);
    });
    for (const block of movedBlocks(unit, places, text)) {
      losses.moved += block.words.length;
      tell('moved', block.words, block.line);
    }
  }
  return losses;
}

/** Blocks of one unit each, and those above units together. */
function unitsOf(blocks: readonly XmlBlock[]): XmlBlock[][] {
  const units = new Map<number | null, XmlBlock[]>();
  for (const block of blocks) {
    const known = units.get(block.unit);
    if (known) known.push(block);
    else units.set(block.unit, [block]);
  }
  return [...units.values()];
}

/** Footnotes stand at the end, where they belong; levels have no order that is known here. */
function movedBlocks(unit: readonly XmlBlock[], places: readonly number[][], text: Text): XmlBlock[] {
  if (unit[0]?.unit === null) return [];
  const own = text.documentOfMost(places);
  const found = unit.flatMap((block, i) => {
    const at = (places[i] ?? []).filter(place => text.documentAt(place) === own);
    return block.isFootnote || at.length === 0 ? [] : [{ block, at }];
  });
  // The longest run of blocks that stand in order: whatever is not part of it has been moved. Of equal blocks any place will do.
  const best: { at: number; words: number; from: number; block: number }[] = [];
  found.forEach(({ block, at }, i) => {
    let chosen = { at: at[0] as number, words: 0, from: -1 };
    for (const place of at) {
      for (let j = best.length - 1; j >= Math.max(0, best.length - 400); j--) {
        const before = best[j] as (typeof best)[number];
        if (before.at < place && before.words > chosen.words)
          chosen = { at: place, words: before.words, from: j };
      }
    }
    best.push({ at: chosen.at, words: chosen.words + block.words.length, from: chosen.from, block: i });
  });
  let at = best.reduce((most, entry, i) => (entry.words > (best[most]?.words ?? -1) ? i : most), 0);
  const inOrder = new Set<number>();
  while (at >= 0 && best[at]) {
    inOrder.add(at);
    at = (best[at] as (typeof best)[number]).from;
  }
  return found.filter((_, i) => !inOrder.has(i)).map(({ block }) => block);
}

/** All words of all documents, with the places of each sequence of three. */
class Text {
  readonly words: string[] = [];
  readonly #starts: number[] = [];
  readonly #grams = new Map<string, number[]>();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      this.#starts.push(this.words.length);
      for (const word of wordsOf(text)) this.words.push(word);
    }
    for (let length = 1; length <= GRAM; length++)
      for (let at = 0; at + length <= this.words.length; at++)
        this.#add(this.words.slice(at, at + length).join(' '), at);
  }

  #add(gram: string, at: number): void {
    const known = this.#grams.get(gram);
    if (known) known.push(at);
    else this.#grams.set(gram, [at]);
  }

  /** @returns where all these words stand in a row, within one document */
  find(words: readonly string[]): number[] {
    const length = Math.min(GRAM, words.length);
    let rarest: { at: number; places: number[] } | null = null;
    for (let at = 0; at + length <= words.length; at++) {
      const places = this.#grams.get(words.slice(at, at + length).join(' '));
      if (!places) return [];
      if (!rarest || places.length < rarest.places.length) rarest = { at, places };
      if (rarest.places.length === 1) break;
    }
    if (!rarest) return [];
    const found: number[] = [];
    for (const place of rarest.places) {
      const start = place - rarest.at;
      if (start < 0 || this.documentAt(start) !== this.documentAt(start + words.length - 1)) continue;
      if (words.every((word, i) => this.words[start + i] === word)) found.push(start);
    }
    return found;
  }

  /** @returns the number of the document that a word stands in */
  documentAt(place: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= place) low = middle;
      else high = middle;
    }
    return low;
  }

  /** @returns the document in which most of the blocks stand */
  documentOfMost(places: readonly number[][]): number {
    const counts = new Map<number, number>();
    for (const at of places)
      for (const document of new Set(at.map(place => this.documentAt(place))))
        counts.set(document, (counts.get(document) ?? 0) + 1 / at.length);
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? -1;
  }
}
