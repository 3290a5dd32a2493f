import type { SearchAnalysis } from '../../../build/contract/search/analyze.ts';
import { spellingsOf } from '../../../build/contract/search/tokens.ts';

/** FTS5 expressions (https://sqlite.org/fts5.html#full_text_query_syntax), made of quoted strings only. */

export interface MatchExpressions {
  /** Documents that hold every word and phrase, and nothing excluded. */
  texts: string;
  /** The same words and phrases, for headings; those that hold them one after the other rank higher. */
  headings: string;
  /** What must not occur, or null. */
  excluded: string | null;
}

/** @param analysis with at least one word or phrase */
export function matchExpressions({ words, phrases, excluded, prefix }: SearchAnalysis): MatchExpressions {
  const terms = words.map((word, i) => {
    if (prefix && i === words.length - 1) return `${quote(word)} *`;
    return anyOf(spellingsOf(word).map(quote));
  });
  const all = [...terms, ...phrases.map(quote)].join(' AND ');
  const inOrder = quote([...words, ...phrases].join(' '));
  const none = excluded.length > 0 ? anyOf(excluded.map(quote)) : null;
  return {
    texts: none ? `(${all}) NOT ${none}` : all,
    headings: `(${all}) OR ${inOrder}${prefix ? ' *' : ''}`,
    excluded: none,
  };
}

const anyOf = (expressions: readonly string[]): string =>
  expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`;

/** Nothing inside a quoted string is syntax. */
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
