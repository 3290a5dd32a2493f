import { completionsOf, fold, foldedWords, spellingsOf, stem, WORD } from '../text/tokens.ts';
import type { SearchAnalysis } from './analyze.ts';

/** A place in a text where a term of the query occurs. */
export interface TermMatch {
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

/** Places of a text that are looked at because something begins there as a term does. */
interface Looks {
  /** Of one beginning: more of them do not make a better passage. */
  most: number;
  /** In all, so far. */
  taken: number;
}

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
  /** By what the first words of all terms with a weight begin with, whatever their ending: patterns of what follows. */
  readonly beginnings: ReadonlyMap<string, ReadonlySet<string>>;
  /** The first characters of these. */
  readonly #initials = new Set<string>();

  constructor({ words, phrases, prefix }: SearchAnalysis) {
    const terms = [...words, ...phrases];
    this.weights = weightsOf(terms, words.length);
    const beginnings = new Map<string, Set<string>>();
    this.beginnings = beginnings;
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
        const [beginning = '', ...rest] = folded.map((word, i) => sharedBeginning(word, stems[i] ?? ''));
        const following = beginnings.get(beginning) ?? new Set();
        if (this.weights[term]) beginnings.set(beginning, following.add(followedBy(rest)));
        this.#initials.add(beginning.charAt(0));
      }
    }
  }

  /** Whether any term with a weight occurs. */
  matches(text: string): boolean {
    return !this.weighty(text, { most: Number.POSITIVE_INFINITY, taken: 0 }).next().done;
  }

  /** Every match, in order. */
  *all(text: string): Generator<TermMatch> {
    for (const word of text.matchAll(WORD)) {
      const match = this.#matchAt(text, word);
      if (match) yield match;
    }
  }

  /**
   * Matches of terms with a weight, in order, as many of each as matter. Reads only words that begin as such a term does:
   * texts may be long. Once a frequent beginning has had its looks, the rare ones are still found.
   */
  *weighty(text: string, looks: Looks): Generator<TermMatch> {
    const beginnings = new Map(this.beginnings);
    const counts = new Map<string, number>();
    let candidate = candidateOf(beginnings);
    let hasMatch = false;
    for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
      const beginning = found[0].toLowerCase();
      const count = (counts.get(beginning) ?? 0) + 1;
      counts.set(beginning, count);
      looks.taken++;
      if (count === looks.most && beginnings.delete(beginning))
        candidate = candidateOf(beginnings, candidate.lastIndex);
      if (isInsideWord(text, found.index)) continue;
      const word = wordAfter(text, found.index);
      const match = word?.index === found.index && this.#matchAt(text, word);
      if (!match || !this.weights[match.term]) continue;
      hasMatch = true;
      yield match;
    }
    // Words with diacritics do not begin as their terms do.
    if (hasMatch || !DIACRITIC.test(text)) return;
    for (const match of this.all(text)) if (this.weights[match.term]) yield match;
  }

  /** The longest match that begins with this word. */
  #matchAt(text: string, { 0: word, index: start }: RegExpExecArray): TermMatch | null {
    // Spares most words the rest. Without diacritics in front, a word begins as it does when folded.
    const initial = word.charAt(0);
    if (initial <= '\u007f' && !this.#initials.has(initial.toLowerCase())) return null;
    const folded = fold(word);
    let best: TermMatch | null = null;
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

/** Where a term may begin. Without a look behind: it would be tried at every character. */
function candidateOf(beginnings: TermMatcher['beginnings'], lastIndex = 0): RegExp {
  const patterns = Array.from(beginnings, ([beginning, following]) =>
    following.has('') ? beginning : `${beginning}(?:${[...following].join('|')})`,
  );
  const candidate = new RegExp(patterns.join('|') || '(?!)', 'gi');
  candidate.lastIndex = lastIndex;
  return candidate;
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

/** Characters from the beginning of one word to that of the next, in all texts that are worth a passage. */
const STRIDE = 50;

/** A pattern of what follows the first word of a phrase: its longest other word, so that `the` is looked at for no more. */
function followedBy(beginnings: readonly string[]): string {
  const longest = beginnings.reduce(
    (best, word, i) => (word.length > (beginnings[best] ?? '').length ? i : best),
    0,
  );
  const word = beginnings[longest];
  return word ? `(?=[^]{0,${STRIDE * (longest + 1)}}?${word})` : '';
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
