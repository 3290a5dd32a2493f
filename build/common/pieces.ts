import { setImmediate } from 'node:timers/promises';
import type { Pieces } from '../contract/pieces.ts';

/** Runs work in pieces, with other events in between. */
export async function inPieces<T>(work: Pieces<T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
