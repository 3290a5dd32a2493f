import { NOTES } from '../convert/convert.ts';
import { CREDIT } from '../markdown/write.ts';
import type { InBlock, WordAccount } from './account.ts';
import { CodeUnits } from './code-units.ts';
import { countWords, isLetter, KINDS, NOTHING, UNSEEN } from './count.ts';

export interface Difference {
  /** `lost`: nowhere; `moved`: out of order; `added`: by the author of the compared text. */
  kind: 'lost' | 'moved' | 'added';
  element: string;
  /** The beginning of the block. */
  words: string;
}

export interface Comparison {
  wordsIn: number;
  /** Words of the XML found in the text. */
  wordsOut: number;
  /** Words from the writer: `Notes`, names of images. */
  added: number;
  differences: Difference[];
}

/** A footnote with a repeated number. */
const REPEATED_NUMBER = /\[([^\s[\]]+?)·\d+\]/g;

/** A row of stars in plain text. */
const STARS = '* * *';

/** Additions of the writer at the beginning of a block. */
const ADDITIONS = [`${CREDIT}:`, NOTES, STARS].map(text => ({
  units: Uint16Array.from(text, character => character.charCodeAt(0)),
  words: countWords(text),
}));

/** The text, and the words of all blocks in sequence. Both buffers are reused by the next comparison. */
const TEXT = new CodeUnits();
const BLOCKS = new CodeUnits();

/** Length of the context for the search of a short block, so that `(1)` is not found anywhere. */
const CONTEXT = 60;
/** The largest distance for a block that is searched without context. */
const NEAR = 200;
const SHOWN = 60;

/**
 * Compares the words of a unit's XML, block by block and in order, with those of its Markdown. All visible characters have to
 * be there, and separate the same words.
 * @param plain the plain text of the Markdown
 */
export function compareWords(account: WordAccount, plain: string): Comparison {
  const text = plain.includes('·') ? plain.replace(REPEATED_NUMBER, '[$1]') : plain;
  const blocks = [...byHeadRows(account.blocks), ...account.asides];
  const units = BLOCKS.of(blocks.length === 1 ? blocks[0]!.text : blocks.map(block => block.text).join(''));
  const pass = new Pass(text);
  const differences: Difference[] = [];
  let from = 0;
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]!;
    const to = from + block.text.length;
    if (
      !pass.take(units, from, to) &&
      !pass.takeBehind(units, from, to) &&
      !pass.seek(blocks, i, units, from)
    ) {
      differences.push({ kind: pass.has(block.text) ? 'moved' : 'lost', ...shown(block) });
      pass.wordsIn += countWords(block.text);
    }
    from = to;
  }
  pass.skip(text.length);
  const { wordsIn, wordsOut, added } = pass;
  return { wordsIn, wordsOut, added, differences };
}

/** Sorts a table's heading by rows, whatever the order of its columns in the file. */
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

/** A pass through the text that expects the blocks one after the other. */
class Pass {
  /** Words of the blocks; `wordsOut` counts those found in the text. */
  wordsIn = 0;
  wordsOut = 0;
  added = 0;
  readonly #text: string;
  readonly #units: Uint16Array;
  #at = 0;
  #bare: { text: string; positions: number[] } | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#units = TEXT.of(text);
  }

  /** Moves past a block at the current position. @param units contain the block @returns whether it is there */
  take(units: Uint16Array, from: number, to: number): boolean {
    const end = this.#behind(units, from, to);
    if (end < 0) return false;
    this.#at = end;
    return true;
  }

  /** The same, past one of the writer's additions first. */
  takeBehind(units: Uint16Array, from: number, to: number): boolean {
    const start = this.#at;
    for (const addition of ADDITIONS) {
      if (!this.take(addition.units, 0, addition.units.length)) continue;
      this.wordsIn -= addition.words;
      this.wordsOut -= addition.words;
      if (this.take(units, from, to)) {
        this.added += addition.words;
        return true;
      }
      this.#at = start;
    }
    return false;
  }

  /** Searches a block further on; the skipped text was added. @param start of the block in the units */
  seek(blocks: readonly InBlock[], i: number, units: Uint16Array, start: number): boolean {
    const { text, positions } = this.#bared();
    const block = blocks[i]!.text;
    const own = bare(block);
    const from = firstFrom(positions, this.#at);
    const near = text.slice(from, from + NEAR + own.length).indexOf(own);
    const found = near >= 0 ? from + near : positionOf(text, own, blocks, i, from);
    if (found < 0) return false;
    this.skip(positions[found] ?? this.#text.length);
    return this.take(units, start, start + block.length);
  }

  has(block: string): boolean {
    return this.#bared().text.includes(bare(block));
  }

  skip(to: number): void {
    this.added += countWords(this.#text.slice(this.#at, to));
    this.#at = to;
  }

  /**
   * Returns the position after a block, and counts its words on both sides; returns a negative number if the block is not here.
   */
  #behind(block: Uint16Array, from: number, to: number): number {
    const text = this.#units;
    const end = this.#text.length;
    let at = this.#at;
    let wordsIn = 0;
    let wordsOut = 0;
    // 1 within a word of the block, and within one of the text. This is twice as fast as branches.
    let inside = 0;
    let insideOut = 0;
    for (let i = from; i < to; ) {
      const unit = block[i]!;
      const kind = KINDS[unit]!;
      if (at < end && text[at] === unit && kind !== NOTHING) {
        const letter = isLetter(kind);
        wordsIn += letter & (inside ^ 1);
        wordsOut += letter & (insideOut ^ 1);
        inside = letter;
        insideOut = letter;
        i += 1;
        at += 1;
      } else if (kind <= NOTHING) {
        if (kind === UNSEEN) inside = 0;
        i += 1;
      } else {
        if (at === end) return -1;
        const other = KINDS[text[at]!]!;
        if (other > NOTHING) return -1;
        if (other === UNSEEN) insideOut = 0;
        at += 1;
      }
    }
    this.wordsIn += wordsIn;
    this.wordsOut += wordsOut;
    return at;
  }

  #bared() {
    if (this.#bare) return this.#bare;
    const positions: number[] = [];
    for (let at = 0; at < this.#text.length; at++) if (KINDS[this.#units[at]!]! > NOTHING) positions.push(at);
    this.#bare = { text: bare(this.#text), positions };
    return this.#bare;
  }
}

/** Removes all characters that may differ between equal words. */
const bare = (text: string): string => text.replace(/[\s^[\]]+/g, '');

/** The index of the first place at or after `from`. */
function firstFrom(positions: readonly number[], from: number): number {
  let low = 0;
  for (let high = positions.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Searches a block together with the blocks after it; additions may separate them. */
function positionOf(text: string, own: string, blocks: readonly InBlock[], i: number, from: number): number {
  let context = own;
  for (let next = i + 1; context.length < CONTEXT && next < blocks.length; next++)
    context += bare(blocks[next]!.text);
  const found = text.indexOf(context, from);
  return found >= 0 || own.length < CONTEXT ? found : text.indexOf(own, from);
}

const shown = ({ element, text }: InBlock): Omit<Difference, 'kind'> => ({
  element,
  words: text.replace(/\s+/g, ' ').trim().slice(0, SHOWN),
});
