import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { VariantKind } from '../../../build/search/query/query-terms.ts';
import { weightOf } from '../../../build/search/ranking/weight.ts';
import { termOf, variant } from './candidates.ts';

const of = (documents: number, holding: number, ...kinds: VariantKind[]): number =>
  weightOf(
    termOf((kinds.length > 0 ? kinds : ['typed' as const]).map(kind => variant(kind, 'lamp'))).term,
    documents,
    holding,
    holding,
  );

const labelled = (holding: number, inLabels: number): number =>
  weightOf(termOf([variant('typed', 'lamp')]).term, 10_000, holding, inLabels);

test('a rarer term has a higher weight', () => {
  const weights = [10_000, 5000, 1000, 500, 200].map(holding => of(10_000, holding));
  for (const [i, weight] of weights.slice(1).entries()) assert.ok(weight > weights[i]!);
});

test('a term in every document has a weight, a term in none has 0', () => {
  for (const documents of [1, 2, 100, 10_000_000]) {
    assert.ok(of(documents, documents) > 0, `${documents}`);
    assert.is(of(documents, 0), 0, `${documents}`);
  }
});

test('the weight of very rare words is bounded', () => {
  assert.is(of(1_000_000, 1), of(1_000_000, 100));
  assert.ok(of(1_000_000, 1) > of(1_000_000, 100_000));
});

test('a corrected word weighs less than a typed one', () => {
  for (const holding of [1, 500, 10_000])
    assert.ok(of(10_000, holding, 'spelling') < of(10_000, holding), `${holding}`);
  assert.is(of(10_000, 500, 'typed', 'form', 'joined', 'abbreviation', 'beginning'), of(10_000, 500));
});

test('a term that is rare in headings and names keeps at least half of its weight', () => {
  const weights = [0, 1, 10, 50, 100].map(inLabels => labelled(100, inLabels));
  for (const [i, weight] of weights.slice(1).entries()) assert.ok(weight > weights[i]!);
  const rarity = Math.log1p((10_000 - 100 + 0.5) / 100.5);
  assert.ok(Math.abs(weights[0]! - rarity / 2) < 1e-9);
  assert.ok(Math.abs(weights[2]! - rarity * 0.75) < 1e-9, 'a tenth is usual');
  assert.ok(weights[4]! < rarity);
  assert.ok(Math.abs(labelled(200, 20) / labelled(200, 0) - weights[2]! / weights[0]!) < 1e-9);
});

test.run();
