import * as assert from 'uvu/assert';
import { TIER_LIMITS, WINDOW_MS } from '../../../build/contract/tiers.ts';
import type { Shim } from '../../helpers/shim.ts';

/** The clock that limits go by, moved forward: a window is over at once, or about to be. */
export interface Clock {
  /** All clients begin afresh. */
  nextWindow(): void;
  /** Uses up the window of this machine's address, and leaves so many seconds of it. */
  useUp(shim: Shim, seconds: number): Promise<void>;
  restore(): void;
}

export function skewedClock(): Clock {
  const { now } = performance;
  let skew = 0;
  performance.now = () => now.call(performance) + skew;
  return {
    nextWindow() {
      skew += WINDOW_MS;
    },
    async useUp(shim, seconds) {
      const began = performance.now();
      for (let i = 0; i < (TIER_LIMITS.anonymous ?? 0); i++)
        assert.is((await shim.anonymous('/api/sources')).status, 200);
      skew += WINDOW_MS - seconds * 1000 - (performance.now() - began);
    },
    restore() {
      performance.now = now;
    },
  };
}
