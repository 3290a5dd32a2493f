import { citesPart } from '../../../contract/citations/keys.ts';
import type { SearchQuery } from '../../../contract/search.ts';
import type { SearchFilters } from '../../../contract/search-filters.ts';
import { addToEach, has, insert, intersect, membersOf, subtract, unite } from '../../../formats/bitmap.ts';
import type { SearchAnalysis } from '../../query/analyze.ts';
import { shareOfFound } from '../../ranking/limits.ts';
import { nameNumber } from '../../text/signature.ts';
import { foldedWords } from '../../text/tokens.ts';
import { filterRows } from './filters.ts';
import type { FoundTerm } from './found-terms.ts';
import { inActs } from './fts-query.ts';
import type { SearchIndex } from './open-index.ts';
import { phraseBits } from './phrases.ts';
import type { Words } from './word-rows.ts';

export interface Findings {
  /** Rows of the documents, ascending. */
  rows: Uint32Array;
  /** By row, in {@link UNIT}s: the sum of the weights of the matched terms. */
  worth: Int32Array;
  /** The same for heading, names and names of acts alone. */
  labels: Int32Array;
  /** Rows whose whole name equals the query. */
  named: ReadonlySet<number>;
  /** Rows that the query cites, all of them found: 0 for direct citations, 1 for sections of a cited part. */
  cited: ReadonlyMap<number, 0 | 1>;
}

/** Weights are summed as whole numbers, so that the order of addition does not matter. */
export const UNIT = 1e-6;

interface Matches {
  /** By term: rows of acts that other documents call by such a name. */
  acts: number[][];
  named: number[];
  cited: [row: number, isOfPart: 0 | 1][];
}

/** Finds the cited documents and those that hold enough of the terms, best of those that pass the filters. */
export async function findDocuments(
  index: SearchIndex,
  words: Words,
  query: SearchQuery,
  analysis: SearchAnalysis,
  terms: readonly FoundTerm[],
): Promise<Findings> {
  const matches = await matchesOf(index, query, analysis, terms);
  const [worth, labels] = [0, 1].map(() => new Int32Array(index.columns.rows)) as [Int32Array, Int32Array];
  const wanted = index.columns.none();
  for (const [i, term] of terms.entries()) {
    const weight = Math.round(term.weight / UNIT);
    // Other documents use the name; the document itself need not hold it.
    for (const row of matches.acts[i]!) {
      insert(term.text, row);
      insert(term.labels, row);
    }
    unite(wanted, term.text);
    addToEach(term.text, worth, weight);
    addToEach(term.labels, labels, weight);
  }
  for (const { term, text } of terms) if (term.isRequired) intersect(wanted, text);
  const cited = new Map(matches.cited);
  for (const row of cited.keys()) insert(wanted, row);
  for (const excluded of analysis.excluded)
    subtract(wanted, await phraseBits(index, words, foldedWords(excluded), 'phrases'));
  filterRows(index.columns, wanted, query.filters);
  for (const row of cited.keys()) if (!has(wanted, row)) cited.delete(row);
  const candidates = membersOf(wanted);
  let best = 0;
  for (const row of candidates) best = Math.max(best, worth[row]!);
  const least = Math.max(1, best * shareOfFound(query.sort !== null));
  // A loop, since a callback for each of a million rows takes longer than the search.
  let found = 0;
  for (const row of candidates)
    if (worth[row]! >= least || (cited.size > 0 && cited.has(row))) candidates[found++] = row;
  const rows = candidates.subarray(0, found);
  return { rows, worth, labels, named: new Set(matches.named), cited };
}

/** Finds the documents that cite one of these keys. Documents that cite only a part follow. */
export async function findReferring(
  index: SearchIndex,
  filters: SearchFilters,
  keys: readonly string[],
): Promise<Findings> {
  const { columns } = index;
  const referring = await index.json<[row: number, isOfPart: 0 | 1][]>({
    sql: `SELECT json_group_array(json_array(id, is_part)) FROM (
      SELECT cites.id, min(cited.value->>1) AS is_part
      FROM json_each($keys) AS cited CROSS JOIN cites ON cites.key = cited.value->>0
      GROUP BY cites.id)`,
    parameters: { keys: JSON.stringify(keys.map(key => [key, citesPart(key)])) },
  });
  const wanted = columns.none();
  for (const [row] of referring) insert(wanted, row);
  filterRows(columns, wanted, filters);
  const nothing = new Int32Array(columns.rows);
  return {
    rows: membersOf(wanted),
    worth: nothing,
    labels: nothing,
    named: new Set(),
    cited: new Map(referring.filter(([row]) => has(wanted, row))),
  };
}

function matchesOf(
  index: SearchIndex,
  { q }: SearchQuery,
  { citations }: SearchAnalysis,
  terms: readonly FoundTerm[],
): Promise<Matches> {
  return index.json<Matches>({
    sql: `SELECT json_object(
      'acts', (SELECT json_group_array(json(iif(value IS NULL, '[]',
        (SELECT json_group_array(rowid) FROM acts WHERE acts MATCH value)))) FROM json_each($acts)),
      'named', (SELECT json_group_array(id) FROM signatures WHERE name = $name),
      'cited', (SELECT json_group_array(json_array(id, is_part)) FROM (
        SELECT citations.id, min(cited.value->>1) AS is_part
        FROM json_each($citations) AS cited CROSS JOIN citations ON citations.key = cited.value->>0
        GROUP BY citations.id)))`,
    parameters: {
      acts: JSON.stringify(terms.map(({ term }) => inActs(term))),
      name: nameNumber(q),
      citations: JSON.stringify(citations.map(key => [key, citesPart(key)])),
    },
  });
}
