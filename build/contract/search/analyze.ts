import { citationsIn } from './recognize.ts';

/** What a query text asks for, the same for both engines. Every text in it holds at least one letter or digit. */
export interface SearchAnalysis {
  /** Loose words as typed, punctuation around them dropped (`U.S.C`, `106(1`), each once. */
  words: string[];
  /** Quoted phrases, without their quotes. */
  phrases: string[];
  /** What must not occur: words, or phrases where they contain a space. */
  excluded: string[];
  /** The last loose word may be the beginning of a longer one: nothing follows it, and it is not a number. */
  prefix: boolean;
  /** Keys of the recognised citations (`citation.ts`), in order of appearance. Their words are in `words` too. */
  citations: string[];
}

const PIECE = /(-*)"([^"]*)(?:"|$)|[^\s"]+/gu;
/** A shorter beginning matches half of the vocabulary. */
const SHORTEST_PREFIX = 3;

/** @param text the query as the client sent it. A text of only punctuation and operators asks for nothing. */
export function analyze(text: string): SearchAnalysis {
  // Curly quotes quote too. Control characters separate: a NUL would end the text for SQLite.
  const plain = text.replace(/[“”„‟«»]/gu, '"').replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  const words = new Set<string>();
  const phrases = new Set<string>();
  const excluded = new Set<string>();
  let last = '';
  for (const [piece, minus, quoted] of plain.matchAll(PIECE)) {
    const isExcluded = quoted === undefined ? piece.startsWith('-') : minus !== '';
    const content = trimPunctuation(quoted ?? piece);
    last = '';
    if (content === '') continue;
    if (isExcluded) excluded.add(content);
    else if (quoted !== undefined) phrases.add(content);
    else {
      last = content;
      words.add(content);
    }
  }
  return {
    words: [...words],
    phrases: [...phrases],
    excluded: [...excluded],
    prefix: [...last].length >= SHORTEST_PREFIX && /\p{L}$/u.test(plain) && !/\p{N}/u.test(last),
    citations: citationsIn(withoutExclusions(plain)),
  };
}

export const isEmptyAnalysis = ({ words, phrases, citations }: SearchAnalysis): boolean =>
  words.length + phrases.length + citations.length === 0;

/** True where nothing can be found: the answer has no hits, and the engine is not asked. */
export const asksForNothing = (text: string): boolean =>
  // What holds a letter or digit asks for something, unless all of it is excluded.
  !/[\p{L}\p{N}]/u.test(text) || (text.includes('-') && isEmptyAnalysis(analyze(text)));

const trimPunctuation = (text: string): string =>
  text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '').replace(/\s+/g, ' ');

const withoutExclusions = (text: string): string =>
  text.replace(PIECE, (piece, minus = '') =>
    minus || piece.startsWith('-') ? ' ' : piece.replaceAll('"', ' '),
  );
