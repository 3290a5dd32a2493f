import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { membersFrom } from '../../build/formats/bitmap.ts';
import { GroupBitmaps } from '../../build/formats/group-bitmaps.ts';

/** A permutation of 0 to size - 1. */
const permutation = (size: number, factor: number) =>
  Uint32Array.from({ length: size }, (_, i) => (i * factor) % size);

// Every factor permutes a prime number of documents; there are more and fewer checkpoints than documents.
for (const size of [37, 101, 1009]) {
  for (const length of [0, 1, 31, 33, size]) {
    test(`${length} of ${size} documents: each run has the ranks of its documents`, () => {
      const order = permutation(size, 11).subarray(0, length);
      const ranks = permutation(size, 5);
      const byRank = new GroupBitmaps(order, ranks, size);
      const byOrdinal = new GroupBitmaps(order, null, size);
      const stride = Math.max(1, Math.floor(length / 40));
      for (let from = 0; from <= length; from += stride) {
        for (let to = from; to <= length; to += stride) {
          const run = [...order.subarray(from, to)];
          const sorted = (list: number[]) => list.sort((a, b) => a - b);
          assert.equal(membersFrom(byOrdinal.bitmap([from, to]), 0, 0, size), sorted(run));
          const expected = sorted(run.map(ordinal => ranks[ordinal] as number));
          assert.equal(membersFrom(byRank.bitmap([from, to]), 0, 0, size), expected);
        }
      }
    });
  }
}

test('a run that ends before it begins is empty', () => {
  const bitmaps = new GroupBitmaps(permutation(101, 3), null, 101);
  assert.equal(membersFrom(bitmaps.bitmap([90, 10]), 0, 0, 101), []);
  assert.equal(membersFrom(bitmaps.bitmap([6, 5]), 0, 0, 101), []);
});

test('a short run reads its own documents alone', () => {
  const order = permutation(1009, 11);
  let reads = 0;
  const counted = new Proxy(order, {
    get(target, key) {
      if (/^\d/.test(String(key))) reads++;
      return Reflect.get(target, key);
    },
  });
  const bitmaps = new GroupBitmaps(counted, null, 1009);
  bitmaps.bitmap([500, 531]);
  assert.is(reads, 31);
  bitmaps.bitmap([500, 532]);
  assert.ok(reads > 1009, 'a long one makes the prefixes');
});

test.run();
