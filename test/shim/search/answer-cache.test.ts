import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AnswerCache } from '../../../shim/search/answer-cache.ts';
import { closeAfter } from '../../runner/leftovers.cjs';

/** Someone who waits for as long as it takes. */
const stays = () => undefined;

/** A cache, and a function that counts how often it is called. */
function open(size = 10) {
  const cache = new AnswerCache<string>({ size, ttl: 60 });
  closeAfter(() => cache.close());
  const computed: string[] = [];
  const get = (key: string) =>
    cache.get(
      key,
      async () => {
        computed.push(key);
        if (key === 'bad') throw new Error('bad');
        return key.toUpperCase();
      },
      stays,
    );
  return { cache, computed, get };
}

test('a computed answer is kept', async () => {
  const { cache, computed, get } = open();
  assert.is(await get('a'), 'A');
  assert.is(await get('a'), 'A');
  assert.equal(computed, ['a']);
  cache.close();
});

test('equal keys at the same time share one computation', async () => {
  const { cache, computed, get } = open();
  assert.equal(await Promise.all([get('a'), get('b'), get('a')]), ['A', 'B', 'A']);
  assert.equal(computed, ['a', 'b']);
  assert.equal(cache.uses, { hits: 1, misses: 2 }, 'to join a running computation is a hit');
  cache.close();
});

test('failures are shared, but not kept', async () => {
  const { cache, computed, get } = open();
  const outcomes = await Promise.allSettled([get('bad'), get('bad')]);
  assert.equal(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(computed, ['bad']);
  await get('bad').catch(() => undefined);
  assert.equal(computed, ['bad', 'bad']);
  cache.close();
});

test('a full cache drops its oldest answer', async () => {
  const { cache, computed, get } = open(2);
  for (const key of ['a', 'b', 'c', 'b', 'c']) await get(key);
  assert.equal(computed, ['a', 'b', 'c']);
  await get('a');
  assert.equal(computed, ['a', 'b', 'c', 'a']);
  for (let i = 0; i < 100; i++) await get(`key ${i}`);
  cache.close();
});

test('a computation is aborted when its last caller leaves', async () => {
  const { cache } = open();
  const abandoned: boolean[] = [];
  const compute = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener('abort', () => {
        abandoned.push(true);
        reject(new Error('abandoned'));
      });
    });
  const leave: (() => void)[] = [];
  const waiting = [1, 2].map(() => cache.get('a', compute, listener => leave.push(listener)));
  leave[0]?.();
  assert.equal(abandoned, []);
  leave[1]?.();
  assert.equal(abandoned, [true]);
  // Whoever comes now does not share the fate of the abandoned one, which has not even ended.
  assert.is(await cache.get('a', async () => 'new', stays), 'new');
  for (const { status } of await Promise.allSettled(waiting)) assert.is(status, 'rejected');
  assert.is(await cache.get('a', async () => 'newer', stays), 'new', 'it was kept');
  cache.close();
});

test.run();
