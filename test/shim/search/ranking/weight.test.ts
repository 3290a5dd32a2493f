import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { VariantKind } from '../../../../shim/search/query/terms.ts';
import { weightOf } from '../../../../shim/search/ranking/weight.ts';
import { termOf, variant } from './candidates.ts';

const of = (documents: number, holding: number, ...kinds: VariantKind[]): number =>
  weightOf(
    termOf((kinds.length > 0 ? kinds : ['typed' as const]).map(kind => variant(kind, 'lamp'))).term,
    documents,
    holding,
  );

test('the rarer a term, the more it is worth', () => {
  const weights = [10_000, 5000, 1000, 500, 200].map(holding => of(10_000, holding));
  for (const [i, weight] of weights.slice(1).entries()) assert.ok(weight > weights[i]!);
});

test('what every document holds is worth something, what none holds nothing', () => {
  for (const documents of [1, 2, 100, 10_000_000]) {
    assert.ok(of(documents, documents) > 0, `${documents}`);
    assert.is(of(documents, 0), 0, `${documents}`);
  }
});

test('an odd word is worth no more than a rare one', () => {
  assert.is(of(1_000_000, 1), of(1_000_000, 100));
  assert.ok(of(1_000_000, 1) > of(1_000_000, 100_000));
});

test('what was not typed so is worth less', () => {
  for (const holding of [1, 500, 10_000])
    assert.ok(of(10_000, holding, 'spelling') < of(10_000, holding), `${holding}`);
  assert.is(of(10_000, 500, 'typed', 'form', 'joined', 'abbreviation', 'beginning'), of(10_000, 500));
});

test.run();
