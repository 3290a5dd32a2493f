import { levelAbove, type SearchAnswer, type SearchQuery } from '../../../contract/search.ts';
import { Highlighter } from '../../query/highlight.ts';
import { shownAnalysis } from '../../query/highlighted-terms.ts';
import { shownHits } from '../../query/shown-hits.ts';
import { RANKED } from '../../ranking/limits.ts';
import { type Ranked, rank } from '../../ranking/rank.ts';
import type { WeightedTerm } from '../../ranking/weight.ts';
import { lookUpQuery } from './citation-lookup.ts';
import { facetsOf } from './facets.ts';
import { type Findings, findDocuments, findReferring } from './find-documents.ts';
import { foundTerms } from './found-terms.ts';
import type { SearchIndex } from './open-index.ts';
import { bestOf, sortedOf } from './order.ts';
import { Words } from './word-rows.ts';

/** Rejects soon after the signal is aborted or the index is interrupted. */
export async function answerQuery(
  index: SearchIndex,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { citation, referring, analysis } = await lookUpQuery(index, query.q);
  const words = new Words(index);
  const terms = await foundTerms(index, words, analysis);
  signal.throwIfAborted();
  const findings = referring
    ? await findReferring(index, query.filters, referring)
    : await findDocuments(index, words, query, analysis, terms);
  signal.throwIfAborted();
  const ids = await pageOf(index, query, terms, findings);
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
    estimated_total_hits: findings.rows.length,
    facets: facetsOf(index.columns, findings.rows, query.facets, levelAbove(query.filters)),
    citation,
  };
}

async function pageOf(
  index: SearchIndex,
  { sort, offset, limit }: SearchQuery,
  terms: readonly WeightedTerm[],
  findings: Findings,
): Promise<number[]> {
  const { columns } = index;
  if (offset >= findings.rows.length) return [];
  if (sort) return sortedOf(columns, findings, sort, { offset, limit });
  const ranked = offset < RANKED ? await rankedFirst(index, terms, findings) : [];
  const first = ranked.slice(offset, offset + limit).map(({ id }) => id);
  if (offset + limit <= RANKED) return first;
  const others = { offset: Math.max(offset, RANKED), limit: limit - first.length };
  return [...first, ...bestOf(columns, findings, others).map(({ id }) => id)];
}

/** Returns the first documents, ranked, with their scores. Cited documents precede them without a score. */
export async function rankedFirst(
  index: SearchIndex,
  terms: readonly WeightedTerm[],
  findings: Findings,
): Promise<Ranked[]> {
  const first = bestOf(index.columns, findings, { offset: 0, limit: RANKED });
  const cited = first.filter(({ isCited }) => isCited).map(({ id }): Ranked => ({ id, score: null }));
  const others = first.filter(({ isCited }) => !isCited);
  const known = await index.candidates(others.map(({ id }) => id));
  const candidates = known.map((candidate, i) => ({
    ...candidate,
    found: others[i]!.worth,
    isNamed: others[i]!.isNamed,
  }));
  return [...cited, ...rank(terms, candidates)];
}
