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

test('the first section under names that are asked for gets the most, the next ones a share', () => {
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

test('whoever has no ordinal, or no names, is first of nothing and nobody’s neighbor', () => {
  const scores = scored(LAMP, [
    { names: 'Lamps', found: 1 },
    { names: 'Lamps', found: 1 },
    { heading: 'lamp', found: 1, ordinal: 1 },
    { heading: 'lamp', found: 1, ordinal: 2 },
  ]);
  for (const { first, neighbors } of scores) assert.equal([first, neighbors], [0, 0]);
});

test('neighbors count by how well they are found, as a share of all that is found', () => {
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

test('what is first has no say in how well it is found', () => {
  const [, neighbor] = scored(LAMP, [
    { names: 'Lamps', heading: 'x', ordinal: 1 },
    { names: 'Lamps', heading: 'x', ordinal: 2 },
  ]);
  near(neighbor!.neighbors, WEIGHTS.neighbors / 2);
});

test('no candidates, no trouble', () => {
  scoreNeighbors([]);
  assert.equal(
    scored([], [{ names: 'x', ordinal: 1 }]).map(({ first }) => first),
    [0],
  );
});

test.run();
