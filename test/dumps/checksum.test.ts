import { crc32 } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { joinedChecksum } from '../../build/dumps/checksum.ts';
import { Random } from '../helpers/random.ts';

test('the checksum of joined texts follows from both checksums and the second length', () => {
  const random = new Random(7);
  for (const lengths of [
    [0, 0],
    [0, 5],
    [5, 0],
    [1, 1],
    [1000, 1],
    [7, 70_000],
    [70_000, 4096],
    [3, 1_000_003],
  ]) {
    const [a, b] = lengths.map(length => Buffer.from(Array.from({ length }, () => random.below(256)))) as [
      Buffer,
      Buffer,
    ];
    assert.is(joinedChecksum(crc32(a), crc32(b), b.length), crc32(Buffer.concat([a, b])), String(lengths));
  }
});

test('lengths beyond 2^32 give the right checksum', () => {
  // The check of zeros from zero on is that of the power alone.
  const long = 2 ** 33 + 12_345;
  let inParts = joinedChecksum(0x12345678, 0, 12_345);
  for (let part = 0; part < 8; part++) inParts = joinedChecksum(inParts, 0, 2 ** 30);
  assert.is(joinedChecksum(0x12345678, 0, long), inParts);
});

test.run();
