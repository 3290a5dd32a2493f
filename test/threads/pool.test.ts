import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inStretches } from '../../build/threads/pool.ts';
import { Random } from '../helpers/random.ts';

test('every task is taken once, whichever thread asks when', async () => {
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

test('a thread takes neighbors one after the other, and then helps from the far end', () => {
  const next = inStretches([0, 1, 2, 3, 4, 5], 2);
  assert.equal([next(0), next(1), next(0), next(1), next(0)], [0, 3, 1, 4, 2]);
  assert.equal([next(0), next(0), next(1)], [5, undefined, undefined]);
});

test.run();
