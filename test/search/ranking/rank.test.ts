import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rank } from '../../../build/search/ranking/rank.ts';
import { totalOf } from '../../../build/search/ranking/score.ts';
import { Random } from '../../helpers/random.ts';
import { type CandidateTexts, candidate, typed } from './candidates.ts';

const ranked = (query: string, texts: readonly CandidateTexts[]) =>
  rank(
    typed(query),
    texts.map((text, id) => ({ id, ...candidate(text) })),
  );

const order = (query: string, texts: readonly CandidateTexts[]): number[] =>
  ranked(query, texts).map(({ id }) => id);

test('candidates in any order are ranked with the best first', () => {
  const texts = [
    { text: 'lamp', found: 1 },
    { heading: 'Lamp oil', text: 'lamp oil', found: 2 },
    { text: 'lamp x x x oil', found: 2 },
  ];
  assert.equal(order('lamp oil', texts), [1, 2, 0]);
  assert.equal(order('lamp oil', texts.toReversed()), [1, 0, 2]);
});

test('a document with all terms ranks before one that repeats some of them', () => {
  assert.equal(
    order('lamp oil wick', [
      { text: 'lamp '.repeat(50), found: 1 },
      { text: 'lamp oil wick', found: 3 },
    ]),
    [1, 0],
  );
});

test('among equals, cited documents and those in force rank first', () => {
  const same = { heading: 'Lamp', text: 'lamp', found: 1 };
  assert.equal(
    order('lamp', [
      { ...same, isInForce: false },
      { ...same, names: 'x' },
    ]),
    [1, 0],
  );
  assert.equal(
    order('lamp', [
      { ...same, names: 'tide' },
      { ...same, names: 'gauge', citedBy: 50 },
    ]),
    [1, 0],
  );
});

test('among equals, the first section of a matching part and documents with good neighbors rank first', () => {
  const rest = { heading: 'x', text: 'lamp', found: 1 };
  assert.equal(
    order('lamp', [
      { ...rest, heading: 'y', names: 'Lamps', ordinal: 8 },
      { ...rest, names: 'Lamps', ordinal: 3 },
    ]),
    [1, 0],
  );
  assert.equal(
    order('lamp', [
      { ...rest, names: 'Tides', ordinal: 1 },
      { ...rest, names: 'Wicks', ordinal: 2 },
      { ...rest, heading: 'y', names: 'Wicks', ordinal: 3 },
    ]).at(-1),
    0,
  );
});

test('equal candidates keep their order', () => {
  const texts = Array.from({ length: 30 }, (_, i) => ({ text: 'lamp', heading: `h${i}`, found: 1 }));
  assert.equal(
    order('lamp', texts),
    texts.map((_, i) => i),
  );
});

test('near-identical documents rank behind different ones', () => {
  const notice = { heading: 'Lamp notice', names: 'Lamp Office', text: 'lamp', found: 1 };
  const section = { heading: 'Lamp rule', names: 'Lamp Board', text: 'lamp x', found: 1 };
  assert.equal(order('lamp', [notice, notice, notice, section]).slice(0, 2).sort(), [0, 3]);
});

test('every candidate is ranked once with its score', () => {
  const random = new Random(5);
  const words = 'lamp oil wick harbor tide'.split(' ');
  const some = () => Array.from({ length: random.below(8) }, () => random.pick(words)).join(' ');
  for (let round = 0; round < 50; round++) {
    const texts = Array.from({ length: random.below(120) }, () => ({
      heading: some(),
      names: some(),
      text: some(),
    }));
    const result = ranked('lamp oil', texts);
    assert.equal(
      result.map(({ id }) => id).sort((a, b) => a - b),
      texts.map((_, i) => i),
    );
    assert.equal(ranked('lamp oil', texts), result);
    const totals = result.map(({ score }) => totalOf(score!));
    for (const [i, total] of totals.slice(1).entries()) assert.ok(total <= totals[i]! + 1e-9);
  }
  assert.equal(ranked('lamp', []), []);
});

test.run();
