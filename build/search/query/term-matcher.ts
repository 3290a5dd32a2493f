import { completionsOf, fold, foldedWords, spellingsOf, stem, WORD } from '../text/tokens.ts';
import type { SearchAnalysis } from './analyze.ts';

export interface TermMatch {
  start: number;
  end: number;
  term: number;
}

interface Spelling {
  term: number;
  stems: string[];
}

const DIACRITIC = /[\u00c0-\u024f]|[\u0300-\u036f]/;

/** A budget of positions that are examined because a term may begin there. */
interface Budget {
  /** For one beginning: more of them do not improve the passage. */
  most: number;
  /** Number of all positions so far. */
  taken: number;
}

const COMMON = new Set(
  'a an and any are as at be by for from has in is it its no not of on or such that the this to under was with'.split(
    ' ',
  ),
);

/** Finds the terms of a query in a text by stem, and phrases word by word. */
export class TermMatcher {
  /** By term: its weight in a passage. Long words tend to be rare, and phrases are wanted as such. */
  readonly weights: readonly number[];
  readonly #spellings = new Map<string, Spelling[]>();
  /** The last word, if it may be incomplete. */
  readonly #prefix: { term: number; folded: string } | null = null;
  /** Stems by word: a text repeats its words. */
  readonly #stems = new Map<string, string>();
  /** Shared beginnings of the first words of all weighted terms, with patterns of the words that follow. */
  readonly beginnings: ReadonlyMap<string, ReadonlySet<string>>;
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

  matches(text: string): boolean {
    return !this.weighty(text, { most: Number.POSITIVE_INFINITY, taken: 0 }).next().done;
  }

  *all(text: string): Generator<TermMatch> {
    for (const word of text.matchAll(WORD)) {
      const match = this.#matchAt(text, word);
      if (match) yield match;
    }
  }

  /**
   * Yields matches of weighted terms in order, within the budget. Reads only words that begin like such a term, since texts may
   * be long. A frequent beginning may use up its own budget; rare ones are still found.
   */
  *weighty(text: string, budget: Budget): Generator<TermMatch> {
    const beginnings = new Map(this.beginnings);
    const counts = new Map<string, number>();
    let candidate = candidateOf(beginnings);
    let hasMatch = false;
    for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
      const beginning = found[0].toLowerCase();
      const count = (counts.get(beginning) ?? 0) + 1;
      counts.set(beginning, count);
      budget.taken++;
      if (count === budget.most && beginnings.delete(beginning))
        candidate = candidateOf(beginnings, candidate.lastIndex);
      if (isInsideWord(text, found.index)) continue;
      const word = wordAfter(text, found.index);
      const match = word?.index === found.index && this.#matchAt(text, word);
      if (!match || !this.weights[match.term]) continue;
      hasMatch = true;
      yield match;
    }
    // Words with diacritics do not begin like their terms.
    if (hasMatch || !DIACRITIC.test(text)) return;
    for (const match of this.all(text)) if (this.weights[match.term]) yield match;
  }

  #matchAt(text: string, { 0: word, index: start }: RegExpExecArray): TermMatch | null {
    // Skips most words early. A word without leading diacritics begins like its folded form.
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

  /** Returns the end of a phrase, or null if its other words do not follow. @param from the end of its first word */
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

/** Returns a pattern for candidate positions. It has no look-behind, which would run at every character. */
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
  // Mostly a space or an ASCII letter.
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

/** Common words have weight 0 if other words exist. */
function weightsOf(terms: readonly string[], words: number): number[] {
  const weights = terms.map((term, i) => {
    if (i >= words) return 3;
    return COMMON.has(fold(term)) ? 0 : 1 + Math.min(term.length, 10) / 10;
  });
  return weights.some(weight => weight > 0) ? weights : weights.map(() => 1);
}

/** Most characters between the beginnings of adjacent words, in any text worth a passage. */
const STRIDE = 50;

/** Returns a pattern for the rest of a phrase: its longest other word must be near, so that `the` alone is no candidate. */
function followedBy(beginnings: readonly string[]): string {
  const longest = beginnings.reduce(
    (best, word, i) => (word.length > (beginnings[best] ?? '').length ? i : best),
    0,
  );
  const word = beginnings[longest];
  return word ? `(?=[^]{0,${STRIDE * (longest + 1)}}?${word})` : '';
}

/** Returns the common beginning of all words of one stem: `happi` for `happy` and `happiness`. */
function sharedBeginning(folded: string, stemmed: string): string {
  let length = 0;
  while (length < stemmed.length && folded[length] === stemmed[length]) length++;
  return folded.slice(0, length).replace(/(?<=.)[eiy]$/, '');
}
