import { numberOf } from '../contract/search/signature.ts';
import { fold, stem, WORD } from '../contract/search/tokens.ts';

/** The words of a text, by their numbers in {@link WordTable}, in order. Good until the next text is read. */
export interface TextWords {
  words: Int32Array;
  count: number;
  /** How many of them begin before the limit. */
  within: number;
}

/** Of characters beyond ASCII, by code unit: whether they are of a word. 0 is not known yet, surrogates are looked at as pairs. */
const CLASSES = new Uint8Array(0x10000);
const YES = 1;
const NO = 2;
const ONE_WORD = new RegExp(`^${WORD.source}$`, 'u');
for (let code = 0; code < 0x80; code++) CLASSES[code] = ONE_WORD.test(String.fromCharCode(code)) ? YES : NO;

/** Every word is folded and stemmed once, however often texts repeat it. */
export class WordTable {
  /** By number of a word. */
  readonly #numbers = new Map<string, number>();
  /** By word: the number of its stem; -1 where nothing is left of it. */
  readonly stemOf: number[] = [];
  /** By word: what a signature holds of it; 0 of a function word. */
  readonly signOf: number[] = [];
  readonly #stemNumbers = new Map<string, number>();
  readonly stems: string[] = [];

  /** @param limit in UTF-16 code units, see `within` */
  read(text: string, limit: number, into: { words: Int32Array }): TextWords {
    let { words } = into;
    let count = 0;
    let within = -1;
    const { length } = text;
    let at = 0;
    while (at < length) {
      const width = widthAt(text, at);
      if (width <= 0) {
        at -= width;
        continue;
      }
      const start = at;
      at += width;
      for (let next = 1; at < length && next > 0; at += Math.max(0, next)) next = widthAt(text, at);
      if (within < 0 && start >= limit) within = count;
      const word = text.slice(start, at);
      const number = this.#numbers.get(word) ?? this.#add(word);
      if (this.stemOf[number]! < 0) continue;
      if (count === words.length) {
        const longer = new Int32Array(count * 2);
        longer.set(words);
        words = longer;
        into.words = longer;
      }
      words[count++] = number;
    }
    return { words, count, within: within < 0 ? count : within };
  }

  #add(word: string): number {
    const number = this.stemOf.length;
    const folded = fold(word);
    this.#numbers.set(word, number);
    this.stemOf.push(folded === '' ? -1 : this.#stemNumber(stem(folded)));
    this.signOf.push(numberOf(word));
    return number;
  }

  #stemNumber(stemmed: string): number {
    const known = this.#stemNumbers.get(stemmed);
    if (known !== undefined) return known;
    this.#stemNumbers.set(stemmed, this.stems.length);
    return this.stems.push(stemmed) - 1;
  }
}

/** Code units of the character at a place: positive where it is of a word, else negative. */
function widthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const known = CLASSES[code]!;
  if (known !== 0) return known === YES ? 1 : -1;
  if (code < 0xd800 || code > 0xdfff) {
    CLASSES[code] = ONE_WORD.test(text.charAt(at)) ? YES : NO;
    return CLASSES[code] === YES ? 1 : -1;
  }
  const character = String.fromCodePoint(text.codePointAt(at)!);
  return ONE_WORD.test(character) ? character.length : -character.length;
}
