import { LABEL_WORDS, packSignature, READ, TEXT_WORDS } from '../text/signature.ts';
import { isFunctionWord, stem } from '../text/tokens.ts';
import { WordTable } from '../text/word-table.ts';

/**
 * Typesense 0.24 cannot stem, and later versions stem differently. Records therefore hold the stems of `../text/tokens.ts` in
 * the order of the text, and queries ask for stems, so that both engines find the same forms of a word.
 */

/** `U.S.C.` is one word, as `USC` is. */
const DOTTED = /\b(?:[A-Za-z]\.){2,}/g;
/** Stems that are kept between texts. */
const REMEMBERED = 300_000;
/** Typesense drops longer words. */
const LONGEST = 64;
/** Typesense drops these, too: a query of nothing else would find everything. */
const DROPPED = /[^\p{L}\p{Nd}]|\p{Lm}/gu;

const keptOf = (stemmed: string): string => stemmed.replace(DROPPED, '').slice(0, LONGEST);

/** Returns the stem of a folded word as Typesense keeps it; '' if it would drop all of it. */
export const stemOfWord = (folded: string): string => keptOf(stem(folded));

const undotted = (letters: string): string => `${letters.replaceAll('.', '')} `;

/** The stems of a text in order, and each of them once, with a space between. */
export interface TextStems {
  all: string;
  distinct: string;
}

/** Folds and stems each word once, however often texts repeat it. */
class Texts {
  #table = new WordTable();
  /** By stem: as Typesense keeps it, and the first stem that is kept so. */
  #kept: string[] = [];
  #first: number[] = [];
  readonly #firsts = new Map<string, number>();
  /** By first stem: the number of the last text that held it. */
  #met: number[] = [];
  #texts = 0;
  readonly #into = { words: new Int32Array(4096) };

  stems(text: string): TextStems {
    const { stemOf, stems } = this.#known();
    const { words, count } = this.#table.read(text.replace(DOTTED, undotted), 0, this.#into);
    while (this.#kept.length < stems.length) this.#learn(stems[this.#kept.length]!);
    const all: string[] = [];
    const distinct: string[] = [];
    this.#texts++;
    for (let i = 0; i < count; i++) {
      const number = this.#first[stemOf[words[i]!]!]!;
      const kept = this.#kept[number]!;
      if (kept === '') continue;
      all.push(kept);
      if (this.#met[number] !== this.#texts) distinct.push(kept);
      this.#met[number] = this.#texts;
    }
    return { all: all.join(' '), distinct: distinct.join(' ') };
  }

  signs(text: string, most: number, end: number): number[] {
    const table = this.#known();
    return table.signs(table.read(text, 0, this.#into, end), 0, most);
  }

  #known(): WordTable {
    if (this.#table.stems.length > REMEMBERED) {
      this.#table = new WordTable();
      [this.#kept, this.#first, this.#met] = [[], [], []];
      this.#firsts.clear();
    }
    return this.#table;
  }

  #learn(stemmed: string): void {
    const kept = keptOf(stemmed);
    const number = this.#kept.push(kept) - 1;
    if (!this.#firsts.has(kept)) this.#firsts.set(kept, number);
    this.#first.push(this.#firsts.get(kept)!);
    this.#met.push(0);
  }
}

const texts = new Texts();

export const readStems = (text: string): TextStems => texts.stems(text);

/** Returns the stems of a text in order, with a space between. */
export const stemsOf = (text: string): string => readStems(text).all;

/** Returns the signature of a document, see `../text/signature.ts`. @param length of the text, without notes */
export const signatureOf = (heading: string, names: string, text: string, length: number): Buffer =>
  packSignature(
    texts.signs(heading, LABEL_WORDS, READ),
    texts.signs(names, LABEL_WORDS, READ),
    texts.signs(text, TEXT_WORDS, Math.min(READ, length)),
  );

/** Returns the stems of folded words, without function words. Dotted letters are one word. */
export function tellingStems(words: readonly string[]): string[] {
  const isDotted = words.length > 1 && words.every(word => word.length === 1);
  return (isDotted ? [words.join('')] : words)
    .filter(word => !isFunctionWord(word))
    .map(stemOfWord)
    .filter(stemmed => stemmed !== '');
}
