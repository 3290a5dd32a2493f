import * as assert from 'uvu/assert';
import { TIER_LIMITS, WINDOW_MS } from '../../../build/contract/tiers.ts';
import { type Counter, Windows } from '../../../shim/limits/windows.ts';
import type { Shim } from '../../helpers/shim.ts';

/** The clock that limits go by, moved forward: a window is over at once, or about to be. */
export interface Clock {
  /** What counts by it. */
  readonly counter: Counter;
  /** All clients begin afresh. */
  nextWindow(): void;
  /** Uses up the window of this machine's address, and leaves so many seconds of it from its next request on, whenever that comes. */
  useUp(shim: Shim, seconds: number): Promise<void>;
}

export function skewedClock(): Clock {
  let skew = 0;
  /** Milliseconds that the next request finds of its window; null where it finds what there is. */
  let left: number | null = null;
  const windows = new Windows(() => performance.now() + skew);
  const counter: Counter = {
    incr(client, length) {
      if (left !== null) skew += windows.read(client, length).ttl - left;
      left = null;
      return windows.incr(client, length);
    },
    read: (client, length) => windows.read(client, length),
  };
  return {
    counter,
    nextWindow() {
      left = null;
      skew += WINDOW_MS;
    },
    async useUp(shim, seconds) {
      for (let i = 0; i < (TIER_LIMITS.anonymous ?? 0); i++)
        assert.is((await shim.anonymous('/api/sources')).status, 200);
      left = seconds * 1000;
    },
  };
}
