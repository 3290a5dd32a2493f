import { setImmediate } from 'node:timers/promises';
import type { Pieces } from '../contract/pieces.ts';

/** Does work piece by piece, and lets what waits come between. */
export async function inPieces<T>(work: Pieces<T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
