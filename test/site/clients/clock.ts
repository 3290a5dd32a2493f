import * as assert from 'uvu/assert';
import { TIER_LIMITS, WINDOW_MS } from '../../../build/contract/tiers.ts';
import { type Counter, Windows } from '../../../shim/limits/windows.ts';
import type { Shim } from '../../helpers/shim.ts';

/** The clock of the limits. Tests move it forward, to the end of a window or close to it. */
export interface Clock {
  /** The counter that uses this clock. */
  readonly counter: Counter;
  /** Begins a new window for all clients. */
  nextWindow(): void;
  /**
   * Uses up the window of this machine's address. From the next request on, whenever it arrives, the window lasts these
   * seconds.
   */
  useUp(shim: Shim, seconds: number): Promise<void>;
}

export function skewedClock(): Clock {
  let skew = 0;
  /** Milliseconds of the window that the next request finds; null to leave it unchanged. */
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
