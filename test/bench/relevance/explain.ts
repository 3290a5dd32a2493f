import { readParams } from '../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../build/contract/search.ts';
import { rankedFirst } from '../../../build/search/embedded/find/answer.ts';
import { findDocuments } from '../../../build/search/embedded/find/find-documents.ts';
import { foundTerms } from '../../../build/search/embedded/find/found-terms.ts';
import type { SearchIndex } from '../../../build/search/embedded/find/open-index.ts';
import { Words } from '../../../build/search/embedded/find/word-rows.ts';
import { analyze } from '../../../build/search/query/analyze.ts';
import type { QueryTerm } from '../../../build/search/query/query-terms.ts';
import { type Score, totalOf } from '../../../build/search/ranking/score.ts';

/** How many of the first are explained. */
const SHOWN = 10;
const COLUMN = 10;

/**
 * Why the first documents of a query stand where they stand: what is looked for, what each term is worth, and what each part
 * of the score gave.
 * @returns lines for people
 */
export async function explain(index: SearchIndex, q: string): Promise<string[]> {
  const query = parseSearchQuery(readParams(`q=${encodeURIComponent(q)}`));
  const analysis = analyze(q);
  const words = new Words(index);
  const terms = await foundTerms(index, words, analysis);
  const found = await findDocuments(index, words, query, analysis, terms);
  const first = (await rankedFirst(index, terms, found)).slice(0, SHOWN);
  const hits = await index.hits(
    first.map(({ id }) => id),
    false,
  );
  const parts = Object.keys(first.find(({ score }) => score)?.score ?? {}) as (keyof Score)[];
  return [
    `${found.rows.length} found`,
    ...terms.map(({ term, weight }) => `  ${weight.toFixed(2)}  ${describe(term)}`),
    '',
    ['total', ...parts].map(name => name.padStart(COLUMN)).join(''),
    ...first.flatMap(({ score }, i) => {
      const { identifier, heading } = JSON.parse(hits[i]!.hit) as { identifier: string; heading: string };
      const values = score ? [totalOf(score), ...parts.map(part => score[part])] : [];
      const line =
        values.map(value => value.toFixed(2).padStart(COLUMN)).join('') || 'cited'.padStart(COLUMN);
      return [`${line}  ${identifier}`, `${' '.repeat(COLUMN)}${heading}`];
    }),
  ];
}

const describe = ({ text, isRequired, isBeginning, variants }: QueryTerm): string => {
  const others = variants
    .filter(({ kind }) => kind !== 'typed' && kind !== 'beginning')
    .map(({ kind, words }) => `${kind}: ${words.join(' ')}`);
  const notes = [...(isRequired ? ['required'] : []), ...(isBeginning ? ['may go on'] : []), ...others];
  return notes.length > 0 ? `${text} (${notes.join('; ')})` : text;
};
