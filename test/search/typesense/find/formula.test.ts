import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { atLeast, condition, either, type Item } from '../../../../build/search/typesense/find/formula.ts';
import { Random } from '../../../helpers/random.ts';

const items = (...weights: number[]): Item[] =>
  weights.map((weight, i) => ({ weight, text: condition(`t${i}`), label: null }));

const inLabels = (...weights: number[]): Item[] =>
  items(...weights).map((item, i) => ({ ...item, label: condition(`l${i}`) }));

const textOf = (formula: ReturnType<typeof atLeast>): string | boolean | null =>
  formula === null || typeof formula === 'boolean' ? formula : formula.text;

test('a formula has the sets of items with enough weight', () => {
  assert.is(textOf(atLeast(items(3, 1), 2)), 't0');
  assert.is(textOf(atLeast(items(1, 3), 4)), 't1 && t0', 'the heaviest first');
  assert.is(textOf(atLeast(items(2, 2, 2), 4)), '(t0 && (t1 || t2)) || (t1 && t2)');
  assert.is(atLeast(items(1, 1), 3), false);
  assert.is(atLeast(items(1, 1), 0), true);
  assert.is(textOf(atLeast(items(0.1, 0.2), 0.1 + 0.2)), 't1 && t0', 'sums are rounded');
});

test('a term in heading or names counts twice', () => {
  assert.is(textOf(atLeast(inLabels(1), 2)), 'l0');
  assert.is(textOf(atLeast(inLabels(1, 1), 3)), '(l0 && t1) || (t0 && l1)');
});

test('an item of all documents needs no condition', () => {
  assert.is(atLeast([{ weight: 2, text: null, label: null }], 2), true);
  assert.is(textOf(atLeast([{ weight: 2, text: null, label: condition('l') }], 4)), 'l');
});

test('a formula matches the weights or is null as too long', () => {
  const random = new Random(9);
  let said = 0;
  for (let round = 0; round < 300; round++) {
    const weights = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(5));
    const least = 1 + random.below(20);
    const formula = atLeast(inLabels(...weights), least);
    if (formula === null) continue;
    said++;
    for (let state = 0; state < 3 ** weights.length; state++) {
      const counts = weights.map((_, i) => Math.floor(state / 3 ** i) % 3);
      const worth = counts.reduce((sum, count, i) => sum + count * weights[i]!, 0);
      assert.is(holds(textOf(formula)!, counts), worth >= least, `${weights} ${least} ${counts}`);
    }
  }
  assert.ok(said > 200);
});

test('no formula has more operations than a server takes', () => {
  assert.is(atLeast(inLabels(...Array(24).fill(1)), 24), null);
  const long = condition('a');
  assert.is(either({ ...long, size: 60 }, { ...long, text: 'b', size: 60 }), null);
});

/** Evaluates a formula for what stands where: 0 nowhere, 1 in the text, 2 in heading or names too. */
function holds(formula: string | boolean, counts: readonly number[]): boolean {
  const expression = String(formula).replace(/([tl])(\d)/g, (_, where: string, i: string) =>
    String((counts[Number(i)] ?? 0) >= (where === 'l' ? 2 : 1)),
  );
  return new Function(`return ${expression}`)();
}

test.run();
