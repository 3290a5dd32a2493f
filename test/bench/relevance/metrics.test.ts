import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Grade, type Grades, meanOf, rankOfMeant, scoresOf } from './metrics.ts';

const grades = (...entries: [string, Grade][]): Grades => new Map(entries);
const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-4, `${actual} is not ${expected}`);

const JUDGED = grades(['related', 1], ['meant', 3], ['on point', 2]);

test('the ideal order has the highest scores', () => {
  assert.equal(scoresOf(['meant', 'on point', 'related'], JUDGED), {
    reciprocalRank: 1,
    ndcg: 1,
    success: 1,
  });
});

test('the reciprocal rank is that of the first fully relevant document', () => {
  assert.is(scoresOf(['on point', 'related', 'other', 'meant'], JUDGED).reciprocalRank, 1 / 4);
  const equals = grades(['one', 3], ['two', 3]);
  assert.is(scoresOf(['other', 'two', 'one'], equals).reciprocalRank, 1 / 2);
  assert.is(scoresOf(['on point', 'related'], JUDGED).reciprocalRank, 0);
  assert.is(scoresOf([], JUDGED).reciprocalRank, 0);
});

test('success requires a fully relevant document among the first three', () => {
  assert.is(scoresOf(['a', 'b', 'meant'], JUDGED).success, 1);
  assert.is(scoresOf(['a', 'b', 'c', 'meant'], JUDGED).success, 0);
  assert.is(scoresOf(['on point'], JUDGED).success, 0);
});

test('nDCG is the discounted gain divided by that of the ideal order', () => {
  // Gains 7, 3, 1 at discounts log2(2), log2(3), log2(4): the ideal is 7 + 1.8928 + 0.5.
  const ideal = 9.3928;
  close(scoresOf(['meant'], JUDGED).ndcg, 7 / ideal);
  close(scoresOf(['on point', 'meant'], JUDGED).ndcg, (3 + 7 / Math.log2(3)) / ideal);
  close(scoresOf(['other', 'related'], JUDGED).ndcg, 1 / Math.log2(3) / ideal);
  assert.is(scoresOf(['other'], JUDGED).ndcg, 0);
});

test('nDCG counts ten ranks, of the result and of the ideal order', () => {
  const nine = Array.from({ length: 9 }, (_, i) => `other ${i}`);
  assert.ok(scoresOf([...nine, 'meant'], JUDGED).ndcg > 0);
  assert.is(scoresOf([...nine, 'another', 'meant'], JUDGED).ndcg, 0);
  const twelve = Array.from({ length: 12 }, (_, i) => `meant ${i}`);
  close(scoresOf(twelve, grades(...twelve.map((identifier): [string, Grade] => [identifier, 3]))).ndcg, 1);
});

test('without judgements all scores are zero', () => {
  assert.equal(scoresOf(['other'], grades()), { reciprocalRank: 0, ndcg: 0, success: 0 });
});

test('ranks are counted from 1', () => {
  assert.is(rankOfMeant(['other', 'meant'], JUDGED), 2);
  assert.is(rankOfMeant(['on point'], JUDGED), null);
});

test('the mean is taken for each measure', () => {
  const mean = meanOf([
    { reciprocalRank: 1, ndcg: 0.5, success: 1 },
    { reciprocalRank: 0, ndcg: 0, success: 1 },
  ]);
  assert.equal(mean, { reciprocalRank: 0.5, ndcg: 0.25, success: 1 });
});

test.run();
