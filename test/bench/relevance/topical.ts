import { type JudgedQuery, KINDS, PARTS } from './judged.ts';
import { meanOf, rankOfMeant, type Scores, scoresOf } from './metrics.ts';
import type { Retriever } from './retriever.ts';

/** A document that is not among so many hits counts as not found. */
const DEPTH = 10;
/** Where the document that was meant is looked for, when it is told where it stands. */
const FAR = 100;
/** How many of the worst queries are shown, and what was found for each. */
const WORST = 10;
const SHOWN = 3;

/** A query, what was found for it, and how good that is. */
export interface Outcome {
  judged: JudgedQuery;
  found: readonly string[];
  scores: Scores;
}

/** Asks all queries, one after another. */
export async function askAll(retriever: Retriever, queries: readonly JudgedQuery[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const judged of queries) {
    const found = await retriever.find(judged.query, DEPTH);
    outcomes.push({ judged, found, scores: scoresOf(found, judged.grades) });
  }
  return outcomes;
}

/** One line for a retriever and each kind of query, and one for all: MRR, nDCG and success, in each part of the set. */
export function table(name: string, outcomes: readonly Outcome[]): string[] {
  const headings = PARTS.flatMap(part => [`${part}:`, 'MRR', 'nDCG@10', 'success@3']);
  const lines = [name.padEnd(NAME) + headings.map(heading => heading.padStart(COLUMN)).join('')];
  for (const kind of [...KINDS, null]) {
    const ofKind = outcomes.filter(({ judged }) => kind === null || judged.kind === kind);
    const columns = PARTS.flatMap(part => {
      const scores = ofKind.filter(({ judged }) => judged.part === part).map(outcome => outcome.scores);
      const { reciprocalRank, ndcg, success } = meanOf(scores);
      return [String(scores.length), ...[reciprocalRank, ndcg, success].map(value => value.toFixed(3))];
    });
    lines.push(`  ${kind ?? 'all'}`.padEnd(NAME) + columns.map(column => column.padStart(COLUMN)).join(''));
  }
  return lines;
}

const NAME = 18;
const COLUMN = 11;

/**
 * The queries that came out worst: what was meant, where it stands, and what stands first. Of the part to develop
 * with only: who looks at what was found for the other part would begin to develop with it.
 */
export async function worst(retriever: Retriever, outcomes: readonly Outcome[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { judged, found } of worstOf(outcomes)) {
    const meant = Array.from(judged.grades.keys()).find(identifier => judged.grades.get(identifier) === 3);
    const rank = rankOfMeant(await retriever.find(judged.query, FAR), judged.grades);
    const first = found.slice(0, SHOWN).join(', ') || 'nothing';
    lines.push(`  ${judged.query} [${judged.id}]`);
    lines.push(`    meant ${meant}, ${rank === null ? `not in ${FAR}` : `rank ${rank}`}; first ${first}`);
  }
  return lines;
}

/** By what was meant, then by the order of all; those that come out the same stand in the order of the set. */
export const worstOf = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes
    .filter(({ judged }) => judged.part === 'develop')
    .toSorted((a, b) => a.scores.reciprocalRank - b.scores.reciprocalRank || a.scores.ndcg - b.scores.ndcg)
    .slice(0, WORST);
