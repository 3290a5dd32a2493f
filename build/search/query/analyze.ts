import { citationsIn } from '../../contract/citations/recognize.ts';
import { fold, spellingsOf, WORD } from '../text/tokens.ts';

/**
 * What a query text asks for, the same for both engines. Every text in it holds at least one letter or digit. How much it
 * may be is bounded, because each word costs: what goes beyond `MOST` is dropped, from the end of the text.
 */
export interface SearchAnalysis {
  /** Loose words as typed, punctuation around them dropped (`U.S.C`, `106(1`). Of those with the same meaning, the first. */
  words: string[];
  /** Quoted phrases, without their quotes. Those that differ only in case and punctuation are equal. */
  phrases: string[];
  /** What must not occur: words, or phrases where they contain a space. */
  excluded: string[];
  /** The last loose word may be the beginning of a longer one: nothing follows it, and it is not a number. */
  prefix: boolean;
  /** Keys of the recognised citations (`build/contract/citations/keys.ts`), in order of appearance. Their words are in `words` too. */
  citations: string[];
}

const PIECE = /(-*)"([^"]*)(?:"|$)|[^\s"]+/gu;
/** A shorter beginning matches half of the vocabulary. */
const SHORTEST_PREFIX = 3;

/**
 * `words`: runs of letters and digits in loose words and phrases together, `excluded`: in exclusions, `citations`: keys.
 * A phrase of two frequent words takes an engine 50 ms at 14,000 documents, and may be repeated 80 times in 500 characters.
 */
export const MOST = { words: 24, excluded: 12, citations: 20 } as const;

/** @param text the query as the client sent it. A text of only punctuation and operators asks for nothing. */
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

/** True where nothing can be found: the answer has no hits, and the engine is not asked. */
export const asksForNothing = (text: string): boolean =>
  // What holds a letter or digit asks for something, unless all of it is excluded.
  !/[\p{L}\p{N}]/u.test(text) || (text.includes('-') && isEmpty(analyze(text)));

const isEmpty = ({ words, phrases, citations }: SearchAnalysis): boolean =>
  words.length + phrases.length + citations.length === 0;

const mayGoOn = (word: string): boolean => [...word].length >= SHORTEST_PREFIX && !/\p{N}/u.test(word);

/** Terms of one kind, as many as there is room for. */
class Terms {
  readonly #byMeaning = new Map<string, string>();
  readonly #room: { left: number };
  readonly #spellings: (text: string) => string[];

  /** @param room how many runs of letters and digits there may be yet */
  constructor(room: { left: number }, spellings = (text: string) => [text]) {
    this.#room = room;
    this.#spellings = spellings;
  }

  get texts(): string[] {
    return [...this.#byMeaning.values()];
  }

  /** Adds a term, or as much of it as there is room for. @returns the text that stands for it; '' where it is not whole */
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
