import { numberOf } from './signature.ts';
import { fold, stem, WORD } from './tokens.ts';

/** The words of a text in order, as numbers of {@link WordTable}. Valid until the next text is read. */
export interface TextWords {
  words: Int32Array;
  count: number;
  /** How many of them begin before the limit. */
  within: number;
}

/** Whether a code unit belongs to a word; 0 is unknown. Halves of surrogate pairs are never cached. */
const KINDS = new Uint8Array(0x10000);
const YES = 1;
const NO = 2;
const ONE_WORD = new RegExp(`^${WORD.source}$`, 'u');
for (let code = 0; code < 0x80; code++) KINDS[code] = ONE_WORD.test(String.fromCharCode(code)) ? YES : NO;
const LOWER = new Uint16Array(0x10000);
for (let code = 0; code < LOWER.length; code++)
  LOWER[code] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;

/** Offset basis of FNV-1a, as a signed 32-bit integer. */
const SEED = 0x811c9dc5 | 0;

/**
 * Folds and stems each word once, however often texts repeat it. Words are identified by 64 bits of hash (FNV-1a and a
 * polynomial): a gigabyte of text has about 10 million words, of which two collide in one of half a million such texts.
 */
export class WordTable {
  /** Open addressing: the two halves of each word's hash, and its number plus 1. */
  #slots = new Int32Array(3 << 16);
  /** By word: the number of its stem; -1 if folding leaves nothing. */
  readonly stemOf: number[] = [];
  /** By word: its number in signatures; 0 for a function word. */
  readonly signOf: number[] = [];
  readonly #stemNumbers = new Map<string, number>();
  readonly stems: string[] = [];

  /** @param limit see `within` @param into takes the words @param end words that begin there or behind it are not read */
  read(text: string, limit: number, into: { words: Int32Array }, end = text.length): TextWords {
    let { words } = into;
    let count = 0;
    let within = -1;
    let start = -1;
    let first = SEED;
    let second = 0;
    const { length } = text;
    for (let at = 0; at <= length; at++) {
      const code = at < length ? text.charCodeAt(at) : 0;
      let kind = KINDS[code]!;
      if (kind === 0) kind = kindAt(text, at);
      if (kind === YES) {
        if (start < 0) {
          if (at >= end) break;
          start = at;
          first = SEED;
          second = 0;
        }
        const lower = LOWER[code]!;
        first = Math.imul(first ^ lower, 0x01000193);
        second = (Math.imul(second, 0x5bd1e995) + lower) | 0;
        continue;
      }
      if (start < 0) continue;
      if (within < 0 && start >= limit) within = count;
      const number = this.#numberOf(first, second, text, start, at);
      start = -1;
      if (this.stemOf[number]! < 0) continue;
      if (count === words.length) {
        into.words = new Int32Array(count * 2);
        into.words.set(words);
        words = into.words;
      }
      words[count++] = number;
    }
    return { words, count, within: within < 0 ? count : within };
  }

  /** Returns the numbers of words in signatures, without function words. @param from the first word's place */
  signs({ words, count }: TextWords, from: number, most: number): number[] {
    const signs: number[] = [];
    for (let i = from; i < count && signs.length < most; i++) {
      const sign = this.signOf[words[i]!]!;
      if (sign !== 0) signs.push(sign);
    }
    return signs;
  }

  #numberOf(first: number, second: number, text: string, start: number, end: number): number {
    const slots = this.#slots;
    const size = slots.length / 3;
    let slot = (first ^ (second >>> 15)) & (size - 1);
    for (; slots[slot * 3 + 2] !== 0; slot = (slot + 1) & (size - 1))
      if (slots[slot * 3] === first && slots[slot * 3 + 1] === second) return slots[slot * 3 + 2]! - 1;
    const number = this.#add(text.slice(start, end));
    slots.set([first, second, number + 1], slot * 3);
    if (this.stemOf.length * 2 > size) this.#grow();
    return number;
  }

  #grow(): void {
    const before = this.#slots;
    const slots = new Int32Array(before.length * 2);
    const size = slots.length / 3;
    for (let at = 0; at < before.length; at += 3) {
      if (before[at + 2] === 0) continue;
      let slot = (before[at]! ^ (before[at + 1]! >>> 15)) & (size - 1);
      while (slots[slot * 3 + 2] !== 0) slot = (slot + 1) & (size - 1);
      slots.set(before.subarray(at, at + 3), slot * 3);
    }
    this.#slots = slots;
  }

  #add(slice: string): number {
    // Copies, since a slice would keep the whole text in memory.
    const word = Buffer.from(slice).toString();
    const folded = fold(word);
    this.stemOf.push(folded === '' ? -1 : this.#stemNumber(stem(folded)));
    return this.signOf.push(numberOf(word)) - 1;
  }

  #stemNumber(stemmed: string): number {
    const known = this.#stemNumbers.get(stemmed);
    if (known !== undefined) return known;
    this.#stemNumbers.set(stemmed, this.stems.length);
    return this.stems.push(stemmed) - 1;
  }
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdfff) {
    KINDS[code] = ONE_WORD.test(text.charAt(at)) ? YES : NO;
    return KINDS[code];
  }
  const isSecond = code >= 0xdc00 && /[\ud800-\udbff]/.test(text.charAt(at - 1));
  const character = String.fromCodePoint(text.codePointAt(isSecond ? at - 1 : at)!);
  return ONE_WORD.test(character) ? YES : NO;
}
