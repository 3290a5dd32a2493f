import { fold, spellingsOf, WORD } from '../text/tokens.ts';
import { citationsIn } from './query-citations.ts';

/**
 * The analysed text of a query, the same for both engines. Each string holds at least one letter or digit. Every word costs
 * time, so `MOST` bounds them; words beyond it are dropped from the end.
 */
export interface SearchAnalysis {
  /** Loose words as typed, without the punctuation around them (`U.S.C`, `106(1`). Of equal ones, the first. */
  words: string[];
  /** Quoted phrases without their quotes. Phrases that differ only in case and punctuation are equal. */
  phrases: string[];
  /** Excluded words, and excluded phrases, which contain a space. */
  excluded: string[];
  /** The last loose word may be incomplete: nothing follows it, and it is not a number. */
  prefix: boolean;
  /** Recognised citation keys (`build/contract/citations/keys.ts`), in order of appearance. `words` has their words too. */
  citations: string[];
}

const PIECE = /(-*)"([^"]*)(?:"|$)|[^\s"]+/gu;
/** Shorter prefixes match half of the vocabulary. */
const SHORTEST_PREFIX = 3;

/**
 * `words`: runs of letters and digits in loose words and phrases together; `excluded`: in exclusions; `citations`: keys. A
 * phrase of two frequent words takes an engine 50 ms at 14,000 documents, and 500 characters hold 80 such phrases.
 */
export const MOST = { words: 24, excluded: 12, citations: 20 } as const;

/** @param text the query as the client sent it. A text of only punctuation and operators is empty. */
export function analyze(text: string): SearchAnalysis {
  // Curly quotes quote too. Control characters separate: a NUL would end the text for SQLite.
  const plain = text.replace(/[“”„‟«»]/gu, '"').replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  const asked = { left: MOST.words };
  const words = new Terms(asked, spellingsOf);
  const phrases = new Terms(asked);
  const excluded = new Terms({ left: MOST.excluded });
  let last = '';
  for (const [piece, minus, quoted] of plain.matchAll(PIECE)) {
    const isExcluded = quoted === undefined ? piece.startsWith('-') : minus !== '';
    const content = trimPunctuation(quoted ?? piece);
    last = '';
    if (content === '') continue;
    if (isExcluded) excluded.add(content);
    else if (quoted !== undefined) phrases.add(content);
    else last = words.add(content);
  }
  return {
    words: words.texts,
    phrases: phrases.texts,
    excluded: excluded.texts,
    prefix: last === words.texts.at(-1) && mayGoOn(last) && /\p{L}$/u.test(plain),
    citations: citationsIn(withoutExclusions(plain)).slice(0, MOST.citations),
  };
}

/** True for a query that can find nothing: the answer has no hits, and the engine is not asked. */
export const asksForNothing = (text: string): boolean =>
  // A text with a letter or digit is empty only if all of it is excluded.
  !/[\p{L}\p{N}]/u.test(text) || (text.includes('-') && isEmpty(analyze(text)));

const isEmpty = ({ words, phrases, citations }: SearchAnalysis): boolean =>
  words.length + phrases.length + citations.length === 0;

const mayGoOn = (word: string): boolean => [...word].length >= SHORTEST_PREFIX && !/\p{N}/u.test(word);

class Terms {
  readonly #byMeaning = new Map<string, string>();
  readonly #room: { left: number };
  readonly #spellings: (text: string) => string[];

  /** @param room number of runs of letters and digits that may still be added */
  constructor(room: { left: number }, spellings = (text: string) => [text]) {
    this.#room = room;
    this.#spellings = spellings;
  }

  get texts(): string[] {
    return [...this.#byMeaning.values()];
  }

  add(text: string): string {
    const meaning = this.#spellings(text).map(foldedText).sort().join('|');
    const known = this.#byMeaning.get(meaning);
    if (known !== undefined) return known;
    const runs = [...text.matchAll(WORD)];
    const last = runs[Math.min(runs.length, this.#room.left) - 1];
    if (!last) return '';
    const isWhole = runs.length <= this.#room.left;
    this.#byMeaning.set(meaning, isWhole ? text : text.slice(0, last.index + last[0].length));
    this.#room.left -= Math.min(runs.length, this.#room.left);
    return isWhole ? text : '';
  }
}

const foldedText = (text: string): string => Array.from(text.matchAll(WORD), ([run]) => fold(run)).join(' ');

const trimPunctuation = (text: string): string =>
  text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '').replace(/\s+/g, ' ');

const withoutExclusions = (text: string): string =>
  text.replace(PIECE, (piece, minus = '') =>
    minus || piece.startsWith('-') ? ' ' : piece.replaceAll('"', ' '),
  );
