import type { SearchQuery } from '../../../build/contract/search.ts';
import type { SearchAnalysis } from '../query/analyze.ts';
import type { WeightedTerm } from '../ranking/weight.ts';
import type { SearchIndex } from './index.ts';
import { filterStatement, type Matches, matchesStatement, orderStatement } from './sql.ts';

/** A document that a query finds. */
export interface Found {
  id: number;
  /** What of the query stands in it: the sum of its terms' weights. */
  worth: number;
  /** The same for heading, names and names of acts alone. */
  labels: number;
  /** The query is its whole name. */
  isNamed: boolean;
  /** The query cites it: 0 by itself, 1 as a section of a part, null not at all. */
  cited: 0 | 1 | null;
}

/** What has to stand in a document, as a share of what stands in the best one. */
const FOUND_SHARE = 0.5;
/** In the order of a field nobody sees which are the best, so no others are found. */
const SORTED_SHARE = 1;
/** Sums of the same weights in another order differ in their last digits. */
const ROUNDING = 1e-9;

/**
 * What a query finds: the documents that it cites, and those that hold enough of what it asks for. Filters come first, so
 * that the best is the best of what is wanted. In no order.
 */
export async function findDocuments(
  index: SearchIndex,
  query: SearchQuery,
  analysis: SearchAnalysis,
  terms: readonly WeightedTerm[],
): Promise<Found[]> {
  const matches = await index.json<Matches>(
    matchesStatement(
      terms.map(({ term }) => term),
      analysis,
      query.q,
    ),
  );
  const all = tally(matches, terms);
  const filter = filterStatement([...all.keys()], query.filters);
  const allowed = filter ? await index.json<number[]>(filter) : all.keys();
  const wanted = Array.from(allowed, id => all.get(id)!);
  const best = wanted.reduce((most, { worth }) => Math.max(most, worth), 0);
  const least = best * (query.sort ? SORTED_SHARE : FOUND_SHARE) - ROUNDING;
  return wanted.filter(({ cited, worth }) => cited !== null || (worth > 0 && worth >= least));
}

/** All documents that hold any of the terms and nothing excluded, by row. */
function tally(matches: Matches, terms: readonly WeightedTerm[]): Map<number, Found> {
  const all = new Map<number, Found>();
  const at = (id: number): Found => {
    const known = all.get(id);
    if (known) return known;
    const found: Found = { id, worth: 0, labels: 0, isNamed: false, cited: null };
    all.set(id, found);
    return found;
  };
  for (const [i, [text, labels, acts]] of matches.terms.entries()) {
    const { weight } = terms[i]!;
    for (const id of text) at(id).worth += weight;
    for (const id of labels) at(id).labels += weight;
    if (acts.length === 0) continue;
    // A document need not hold the name by which others call it.
    const [inText, inLabels] = [new Set(text), new Set(labels)];
    for (const id of acts) {
      if (!inText.has(id)) at(id).worth += weight;
      if (!inLabels.has(id)) at(id).labels += weight;
    }
  }
  for (const id of matches.named) if (all.has(id)) at(id).isNamed = true;
  if (matches.required) {
    const required = new Set(matches.required);
    for (const id of all.keys()) if (!required.has(id)) all.delete(id);
  }
  for (const [id, isOfPart] of matches.cited) at(id).cited = isOfPart;
  for (const id of matches.excluded) all.delete(id);
  return all;
}

/** The documents from one place on: cited ones first, then those with the most of what is asked for. */
export async function bestOf(
  index: SearchIndex,
  found: readonly Found[],
  { offset, limit }: { offset: number; limit: number },
): Promise<Found[]> {
  const byScore = found.toSorted(compare);
  // Only those that may stand there are brought into the order of equals.
  const last = byScore[Math.min(offset + limit, byScore.length) - 1];
  if (!last || offset >= byScore.length) return [];
  const near = byScore.filter(document => compare(document, last) <= 0);
  const order = await index.json<number[]>(
    orderStatement(
      near.map(({ id }) => id),
      null,
    ),
  );
  const byId = new Map(near.map(document => [document.id, document]));
  return order
    .map(id => byId.get(id)!)
    .sort(compare)
    .slice(offset, offset + limit);
}

const compare = (a: Found, b: Found): number => {
  if (a.cited !== b.cited) return (a.cited ?? 2) - (b.cited ?? 2);
  return a.cited === null ? scoreOf(b) - scoreOf(a) : 0;
};

/** Whoever is asked for by name is among the first. Rounded, so that equals are equal. */
const scoreOf = ({ worth, labels, isNamed }: Found): number =>
  isNamed ? Number.MAX_SAFE_INTEGER : Math.round((worth + labels) * 1e6);
