import type { SearchAnalysis } from './analyze.ts';
import { completionsOf, fold, foldedWords, spellingsOf, stem, WORD } from './tokens.ts';

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

/** More matches of one term than this do not make a better passage. */
const ENOUGH = 5000;

const DIACRITIC = /[\u00c0-\u024f]|[\u0300-\u036f]/;

/** Words that say nothing about a passage. */
const COMMON = new Set(
  'a an and any are as at be by for from has in is it its no not of on or such that the this to under was with'.split(
    ' ',
  ),
);

/** Finds the terms of a query in a text, by stem, phrases word by word. */
export class TermMatcher {
  /** By term: what it is worth to find it in a passage. Long words tend to be rare, and phrases are wanted as such. */
  readonly weights: readonly number[];
  /** By the stem of the first word. */
  readonly #spellings = new Map<string, Spelling[]>();
  /** The last word where it may be the beginning of a longer one. */
  readonly #prefix: { term: number; folded: string } | null = null;
  /** Stems by word: a text repeats its words. */
  readonly #stems = new Map<string, string>();
  /** By term: what the first words of its spellings begin with, whatever their ending. */
  readonly #beginnings: readonly Set<string>[];
  /** The first characters of these. */
  readonly #initials = new Set<string>();

  constructor({ words, phrases, prefix }: SearchAnalysis) {
    const terms = [...words, ...phrases];
    this.weights = weightsOf(terms, words.length);
    this.#beginnings = terms.map(() => new Set());
    for (const [term, text] of terms.entries()) {
      const isPrefix = prefix && term === words.length - 1;
      if (isPrefix) this.#prefix = { term, folded: fold(text) };
      const spellings = term < words.length ? spellingsOf(text) : [text];
      for (const spelling of isPrefix ? [...spellings, ...completionsOf(text)] : spellings) {
        const folded = foldedWords(spelling);
        if (folded[0] === undefined) continue;
        const stems = folded.map(stem);
        const known = this.#spellings.get(stems[0] ?? '') ?? [];
        this.#spellings.set(stems[0] ?? '', [...known, { term, stems }]);
        const beginning = sharedBeginning(folded[0], stems[0] ?? '');
        this.#beginnings[term]?.add(beginning);
        this.#initials.add(beginning.charAt(0));
      }
    }
  }

  /** Every match, in order. */
  *all(text: string): Generator<Match> {
    for (const word of text.matchAll(WORD)) {
      const match = this.#matchAt(text, word);
      if (match) yield match;
    }
  }

  /**
   * Matches of terms with a weight, in order, as many of each term as matter. Reads only words that begin as such a term
   * does: texts may be long.
   */
  *weighty(text: string): Generator<Match> {
    const counts: number[] = this.weights.map(weight => (weight > 0 ? 0 : ENOUGH));
    let candidate = this.#candidate(counts);
    let hasMatch = false;
    for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
      if (isInsideWord(text, found.index)) continue;
      const word = wordAfter(text, found.index);
      const match = word?.index === found.index && this.#matchAt(text, word);
      if (!match || !this.weights[match.term]) continue;
      hasMatch = true;
      yield match;
      const count = (counts[match.term] ?? 0) + 1;
      counts[match.term] = count;
      if (count === ENOUGH) candidate = this.#candidate(counts, candidate.lastIndex);
    }
    // Words with diacritics do not begin as their terms do.
    if (hasMatch || !DIACRITIC.test(text)) return;
    for (const match of this.all(text)) if (this.weights[match.term]) yield match;
  }

  /** Where a term may begin that has not had enough matches. */
  #candidate(counts: readonly number[], lastIndex = 0): RegExp {
    const beginnings = this.#beginnings.flatMap((of, term) => ((counts[term] ?? 0) < ENOUGH ? [...of] : []));
    // Without a look behind: it would be tried at every character.
    const candidate = new RegExp(beginnings.join('|') || '(?!)', 'gi');
    candidate.lastIndex = lastIndex;
    return candidate;
  }

  /** The longest match that begins with this word. */
  #matchAt(text: string, { 0: word, index: start }: RegExpExecArray): Match | null {
    // Spares most words the rest. Without diacritics in front, a word begins as it does when folded.
    const initial = word.charAt(0);
    if (initial <= '\u007f' && !this.#initials.has(initial.toLowerCase())) return null;
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

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function isInsideWord(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  // Mostly a space or a letter of ASCII.
  if (before <= 0x7f)
    return before > 0x60 ? before <= 0x7a : (before > 0x40 && before <= 0x5a) || isDigit(before);
  return LETTER_OR_DIGIT.test(text[index - 1] ?? '');
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const NEXT_WORD = new RegExp(WORD);

function wordAfter(text: string, from: number): RegExpExecArray | null {
  NEXT_WORD.lastIndex = from;
  return NEXT_WORD.exec(text);
}

/** Common words have no weight beside others. */
function weightsOf(terms: readonly string[], words: number): number[] {
  const weights = terms.map((term, i) => {
    if (i >= words) return 3;
    return COMMON.has(fold(term)) ? 0 : 1 + Math.min(term.length, 10) / 10;
  });
  return weights.some(weight => weight > 0) ? weights : weights.map(() => 1);
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
