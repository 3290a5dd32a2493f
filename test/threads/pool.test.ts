import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inStretches, WorkerPool } from '../../build/threads/pool.ts';
import { Random } from '../helpers/random.ts';

test('every task is run once, on any thread', async () => {
  const random = new Random(7);
  for (let round = 0; round < 200; round++) {
    const tasks = Array.from({ length: random.below(30) }, (_, i) => i);
    const threads = 1 + random.below(5);
    const next = inStretches(tasks, threads);
    const taken: number[] = [];
    for (;;) {
      const task = await next(random.below(threads));
      if (task === undefined) break;
      taken.push(task);
    }
    assert.equal(
      taken.sort((a, b) => a - b),
      tasks,
    );
  }
});

test('a thread takes neighboring tasks, and then helps from the far end', () => {
  const next = inStretches([0, 1, 2, 3, 4, 5], 2);
  assert.equal([next(0), next(1), next(0), next(1), next(0)], [0, 3, 1, 4, 2]);
  assert.equal([next(0), next(0), next(1)], [5, undefined, undefined]);
});

test('threads with much work done are replaced, and others are kept', async () => {
  const pool = new WorkerPool(new URL('./thread-id.ts', import.meta.url));
  const threads = async (): Promise<number[]> => {
    const all = new Set<number>();
    await pool.run<number, number>([...Array(40).keys()], 2, thread => all.add(thread));
    return [...all].sort();
  };
  await pool.renew(1_000_000);
  assert.not(pool.hasThreads, 'none where there were none');
  const first = await threads();
  assert.not(first.includes(0));
  await pool.renew(99_999);
  assert.equal(await threads(), first);
  const renewed = pool.renew(100_000);
  assert.ok(pool.hasThreads, 'before the old ones have ended');
  await renewed;
  const second = await threads();
  assert.is(second.length, first.length);
  assert.not(second.some(thread => first.includes(thread)));
  await pool.dismiss();
  assert.not(pool.hasThreads);
  assert.is((await threads()).length, first.length);
  await pool.close();
});

test('a pool closes after the end of threads that were not awaited', async () => {
  const pool = new WorkerPool(new URL('./thread-id.ts', import.meta.url));
  await pool.run<number, number>([...Array(40).keys()], 2, () => {});
  let hasEnded = false;
  const dismissed = pool.dismiss().then(() => {
    hasEnded = true;
  });
  await pool.close();
  await setImmediate();
  assert.ok(hasEnded);
  await dismissed;
});

test.run();
