/** How much a judged document is worth to whoever asks: 3 is the provision meant, 2 directly on point, 1 related. */
export type Grade = 1 | 2 | 3;

/** The judged documents of a query, by identifier. Whatever is not among them is worth nothing. */
export type Grades = ReadonlyMap<string, Grade>;

/** What was found for a query, the best first, against what was judged. Each measure is between 0 and 1. */
export interface Scores {
  /** 1 divided by the rank of the first document that is meant; 0 where none is among those found. */
  reciprocalRank: number;
  /** The share of the ideal order's discounted gain that the first ten have. */
  ndcg: number;
  /** 1 where one of the first three is meant, else 0. */
  success: number;
}

/** Ranks that count for nDCG. */
const NDCG_DEPTH = 10;
/** Ranks that count for success. */
const SUCCESS_DEPTH = 3;

/** @param found identifiers, each at most once */
export function scoresOf(found: readonly string[], grades: Grades): Scores {
  const rank = rankOfMeant(found, grades);
  return {
    reciprocalRank: rank === null ? 0 : 1 / rank,
    ndcg: ndcg(found, grades),
    success: rank !== null && rank <= SUCCESS_DEPTH ? 1 : 0,
  };
}

/** Counted from 1; null where nothing found is meant. */
export function rankOfMeant(found: readonly string[], grades: Grades): number | null {
  const place = found.findIndex(identifier => grades.get(identifier) === 3);
  return place < 0 ? null : place + 1;
}

/** The mean of each measure; NaN where there are no scores. */
export const meanOf = (scores: readonly Scores[]): Scores => ({
  reciprocalRank: mean(scores.map(({ reciprocalRank }) => reciprocalRank)),
  ndcg: mean(scores.map(({ ndcg }) => ndcg)),
  success: mean(scores.map(({ success }) => success)),
});

/**
 * Normalised discounted cumulative gain, with the gain 2^grade - 1 and the discount log2(rank + 1): Burges et al.,
 * "Learning to Rank using Gradient Descent", 2005. The ideal order is that of all judged documents, found or not.
 */
function ndcg(found: readonly string[], grades: Grades): number {
  const ideal = gain(Array.from(grades.values()).sort((a, b) => b - a));
  return ideal === 0 ? 0 : gain(found.map(identifier => grades.get(identifier) ?? 0)) / ideal;
}

const gain = (grades: readonly number[]): number =>
  grades.slice(0, NDCG_DEPTH).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
