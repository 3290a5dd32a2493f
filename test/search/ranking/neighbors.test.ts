import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scoreNeighbors } from '../../../build/search/ranking/neighbors.ts';
import { WEIGHTS } from '../../../build/search/ranking/score.ts';
import { type CandidateTexts, candidate, scoreOf, typed } from './candidates.ts';

const LAMP = typed('lamp');

const scored = (query: ReturnType<typeof typed>, texts: readonly CandidateTexts[]) => {
  const all = texts.map(text => ({ ...candidate(text), score: scoreOf(query, text) }));
  scoreNeighbors(all);
  return all.map(({ score }) => score);
};
const near = (one: number, other: number): void =>
  assert.ok(Math.abs(one - other) < 1e-9, `${one}, ${other}`);

test('the first section under matching names gets the most, each next one a share', () => {
  const names = 'Lamps';
  const [third, first, second, other] = scored(LAMP, [
    { names, ordinal: 30 },
    { names, ordinal: 4 },
    { names, ordinal: 17 },
    { names: 'Lamp oil', ordinal: 40 },
  ]).map(({ first }) => first);
  near(first!, WEIGHTS.first);
  near(second!, WEIGHTS.first / 2);
  near(third!, WEIGHTS.first / 3);
  near(other!, WEIGHTS.first);
});

test('a document without ordinal or names is neither first nor a neighbor', () => {
  const scores = scored(LAMP, [
    { names: 'Lamps', found: 1 },
    { names: 'Lamps', found: 1 },
    { heading: 'lamp', found: 1, ordinal: 1 },
    { heading: 'lamp', found: 1, ordinal: 2 },
  ]);
  for (const { first, neighbors } of scores) assert.equal([first, neighbors], [0, 0]);
});

test('neighbors score by their share of all found weight', () => {
  const alike = Array.from({ length: 4 }, (_, i) => ({
    names: i < 3 ? 'Oils' : 'Tides',
    found: 1,
    ordinal: i + 1,
  }));
  const [a, b, c, alone] = scored(LAMP, alike).map(({ neighbors }) => neighbors);
  for (const value of [a, b, c]) near(value!, WEIGHTS.neighbors / 2);
  assert.is(alone, 0);
  const [worse, better] = scored(LAMP, [
    { names: 'Oils', found: 0.5, ordinal: 1 },
    { names: 'Oils', found: 1, ordinal: 2 },
  ]).map(({ neighbors }) => neighbors);
  assert.ok(worse! > better! && better! > 0, 'a better one says more of a worse one');
});

test('the score for being first does not change the weight of neighbors', () => {
  const [, neighbor] = scored(LAMP, [
    { names: 'Lamps', heading: 'x', ordinal: 1 },
    { names: 'Lamps', heading: 'x', ordinal: 2 },
  ]);
  near(neighbor!.neighbors, WEIGHTS.neighbors / 2);
});

test('scoring an empty list of candidates does nothing', () => {
  scoreNeighbors([]);
  assert.equal(
    scored([], [{ names: 'x', ordinal: 1 }]).map(({ first }) => first),
    [0],
  );
});

test.run();
