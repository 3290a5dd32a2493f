import { NOTES } from '../convert/convert.ts';
import { CREDIT } from '../markdown/write.ts';
import type { InBlock, WordAccount } from './account.ts';
import { countWords, KINDS, LETTER, NOTHING, UNSEEN } from './count.ts';

export interface Difference {
  /** `lost`: nowhere; `moved`: not in its order; `added`: by whoever wrote what is compared. */
  kind: 'lost' | 'moved' | 'added';
  place: string;
  /** The beginning of the block. */
  words: string;
}

export interface Comparison {
  wordsIn: number;
  /** Of the words that are there, those that came in. */
  wordsOut: number;
  /** What the writer put there: `Notes`, names of images. */
  added: number;
  differences: Difference[];
}

/** A footnote whose number another one has. */
const TOLD_APART = /\[([^\s[\]]+?)·\d+\]/g;

/** A row of stars, as plain text has it. */
const STARS = '* * *';

/** What the writer puts at the beginning of a block. */
const ADDITIONS = [`${CREDIT}:`, NOTES, STARS];

/** How much of the text a short block is looked for with, so that `(1)` is not found anywhere. */
const CONTEXT = 60;
/** How far words may be from where they are awaited, where nothing but their own block tells them. */
const NEAR = 200;
const SHOWN = 60;

/**
 * Compares the words of a unit's XML, block by block and in their order, with those of its Markdown. All characters that are seen
 * have to be there, and part the same words.
 *
 * @param plain the Markdown as plain text reads it
 */
export function compareWords(account: WordAccount, plain: string): Comparison {
  const text = plain.includes('·') ? plain.replace(TOLD_APART, '[$1]') : plain;
  const blocks = [...byHeadRows(account.blocks), ...account.asides];
  const pass = new Pass(text);
  const differences: Difference[] = [];
  for (const [i, block] of blocks.entries()) {
    if (pass.take(block.text) || pass.takeBehind(ADDITIONS, block.text) || pass.seek(blocks, i)) continue;
    differences.push({ kind: pass.has(block.text) ? 'moved' : 'lost', ...shown(block) });
    pass.wordsIn += countWords(block.text);
  }
  pass.skip(text.length);
  const { wordsIn, wordsOut, added } = pass;
  return { wordsIn, wordsOut, added, differences };
}

/** A table's heading is read row by row, whatever the order of its columns in the file. */
function byHeadRows(blocks: readonly InBlock[]): readonly InBlock[] {
  if (!blocks.some(({ headRow }) => headRow !== undefined)) return blocks;
  const sorted = [...blocks];
  for (let from = 0; from < sorted.length; from++) {
    let to = from;
    while (sorted[to]?.headRow !== undefined) to += 1;
    if (to > from) {
      const heading = sorted.slice(from, to).sort((a, b) => a.headRow! - b.headRow!);
      sorted.splice(from, to - from, ...heading);
      from = to;
    }
  }
  return sorted;
}

/** A way through the text, on which blocks are awaited one after the other. */
class Pass {
  /** Of the blocks, and of the text where they stand in it. */
  wordsIn = 0;
  wordsOut = 0;
  added = 0;
  readonly #text: string;
  #at = 0;
  #bare: { text: string; places: number[] } | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes behind a block that stands here. @returns whether it does */
  take(block: string): boolean {
    const end = this.#behind(block, this.#at);
    if (end < 0) return false;
    this.#at = end;
    return true;
  }

  /** The same where one of the words that the writer adds stands between. */
  takeBehind(additions: readonly string[], block: string): boolean {
    const from = this.#at;
    for (const addition of additions) {
      if (!this.take(addition)) continue;
      const words = countWords(addition);
      this.wordsIn -= words;
      this.wordsOut -= words;
      if (this.take(block)) {
        this.added += words;
        return true;
      }
      this.#at = from;
    }
    return false;
  }

  /** Looks for a block further on; what is passed over was added. */
  seek(blocks: readonly InBlock[], i: number): boolean {
    const { text, places } = this.#bared();
    const own = bare(blocks[i]!.text);
    const from = firstFrom(places, this.#at);
    const near = text.slice(from, from + NEAR + own.length).indexOf(own);
    const found = near >= 0 ? from + near : placeOf(text, own, blocks, i, from);
    if (found < 0) return false;
    this.skip(places[found] ?? this.#text.length);
    return this.take(blocks[i]!.text);
  }

  has(block: string): boolean {
    return this.#bared().text.includes(bare(block));
  }

  skip(to: number): void {
    this.added += countWords(this.#text.slice(this.#at, to));
    this.#at = to;
  }

  /** Where the text goes on behind a block; below 0 where that does not stand at the place. Counts the words of both where it does. */
  #behind(block: string, from: number): number {
    const text = this.#text;
    let at = from;
    let wordsIn = 0;
    let wordsOut = 0;
    let isInside = false;
    let isInsideOut = false;
    for (let i = 0; i < block.length; i++) {
      const unit = block.charCodeAt(i);
      const kind = KINDS[unit]!;
      if (kind === UNSEEN) isInside = false;
      if (kind <= NOTHING) continue;
      let other = text.charCodeAt(at);
      while (other !== unit && KINDS[other]! <= NOTHING) {
        if (KINDS[other] === UNSEEN) isInsideOut = false;
        at += 1;
        other = text.charCodeAt(at);
      }
      if (other !== unit) return -1;
      at += 1;
      const isLetter = kind === LETTER;
      if (isLetter && !isInside) wordsIn += 1;
      if (isLetter && !isInsideOut) wordsOut += 1;
      isInside = isLetter;
      isInsideOut = isLetter;
    }
    this.wordsIn += wordsIn;
    this.wordsOut += wordsOut;
    return at;
  }

  #bared() {
    if (this.#bare) return this.#bare;
    const places: number[] = [];
    for (let at = 0; at < this.#text.length; at++) if (!isUnseen(this.#text.charCodeAt(at))) places.push(at);
    this.#bare = { text: bare(this.#text), places };
    return this.#bare;
  }
}

const isUnseen = (unit: number): boolean => KINDS[unit]! <= NOTHING;

/** A text without all that may differ while the words are the same. */
const bare = (text: string): string => text.replace(/[\s^[\]]+/g, '');

/** The index of the first place that is not before another. */
function firstFrom(places: readonly number[], from: number): number {
  let low = 0;
  for (let high = places.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (places[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** With what follows it, from which it may be parted by what was added. */
function placeOf(text: string, own: string, blocks: readonly InBlock[], i: number, from: number): number {
  let context = own;
  for (let next = i + 1; context.length < CONTEXT && next < blocks.length; next++)
    context += bare(blocks[next]!.text);
  const found = text.indexOf(context, from);
  return found >= 0 || own.length < CONTEXT ? found : text.indexOf(own, from);
}

const shown = ({ place, text }: InBlock): Omit<Difference, 'kind'> => ({
  place,
  words: text.replace(/\s+/g, ' ').trim().slice(0, SHOWN),
});
