import { citesPart } from '../../../build/contract/search/citation.ts';
import type { FacetName, SearchAnswer, SearchQuery } from '../../../build/contract/search.ts';
import { agencyFacet } from '../agencies.ts';
import { analyze, type SearchAnalysis } from '../query/analyze.ts';
import { Highlighter } from '../query/highlight.ts';
import { shownHits } from '../query/shown-hits.ts';
import type { SearchIndex } from './index.ts';
import { SearchSql, type Statement } from './sql.ts';
import { withoutTypos } from './typos.ts';

/** From so many matches on, those without the words in their heading come in natural order: ranking each takes long. */
const RANKED_AT_MOST = 100_000;

/** See `SearchSql.counts`. */
type Count = [facet: FacetName | '', value: string | number | null, count: number];

/** Answers a query from an index. Rejects soon after the signal, or after the index is interrupted. */
export async function answerQuery(
  index: SearchIndex,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const analysis = analyze(query.q);
  const answer = await answerAnalysis(index, query, analysis, signal);
  if (answer.estimated_total_hits > 0) return answer;
  const corrected = await withoutTypos(index, analysis);
  return corrected ? answerAnalysis(index, query, corrected, signal) : answer;
}

async function answerAnalysis(
  index: SearchIndex,
  query: SearchQuery,
  analysis: SearchAnalysis,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const sql = new SearchSql(analysis, query.filters);
  const counts = await index.json<Count[]>(sql.counts(query.facets));
  const total = counts.find(([facet]) => facet === '')?.[2] ?? 0;
  const rows = query.offset < total ? await pageRows(index, sql, query, analysis, total) : [];
  const found = await index.hits(rows, query.highlight);
  return {
    hits: await shownHits(found, query.highlight ? new Highlighter(analysis) : null, signal),
    estimated_total_hits: total,
    facets: facetsOf(query, counts),
  };
}

/** The rows of the page, in the order that the query asks for. */
async function pageRows(
  index: SearchIndex,
  sql: SearchSql,
  query: SearchQuery,
  analysis: SearchAnalysis,
  total: number,
): Promise<number[]> {
  if (query.sort) return index.json(sql.sorted(query.sort, query));
  const wanted = query.offset + query.limit;
  const rows: number[] = [];
  for (const tier of tiers(sql, analysis, total > RANKED_AT_MOST ? 'natural' : 'rank')) {
    if (rows.length >= Math.min(wanted, total)) break;
    rows.push(...(await index.json<number[]>(tier(wanted - rows.length, rows))));
  }
  return rows.slice(query.offset, wanted);
}

/** What a lawyer types first comes first (build/contract/README.md, Search). Each tier leaves out what stands above it. */
function tiers(
  sql: SearchSql,
  { citations }: SearchAnalysis,
  order: 'rank' | 'natural',
): ((limit: number, above: readonly number[]) => Statement)[] {
  const documents = citations.filter(citation => !citesPart(citation));
  const parts = citations.filter(citesPart);
  return [
    ...(documents.length > 0 ? [sql.cited.bind(sql, documents)] : []),
    (limit, above) => sql.inHeading(limit, above),
    ...(parts.length > 0 ? [sql.cited.bind(sql, parts)] : []),
    (limit, above) => sql.inText(limit, above, order),
  ];
}

const facetsOf = ({ facets }: SearchQuery, counts: readonly Count[]): SearchAnswer['facets'] =>
  Object.fromEntries(
    facets.map(name => {
      const ofFacet = counts.flatMap(([facet, value, count]): [string, number][] =>
        facet === name ? [[String(value), count]] : [],
      );
      return [name, name === 'agency' ? agencyFacet(bySpelling(ofFacet)) : Object.fromEntries(ofFacet)];
    }),
  );

/** @param counts by lists of agencies */
function bySpelling(counts: readonly [agencies: string, count: number][]): Map<string, number> {
  const spellings = new Map<string, number>();
  for (const [agencies, count] of counts) {
    for (const agency of JSON.parse(agencies)) spellings.set(agency, (spellings.get(agency) ?? 0) + count);
  }
  return spellings;
}
