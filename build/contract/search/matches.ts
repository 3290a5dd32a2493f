import type { SearchAnalysis } from './analyze.ts';
import { fold, foldedWords, spellingsOf, stem, WORD } from './tokens.ts';

/** A place in a text where a term of the query occurs. */
export interface Match {
  start: number;
  end: number;
  /** Which term: an ordinal within the query. */
  term: number;
}

/** One spelling of a term: the stems of its words in order. */
interface Spelling {
  term: number;
  stems: string[];
}

const DIACRITIC = /[\u00c0-\u024f]|[\u0300-\u036f]/;

/** Finds the terms of a query in a text, by stem, phrases word by word. */
export class TermMatcher {
  /** By the stem of the first word. */
  readonly #spellings = new Map<string, Spelling[]>();
  /** The last word where it may be the beginning of a longer one. */
  readonly #prefix: { term: number; folded: string } | null = null;
  /** Stems by word: a text repeats its words. */
  readonly #stems = new Map<string, string>();
  readonly #candidate: RegExp;

  constructor({ words, phrases, prefix }: SearchAnalysis) {
    const beginnings = new Set<string>();
    for (const [term, text] of [...words, ...phrases].entries()) {
      for (const spelling of term < words.length ? spellingsOf(text) : [text]) {
        const folded = foldedWords(spelling);
        if (folded[0] === undefined) continue;
        const stems = folded.map(stem);
        const known = this.#spellings.get(stems[0] ?? '') ?? [];
        this.#spellings.set(stems[0] ?? '', [...known, { term, stems }]);
        beginnings.add(sharedBeginning(folded[0], stems[0] ?? ''));
      }
      if (prefix && term === words.length - 1) this.#prefix = { term, folded: fold(text) };
    }
    this.#candidate = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...beginnings].join('|') || '(?!)'})`, 'giu');
  }

  /** Every match, in order. Reads each word: for short texts. */
  all(text: string): Match[] {
    return this.#matchesFrom(text, text.matchAll(WORD));
  }

  /** Every match, in order. Reads only words that begin as a term does: for texts of megabytes. */
  scan(text: string): Match[] {
    const matches = this.#matchesFrom(text, candidates(text, this.#candidate));
    // Words with diacritics do not begin as their terms do.
    return matches.length === 0 && DIACRITIC.test(text) ? this.all(text) : matches;
  }

  #matchesFrom(text: string, words: Iterable<RegExpExecArray>): Match[] {
    const matches: Match[] = [];
    for (const word of words) {
      const match = this.#matchAt(text, word);
      if (match) matches.push(match);
    }
    return matches;
  }

  /** The longest match that begins with this word. */
  #matchAt(text: string, { 0: word, index: start }: RegExpExecArray): Match | null {
    const folded = fold(word);
    let best: Match | null = null;
    if (this.#prefix && folded.startsWith(this.#prefix.folded)) {
      best = { start, end: start + word.length, term: this.#prefix.term };
    }
    for (const { term, stems } of this.#spellings.get(this.#stemOf(folded)) ?? []) {
      const end = this.#endOf(text, start + word.length, stems);
      if (end !== null && end > (best?.end ?? 0)) best = { start, end, term };
    }
    return best;
  }

  /** Where the rest of a phrase ends, or null where it does not follow. @param from the end of its first word */
  #endOf(text: string, from: number, stems: readonly string[]): number | null {
    let end = from;
    for (const wanted of stems.slice(1)) {
      const next = wordAfter(text, end);
      if (!next || this.#stemOf(fold(next[0])) !== wanted) return null;
      end = next.index + next[0].length;
    }
    return end;
  }

  #stemOf(folded: string): string {
    let stemmed = this.#stems.get(folded);
    if (stemmed === undefined) {
      stemmed = stem(folded);
      this.#stems.set(folded, stemmed);
    }
    return stemmed;
  }
}

function wordAfter(text: string, from: number): RegExpExecArray | null {
  const word = new RegExp(WORD);
  word.lastIndex = from;
  return word.exec(text);
}

function* candidates(text: string, beginning: RegExp): Generator<RegExpExecArray> {
  for (const { index } of text.matchAll(beginning)) {
    const word = wordAfter(text, index);
    if (word?.index === index) yield word;
  }
}

/**
 * What all words of one stem begin with: `hoping` and `hope` have the stem `hope`, `happy` and `happiness`
 * have `happi`.
 */
function sharedBeginning(folded: string, stemmed: string): string {
  let length = 0;
  while (length < stemmed.length && folded[length] === stemmed[length]) length++;
  return folded.slice(0, length).replace(/(?<=.)[eiy]$/, '');
}
