import { completionsOf, wordWithStem } from '../../../build/contract/search/tokens.ts';
import { areStems, type QueryTerm, type Variant } from '../query/terms.ts';

/** FTS5 expressions (https://sqlite.org/fts5.html#full_text_query_syntax), made of quoted strings only. */

/** Where a phrase or an excluded word counts; loose words count in the names above a document too. */
const OWN_WORDS = '{heading body}';

/** What a term matches in the table `texts`; null where nothing can match. */
export const inText = (term: QueryTerm): string | null => expression(term, OWN_WORDS);

/** The same in the table `labels`, which has no bodies. */
export const inLabels = (term: QueryTerm): string | null => expression(term, 'heading');

/** The same among the names of acts. */
export const inActs = (term: QueryTerm): string | null => (term.isRequired ? null : expression(term, null));

/** What must not occur; null where nothing is excluded. */
export const excludedExpression = (excluded: readonly string[]): string | null =>
  excluded.length === 0 ? null : `${OWN_WORDS} : ${anyOf(excluded.map(quote))}`;

function expression(
  { text, isRequired, isBeginning, variants }: QueryTerm,
  columns: string | null,
): string | null {
  const beginning = isBeginning ? beginningOf(text) : [];
  const matches = [...beginning, ...variants.filter(isLookedFor).flatMap(phraseOf)];
  if (matches.length === 0) return null;
  return isRequired && columns !== null ? `${columns} : ${anyOf(matches)}` : anyOf(matches);
}

/** A beginning is looked for as such, and its completions with it; kin only counts where it stands. */
const isLookedFor = ({ kind }: Variant): boolean => kind !== 'beginning' && kind !== 'kin';

/** Words that begin so, also those whose stem is shorter. */
export const beginningOf = (text: string): string[] => [
  `${quote(text)} *`,
  ...completionsOf(text).map(quote),
];

/** The tokenizer stems what it is given, so a stem stands for itself only as a whole word. */
function phraseOf({ kind, words }: Variant): string[] {
  if (!areStems(kind)) return [quote(words.join(' '))];
  const word = wordWithStem(words[0] ?? '');
  return word === undefined ? [] : [quote(word)];
}

export const anyOf = (expressions: readonly string[]): string =>
  expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`;

/** Nothing inside a quoted string is syntax. */
export const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
