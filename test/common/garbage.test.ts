import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { collectGarbage, letGo } from '../../build/common/garbage.ts';

let forced = 0;
const observer = new PerformanceObserver(list => {
  for (const { detail } of list.getEntries() as (PerformanceEntry & { detail: { flags: number } })[])
    if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) forced++;
});
observer.observe({ entryTypes: ['gc'] });
test.after(() => observer.disconnect());

/** How often something made the engine collect. */
async function collections(run: () => void): Promise<number> {
  const before = forced;
  run();
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  return forced - before;
}

test('unreferenced memory is freed at once', async () => {
  const kept = new Uint8Array(1024);
  const [gone, stays] = [new WeakRef(new Uint8Array(1024)), new WeakRef(kept)];
  // Until the end of the turn the reference itself keeps it.
  await setImmediate();
  collectGarbage();
  assert.is(gone.deref(), undefined);
  assert.is(stays.deref(), kept);
});

test('released arrays are freed each time that enough of them have gathered', async () => {
  const megabytes = (count: number) => () => letGo(count * 1024 * 1024);
  assert.ok((await collections(collectGarbage)) >= 1, 'they are told');
  for (let round = 0; round < 2; round++) {
    assert.is(await collections(megabytes(12)), 0);
    assert.is(await collections(megabytes(12)), 0);
    assert.ok((await collections(megabytes(12))) >= 1);
  }
});

test.run();
