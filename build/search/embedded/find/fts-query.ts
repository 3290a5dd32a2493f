import { areStems, isSearched, type QueryTerm, type Variant } from '../../query/query-terms.ts';
import { completionsOf, wordWithStem } from '../../text/tokens.ts';

/** FTS5 expressions (https://sqlite.org/fts5.html#full_text_query_syntax), built from quoted strings only. */

/** Returns the expression for a term among the names of acts; null if nothing can match. Phrases match only in texts. */
export function inActs({ text, isRequired, isBeginning, variants }: QueryTerm): string | null {
  const beginning = isBeginning ? [`${quote(text)} *`, ...completionsOf(text).map(quote)] : [];
  const matches = [...beginning, ...variants.filter(isSearched).flatMap(phraseOf)];
  return isRequired || matches.length === 0 ? null : matches.join(' OR ');
}

/** The tokenizer stems its input, so a stem must be replaced by a word that has it. */
function phraseOf({ kind, words }: Variant): string[] {
  if (!areStems(kind)) return [quote(words.join(' '))];
  const word = wordWithStem(words[0] ?? '');
  return word === undefined ? [] : [quote(word)];
}

/** No character is syntax within a quoted string. */
export const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
