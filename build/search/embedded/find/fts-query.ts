import { areStems, isSought, type QueryTerm, type Variant } from '../../query/query-terms.ts';
import { completionsOf, wordWithStem } from '../../text/tokens.ts';

/** FTS5 expressions (https://sqlite.org/fts5.html#full_text_query_syntax), made of quoted strings only. */

/** What a term matches among the names of acts; null where nothing can match. Phrases count where they are written. */
export function inActs({ text, isRequired, isBeginning, variants }: QueryTerm): string | null {
  const beginning = isBeginning ? [`${quote(text)} *`, ...completionsOf(text).map(quote)] : [];
  const matches = [...beginning, ...variants.filter(isSought).flatMap(phraseOf)];
  return isRequired || matches.length === 0 ? null : matches.join(' OR ');
}

/** The tokenizer stems what it is given, so a stem stands for itself only as a whole word. */
function phraseOf({ kind, words }: Variant): string[] {
  if (!areStems(kind)) return [quote(words.join(' '))];
  const word = wordWithStem(words[0] ?? '');
  return word === undefined ? [] : [quote(word)];
}

/** Nothing inside a quoted string is syntax. */
export const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
