import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diversify } from '../../../build/search/ranking/diversity.ts';
import { totalOf } from '../../../build/search/ranking/score.ts';
import { Random } from '../../helpers/random.ts';
import { type CandidateTexts, candidate, scoreOf } from './candidates.ts';

const scored = (total: number, texts: CandidateTexts) => ({
  total,
  score: { ...scoreOf([], {}), found: total },
  signature: candidate(texts).signature,
  name: `${texts.heading ?? ''} ${texts.names ?? ''}`.trim(),
});

const namesOf = (documents: readonly { name: string }[]) => documents.map(({ name }) => name);

/** Little by little, so that any sensible loss reorders them. */
const falling = (texts: readonly CandidateTexts[], step = 0.001) =>
  texts.map((text, i) => scored(5 - i * step, text));

const notices = (count: number): CandidateTexts[] =>
  Array.from({ length: count }, () => ({ heading: 'Lamp notice', names: 'Lamp Office' }));

test('near-identical documents do not fill the first positions', () => {
  const others = ['oil', 'wick', 'tide'].map(heading => ({ heading, names: `${heading} board` }));
  const first = namesOf(diversify(falling([...notices(6), ...others]))).slice(0, 4);
  assert.equal(first, ['Lamp notice Lamp Office', 'oil oil board', 'wick wick board', 'tide tide board']);
});

test('only a few neighbors of one subchapter are in the first positions', () => {
  const neighbors = Array.from({ length: 9 }, (_, i) => ({ heading: `h${i}`, names: 'Lamps' }));
  const order = namesOf(diversify(falling([...neighbors, { heading: 'oil', names: 'Oils' }])));
  const position = order.indexOf('oil Oils');
  assert.ok(position >= 3 && position < 9, `${position}`);
  assert.equal(order.slice(0, 3), ['h0 Lamps', 'h1 Lamps', 'h2 Lamps']);
});

test('a clearly better document stays first despite similar ones', () => {
  const order = namesOf(diversify([...falling(notices(3)), scored(0.1, { heading: 'oil' })]));
  assert.is(order.at(-1), 'oil');
});

test('documents without names lose nothing as neighbors', () => {
  const texts = Array.from({ length: 12 }, (_, i) => ({ heading: `h${i}` }));
  const input = falling([...texts, { heading: 'oil', names: 'Oils' }]);
  const result = diversify(input);
  assert.equal(namesOf(result), namesOf(input));
  for (const { score } of result) assert.is(score.diversity, 0);
});

test('documents with only the heading or only the names in common are not near-identical', () => {
  const input = falling([
    { heading: 'Definitions', names: 'Lamps' },
    { heading: 'Definitions', names: 'Oils' },
    { heading: 'Scope', names: 'Lamps' },
    { names: 'Definitions Lamps' },
  ]);
  const result = diversify(input);
  assert.equal(namesOf(result), namesOf(input));
  for (const { score } of result) assert.is(score.diversity, 0);
});

test('diversifying keeps all documents once, the best first, in a repeatable order with falling totals', () => {
  for (let round = 0; round < 200; round++) {
    const make = () => {
      const seeded = new Random(round);
      return Array.from({ length: seeded.below(60) }, () =>
        scored(seeded.below(20) / 10, {
          heading: seeded.pick(['a1', 'b1', '']),
          names: seeded.pick(['c1', 'd1', '']),
        }),
      ).sort((a, b) => b.total - a.total);
    };
    const input = make();
    const before = [...input];
    const result = diversify(input);
    assert.equal(input, before, 'the list that is given stays as it is');
    assert.equal(new Set(result), new Set(input));
    assert.is(result.length, input.length);
    assert.is(result[0], input[0]);
    assert.equal(namesOf(diversify(make())), namesOf(result));
    const totals = result.map(({ score }) => totalOf(score));
    for (const [i, total] of totals.slice(1).entries()) assert.ok(total <= totals[i]! + 1e-9, `${round}`);
    for (const { score } of result) assert.ok(score.diversity <= 0 && !Object.is(score.diversity, -0));
  }
});

test('the hundredth similar document still ranks before far worse ones', () => {
  const losses = diversify(falling(notices(100), 0)).map(({ score }) => -score.diversity);
  assert.is(losses[0], 0);
  assert.ok(losses[1]! > 0);
  assert.ok(losses[2]! > losses[1]!);
  assert.is(losses[50], losses[99]);
});

test('the first of equal documents stays first', () => {
  const input = falling(
    Array.from({ length: 20 }, (_, i) => ({ heading: `h${i}`, names: `n${i}` })),
    0,
  );
  assert.equal(namesOf(diversify(input)), namesOf(input));
  assert.equal(diversify([]), []);
});

test.run();
