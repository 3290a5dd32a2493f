import { setImmediate } from 'node:timers/promises';
import { collectGarbage } from '../../build/common/garbage.ts';

/** Most times that garbage is collected: of code that nobody uses any more some stays for a few of them. */
const MOST_COLLECTIONS = 20;
/** Less that goes is no matter. */
const LITTLE = 50_000; // bytes

/** Bytes that this process holds, without what earlier tests left: else that would go while something is measured. */
export async function settledHeap(): Promise<number> {
  let last = Number.POSITIVE_INFINITY;
  for (let i = 0; i < MOST_COLLECTIONS; i++) {
    collectGarbage();
    await setImmediate();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const now = heapUsed + arrayBuffers;
    if (now > last - LITTLE) return Math.min(now, last);
    last = now;
  }
  return last;
}
