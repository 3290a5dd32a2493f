import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nameNumber } from '../../../../build/search/text/signature.ts';
import type { CollectionQuery } from '../../../../build/search/typesense/find/collection-query.ts';
import { condition, type Item } from '../../../../build/search/typesense/find/formula.ts';
import { allOf, partsOf, planOf, worthOf } from '../../../../build/search/typesense/find/plan.ts';

function asked(...weights: number[]): CollectionQuery {
  const items = weights.map((weight, i): Item => ({ weight, text: condition(`t${i}`), label: null }));
  const inOrder = items.map((item, i) => ({ ...item, label: condition(`l${i}`) }));
  return {
    terms: [],
    items,
    inOrder,
    name: nameNumber('x'),
    isImpossible: false,
    mostHolding: 0,
    demanded: [],
  };
}

const texts = (levels: readonly { text: string }[]): string[] => levels.map(({ text }) => text);

test('a query of one word has one level, its labels', () => {
  const { found, levels } = planOf(asked(3), 3, 'worth');
  assert.equal(found, condition('t0'));
  assert.equal(texts(levels), ['l0']);
});

test('a plan requires the share of the best weight, all of it in the order of a field', () => {
  assert.equal(planOf(asked(3, 1), 4, 'worth').found, condition('t0'));
  const { found, levels } = planOf(asked(3, 1), 4, 'field');
  assert.is((found as { text: string }).text, 't0 && t1');
  assert.equal(levels, []);
});

test('a named document comes first, then the levels by heading and names', () => {
  const { levels } = planOf(asked(1, 1), 2, 'worth');
  assert.equal(texts(levels).slice(0, 3), [
    `name:=${nameNumber('x')} && (t0 || t1)`,
    'l0 && l1',
    '(l0 && t1) || (t0 && l1)',
  ]);
  assert.equal(texts(planOf(asked(1, 1), 2, 'cited').levels), ['(l0 && t1) || (t0 && l1)']);
});

test('a long query has levels within the length of filters', () => {
  for (let words = 3; words <= 24; words++) {
    const { found, levels } = planOf(asked(...Array(words).fill(1)), words, 'worth');
    assert.ok(levels.length >= 2, `${words}`);
    for (const level of [found, ...levels])
      assert.ok(typeof level !== 'boolean' && level.size <= 64 && level.size > 1, `${words}`);
  }
});

test('subsets of items are tried by weight, single items last', () => {
  const { items } = asked(3, 2, 1);
  const parts = partsOf(items);
  assert.equal(parts.map(worthOf), [5, 4, 3, 3, 2, 1]);
  assert.is((allOf(parts[0]!) as { text: string }).text, 't0 && t1');
  assert.ok(partsOf(asked(...Array(24).fill(1)).items).length <= 30 + 24);
});

test.run();
