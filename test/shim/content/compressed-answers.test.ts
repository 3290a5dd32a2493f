import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../../build/contract/etag.ts';
import {
  CompressedAnswers,
  type CompressedBounds,
  type Held,
} from '../../../shim/content/compressed-answers.ts';

const newCache = (maxSize = 1024 * 1024, ttl = 1): LRUCache<string, Held> =>
  new LRUCache<string, Held>({ maxSize, sizeCalculation: ({ content }) => (content?.length ?? 0) + 1, ttl });

/** Counts how often plain bytes are asked for. */
function open(cache = newCache(), bounds?: CompressedBounds) {
  const answers = new CompressedAnswers(cache, bounds);
  const state = { reads: 0 };
  const get = (text: string, coding: 'br' | 'gzip' = 'br') =>
    answers.get(etagOf(text), coding, () => {
      state.reads++;
      return text;
    });
  return { answers, cache, state, get };
}

const text = (seed: number): string => `Line ${seed} of a long text. `.repeat(200);

test('both codings are smaller and decompress to the plain bytes', async () => {
  const { get } = open();
  for (const [coding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const body = await get(text(1), coding);
    assert.is(decode(body!).toString(), text(1));
    assert.ok(body!.length < text(1).length / 10);
  }
});

test('files for everyone are compressed harder', async () => {
  const { answers } = open();
  const words = Array.from({ length: 3000 }, (_, i) => `word${Math.imul(i, 0x9e3779b1) >>> 22}`).join(' ');
  for (const coding of ['br', 'gzip'] as const) {
    const usual = await answers.get(`"usual-${coding}"`, coding, () => words);
    const best = await answers.get(`"best-${coding}"`, coding, () => words, 'best');
    assert.ok(best!.length < usual!.length, `${coding}: ${best?.length} of ${usual?.length}`);
  }
});

test('a cached compression is returned at once at any age', async () => {
  const { get, state } = open();
  const first = await get(text(1));
  await new Promise(resolve => setTimeout(resolve, 20));
  assert.is(get(text(1)), first);
  assert.is(state.reads, 1);
});

test('simultaneous requests compress an answer once', async () => {
  const { get, state } = open();
  const [first, second] = await Promise.all([get(text(1)), get(text(1)), get(text(1), 'gzip')]);
  assert.is(first, second);
  assert.is(state.reads, 2, 'once for each coding');
});

test('an answer that would not shrink is sent plain, and not tried again', async () => {
  const { get, state, cache } = open();
  assert.is(await get('x'), null);
  assert.is(get('x'), null);
  assert.equal([state.reads, cache.size], [1, 1]);
});

test('a missing answer is sent plain, and tried again', async () => {
  const { answers, get } = open();
  assert.is(await answers.get(etagOf(text(1)), 'br', async () => null), null);
  assert.ok(await get(text(1)));
});

test('a failure reaches all waiting requests, and is not cached', async () => {
  const { answers, get } = open();
  const failing = () =>
    answers.get(etagOf(text(1)), 'br', () => Promise.reject(new Error('damaged'))) as Promise<unknown>;
  const outcomes = await Promise.allSettled([failing(), failing()]);
  assert.equal(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.ok(await get(text(1)));
});

test('compressions beyond the bounds of running and waiting ones are sent plain', async () => {
  const bounds = { running: 2, waiting: 3 };
  const { answers } = open(newCache(), bounds);
  let running = 0;
  let most = 0;
  const read = (seed: number) => async () => {
    most = Math.max(most, ++running);
    await new Promise(resolve => setTimeout(resolve, 5));
    running--;
    return Buffer.from(text(seed));
  };
  const ask = (seed: number) => answers.get(etagOf(text(seed)), 'br', read(seed));
  for (const round of [0, 10]) {
    const bodies = [1, 2, 3, 4, 5, 6, 7].map(seed => ask(seed + round));
    assert.equal(bodies.slice(5), [null, null]);
    for (const [i, body] of (await Promise.all(bodies.slice(0, 5))).entries())
      assert.is(brotliDecompressSync(body!).toString(), text(i + 1 + round));
    assert.is(most, 2);
    assert.ok(await ask(6 + round), 'later there is room again');
  }
});

test('by default two compressions run and 64 wait', async () => {
  const { get } = open();
  const bodies = Array.from({ length: 70 }, (_, seed) => get(text(seed)));
  assert.is(bodies.indexOf(null), 2 + 64);
  await Promise.all(bodies);
});

test('a compressed answer of more than a megabyte is not held', async () => {
  const { answers, cache } = open(newCache(8 * 1024 * 1024));
  const plain = randomBytes(1_200_000).toString('base64');
  assert.is(await answers.get(etagOf(plain), 'gzip', () => plain), null);
  assert.is(cache.calculatedSize, 1);
});

test('the cache has at most its bytes', async () => {
  const { get, cache, state } = open(newCache(300));
  for (let seed = 0; seed < 50; seed++) {
    await get(text(seed));
    assert.ok(cache.calculatedSize <= 300);
  }
  assert.ok(cache.size > 1 && cache.size < 10, `${cache.size}`);
  await get(text(0));
  assert.is(state.reads, 51, 'the oldest has gone');
});

test.run();
