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

test('differences are new, changed and removed files, without equal ones', () => {
  assert.equal(compare({ same: 1, other: 2, gone: 3 }, { fresh: 4, other: 5, same: 1 }), [
    ['fresh', null, 4],
    ['other', 2, 5],
    ['gone', 3, null],
  ]);
});

test('if no files count as equal, every file differs', () => {
  assert.equal(
    compare({ a: 1 }, { a: 1 }, () => false),
    [['a', 1, 1]],
  );
});

test('a file with an empty earlier value is not new', () => {
  assert.equal(compare({ empty: 0 }, { empty: 0 }), []);
});

test('a part differs if the other manifest lacks it or has another digest', () => {
  const part = (path: string, sha256: string) => ({ path, sha256 });
  const others = [part('a', '1'), part('b', '2'), part('d', '4')];
  assert.equal(differingParts([part('a', '1'), part('b', '3'), part('c', '1')], others), [
    part('b', '3'),
    part('c', '1'),
  ]);
});

test.run();
