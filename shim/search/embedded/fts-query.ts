import { completionsOf, spellingsOf } from '../../../build/contract/search/tokens.ts';
import type { SearchAnalysis } from '../query/analyze.ts';

/** FTS5 expressions (https://sqlite.org/fts5.html#full_text_query_syntax), made of quoted strings only. */
export interface MatchExpressions {
  /** Every word and phrase, and nothing excluded. */
  texts: string;
  /** The same documents; those that hold the words one after the other rank higher. */
  ranked: string;
  /** As `ranked`, for headings: what is excluded may stand in the body, and is looked for there. */
  headings: string;
  /** What must not occur, or null. */
  excluded: string | null;
}

/** @param analysis with at least one word or phrase */
export function matchExpressions(analysis: SearchAnalysis): MatchExpressions {
  const all = everyTerm(analysis);
  const headings = [...(analysis.words.length > 1 ? [`(${all})`] : [all]), ...wordsInOrder(analysis)].join(
    ' OR ',
  );
  const excluded = analysis.excluded.length > 0 ? anyOf(analysis.excluded.map(quote)) : null;
  const allowed = (expression: string) => (excluded ? `(${expression}) NOT ${excluded}` : expression);
  return { texts: allowed(all), ranked: allowed(headings), headings, excluded };
}

function everyTerm({ words, phrases, prefix }: SearchAnalysis): string {
  const last = prefix ? words.length - 1 : words.length;
  const terms = words.map((word, i) => (i < last ? wordTerm(word) : prefixTerm(word)));
  return [...terms, ...phrases.map(quote)].join(' AND ');
}

/** A whole word in any of its spellings. */
export const wordTerm = (word: string): string => anyOf(spellingsOf(word).map(quote));

/** A word, or a longer one that begins with it. */
export const prefixTerm = (word: string): string =>
  anyOf([`${quote(word)} *`, ...completionsOf(word).map(quote)]);

/** All loose words as one phrase, by their first and by their last spellings. */
function wordsInOrder({ words, prefix }: SearchAnalysis): string[] {
  if (words.length < 2) return [];
  const spellings = words.map(spellingsOf);
  const phrases = new Set([0, -1].map(which => spellings.map(of => of.at(which)).join(' ')));
  return Array.from(phrases, phrase => quote(phrase) + (prefix ? ' *' : ''));
}

const anyOf = (expressions: readonly string[]): string =>
  expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`;

/** Nothing inside a quoted string is syntax. */
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
