import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as bitmaps from '../../build/formats/bitmap.ts';
import { Random } from '../helpers/random.ts';

/** Sizes around the borders of a word. */
const SIZES = [1, 31, 32, 33, 64, 200];

function of(size: number, members: Iterable<number>): bitmaps.Bitmap {
  const bitmap = bitmaps.emptyBitmap(size);
  for (const member of members) bitmaps.flip(bitmap, member);
  return bitmap;
}

const membersOf = (bitmap: bitmaps.Bitmap): number[] => [...bitmaps.membersOf(bitmap)];

function randomSets(size: number, random: Random): number[][] {
  const all = Array.from({ length: size }, (_, i) => i);
  return [all, [], ...[0.02, 0.5, 0.9].map(share => all.filter(() => random.chance(share)))];
}

for (const size of SIZES) {
  test(`${size} ranks: a bitmap has the members, counts and pages of a set in both directions`, () => {
    const random = new Random(size);
    for (const members of randomSets(size, random)) {
      const bitmap = of(size, members);
      assert.is(bitmaps.countMembers(bitmap), members.length);
      for (let i = 0; i < 100; i++) {
        const edge = random.below(size + 1);
        const [skip, limit] = [random.below(40), 1 + random.below(40)];
        const page = (list: number[]) => list.slice(skip, skip + limit);
        const above = members.filter(rank => rank >= edge);
        const below = members.filter(rank => rank < edge).reverse();
        assert.equal(bitmaps.membersFrom(bitmap, edge, skip, limit), page(above));
        assert.equal(bitmaps.membersBefore(bitmap, edge, skip, limit), page(below));
      }
    }
  });

  test(`${size} ranks: combinations equal those of sets`, () => {
    const random = new Random(size + 1);
    for (const a of randomSets(size, random)) {
      for (const b of randomSets(size, random)) {
        const [x, y] = [of(size, a), of(size, b)];
        const inOne = (rank: number) => a.includes(rank) !== b.includes(rank);
        const all = Array.from({ length: size }, (_, rank) => rank);
        assert.equal(membersOf(bitmaps.difference(x, y)), all.filter(inOne));
        assert.equal([membersOf(x), membersOf(y)], [a, b], 'a difference changes neither');
        assert.is(bitmaps.intersect(x, y), x);
        assert.equal([membersOf(x), membersOf(y)], [a.filter(rank => b.includes(rank)), b]);
        const left = of(size, a);
        bitmaps.subtract(left, y);
        assert.equal([membersOf(left), membersOf(y)], [a.filter(rank => !b.includes(rank)), b]);
        const united = of(size, a);
        bitmaps.unite(united, y);
        assert.equal(
          membersOf(united),
          all.filter(rank => a.includes(rank) || b.includes(rank)),
        );
        assert.is(bitmaps.isEmpty(united), a.length + b.length === 0);
        for (const rank of all) assert.is(bitmaps.has(united, rank), a.includes(rank) || b.includes(rank));
      }
    }
  });

  test(`${size} ranks: the full bitmap has exactly these`, () => {
    assert.equal(
      membersOf(bitmaps.fullBitmap(size)),
      Array.from({ length: size }, (_, i) => i),
    );
    assert.is(bitmaps.countMembers(bitmaps.fullBitmap(size)), size);
  });
}

test('the first and the last member of a word can be inserted and removed', () => {
  const bitmap = bitmaps.emptyBitmap(256);
  for (const member of [0, 31, 32, 63, 255, 255]) bitmaps.insert(bitmap, member);
  assert.equal(membersOf(bitmap), [0, 31, 32, 63, 255]);
  for (const member of [31, 31, 255]) bitmaps.remove(bitmap, member);
  assert.equal(membersOf(bitmap), [0, 32, 63]);
});

test('addToEach adds to each member’s number only', () => {
  const numbers = new Int32Array(256);
  bitmaps.addToEach(of(256, [1, 31, 40]), numbers, 5);
  bitmaps.addToEach(of(256, [40, 255]), numbers, 2);
  assert.equal(
    [0, 1, 31, 32, 40, 255].map(member => numbers[member]),
    [0, 5, 5, 0, 7, 2],
  );
});

test('an empty space has no members', () => {
  assert.equal(membersOf(bitmaps.fullBitmap(0)), []);
  assert.equal(bitmaps.membersBefore(bitmaps.fullBitmap(0), 0, 0, 5), []);
});

test('a skip beyond 32 bits skips all', () => {
  assert.equal(bitmaps.membersFrom(of(64, [1, 40]), 0, 2 ** 40, 5), []);
  assert.equal(bitmaps.membersBefore(of(64, [1, 40]), 64, 2 ** 40, 5), []);
});

test.run();
