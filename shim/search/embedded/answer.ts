import type { FacetName, SearchAnswer, SearchQuery } from '../../../build/contract/search.ts';
import { agencyFacet } from '../agencies.ts';
import { analyze, type SearchAnalysis } from '../query/analyze.ts';
import { Highlighter } from '../query/highlight.ts';
import { shownAnalysis } from '../query/shown-analysis.ts';
import { shownHits } from '../query/shown-hits.ts';
import { queryTerms } from '../query/terms.ts';
import { type Ranked, rank } from '../ranking/rank.ts';
import { type WeightedTerm, weightOf } from '../ranking/weight.ts';
import { bestOf, type Found, findDocuments } from './find.ts';
import { inText } from './fts-query.ts';
import type { SearchIndex } from './index.ts';
import { lexiconOf } from './lexicon.ts';
import { countsStatement, orderStatement } from './sql.ts';

/** So many documents, those with the most of what is asked for, are ranked; the others follow in that order. */
export const RANKED = 60;

/** Answers a query from an index. Rejects soon after the signal, or after the index is interrupted. */
export async function answerQuery(
  index: SearchIndex,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const analysis = analyze(query.q);
  const terms = await weightedTerms(index, analysis);
  const found = await findDocuments(index, query, analysis, terms);
  const ids = await pageOf(index, query, terms, found);
  const hits = await index.hits(ids, query.highlight);
  const highlighter = query.highlight
    ? new Highlighter(
        shownAnalysis(
          analysis,
          terms.map(({ term }) => term),
        ),
      )
    : null;
  return {
    hits: await shownHits(hits, highlighter, signal),
    estimated_total_hits: found.length,
    facets: await facetsOf(index, query, found),
  };
}

/** What a query asks for, each with its worth: what no document holds is worth nothing, and is not looked for. */
export async function weightedTerms(index: SearchIndex, analysis: SearchAnalysis): Promise<WeightedTerm[]> {
  const lexicon = await lexiconOf(index);
  const terms = (await queryTerms(analysis, lexicon)).filter(term => inText(term) !== null);
  const uncounted = terms.filter(({ holding }) => holding === null);
  const counts = await index.holding(uncounted.map(term => inText(term)!));
  return terms
    .map(term => {
      const holding = term.holding ?? counts[uncounted.indexOf(term)]!;
      return { term, weight: weightOf(term, lexicon.documents, holding) };
    })
    .filter(({ term, weight }) => weight > 0 || term.isRequired);
}

/** The rows of the page, in the order that the query asks for. */
async function pageOf(
  index: SearchIndex,
  { sort, offset, limit }: SearchQuery,
  terms: readonly WeightedTerm[],
  found: readonly Found[],
): Promise<number[]> {
  if (offset >= found.length) return [];
  if (sort) {
    const order = await index.json<number[]>(
      orderStatement(
        found.map(({ id }) => id),
        sort,
      ),
    );
    return order.slice(offset, offset + limit);
  }
  const ranked = offset < RANKED ? await rankedFirst(index, terms, found) : [];
  const first = ranked.slice(offset, offset + limit).map(({ id }) => id);
  if (offset + limit <= RANKED) return first;
  const others = { offset: Math.max(offset, RANKED), limit: limit - first.length };
  return [...first, ...(await bestOf(index, found, others)).map(({ id }) => id)];
}

/** The first documents, ranked. @returns with their scores; those that are cited stand in front, without one */
export async function rankedFirst(
  index: SearchIndex,
  terms: readonly WeightedTerm[],
  found: readonly Found[],
): Promise<Ranked[]> {
  const first = await bestOf(index, found, { offset: 0, limit: RANKED });
  const cited = first.filter(({ cited }) => cited !== null).map(({ id }): Ranked => ({ id, score: null }));
  const others = first.filter(({ cited }) => cited === null);
  const known = await index.candidates(others.map(({ id }) => id));
  const candidates = known.map((candidate, i) => ({
    ...candidate,
    found: others[i]!.worth,
    isNamed: others[i]!.isNamed,
  }));
  return [...cited, ...rank(terms, candidates)];
}

async function facetsOf(
  index: SearchIndex,
  { facets }: SearchQuery,
  found: readonly Found[],
): Promise<SearchAnswer['facets']> {
  if (facets.length === 0) return {};
  const ids = found.map(({ id }) => id);
  const counts = await index.json<[FacetName, string | number, number][]>(countsStatement(ids, facets));
  return Object.fromEntries(
    facets.map(name => {
      const ofFacet = counts.flatMap(([facet, value, count]): [string, number][] =>
        facet === name ? [[String(value), count]] : [],
      );
      return [name, name === 'agency' ? agencyFacet(bySpelling(ofFacet)) : Object.fromEntries(ofFacet)];
    }),
  );
}

/** @param counts by lists of agencies */
function bySpelling(counts: readonly [agencies: string, count: number][]): Map<string, number> {
  const spellings = new Map<string, number>();
  for (const [agencies, count] of counts) {
    for (const agency of JSON.parse(agencies)) spellings.set(agency, (spellings.get(agency) ?? 0) + count);
  }
  return spellings;
}
