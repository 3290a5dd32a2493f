import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Scratch } from '../../build/files/scratch.ts';

const MB = 1024 * 1024;

test('the same memory serves one call after the other, and grows', () => {
  const scratch = new Scratch();
  const first = scratch.bytes(10);
  assert.is(first.length, 10);
  assert.is(scratch.bytes(1000).buffer, first.buffer);
  const longer = scratch.bytes(3 * MB);
  assert.is(longer.length, 3 * MB);
  assert.is(scratch.bytes(6 * MB).buffer, longer.buffer, 'it grows to twice what is asked for');
  assert.is(scratch.bytes(8 * MB).length, 8 * MB);
});

test('memory for something long is not kept', () => {
  const scratch = new Scratch();
  const long = scratch.bytes(8 * MB + 1);
  assert.is(long.length, 8 * MB + 1);
  assert.is.not(scratch.bytes(8 * MB + 1).buffer, long.buffer);
  assert.is.not(scratch.bytes(1).buffer, long.buffer);
  assert.is(scratch.bytes(5 * MB).buffer.byteLength, 8 * MB, 'nor is more than that asked for ahead');
});

test.run();
