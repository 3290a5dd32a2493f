import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { differences, differingParts } from '../../../build/files/manifest/differences.ts';

const compare = (
  before: Record<string, number>,
  after: Record<string, number>,
  isSame = (a: number, b: number) => a === b,
) =>
  Array.from(
    differences(
      new Map(Object.entries(before)),
      Object.entries(after).map(([path, size]) => ({ path, size })),
      (last, { size }) => isSame(last, size),
    ),
    ({ path, before, after }) => [path, before, after?.size ?? null],
  );

test('a file is told where it is new, changed or gone, and not where it is the same', () => {
  assert.equal(compare({ same: 1, other: 2, gone: 3 }, { fresh: 4, other: 5, same: 1 }), [
    ['fresh', null, 4],
    ['other', 2, 5],
    ['gone', 3, null],
  ]);
});

test('where nothing counts as the same, every file is told', () => {
  assert.equal(
    compare({ a: 1 }, { a: 1 }, () => false),
    [['a', 1, 1]],
  );
});

test('a file whose earlier value is nothing is no new file', () => {
  assert.equal(compare({ empty: 0 }, { empty: 0 }), []);
});

test('parts differ where the other manifest has them not, or with another digest', () => {
  const part = (path: string, sha256: string) => ({ path, sha256 });
  const others = [part('a', '1'), part('b', '2'), part('d', '4')];
  assert.equal(differingParts([part('a', '1'), part('b', '3'), part('c', '1')], others), [
    part('b', '3'),
    part('c', '1'),
  ]);
});

test.run();
