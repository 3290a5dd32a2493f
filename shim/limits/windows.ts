import type limiter from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

interface Window {
  current: number;
  /** By the monotonic clock, in milliseconds. */
  began: number;
}

type Callback = (error: Error | null, result?: { current: number; ttl: number }) => void;

/**
 * Counters of fixed windows, for the limiter. The limiter's own go by the time of day: where that is set back, a client
 * that is over its limit stays so for as long.
 * @param now milliseconds by a clock that only goes forward
 * @param max so many clients; beyond it the one not seen for longest starts afresh
 */
export function windowStore(now: () => number, max: number): limiter.FastifyRateLimitStoreCtor {
  const windows = new LRUCache<string, Window>({ max });
  const current = (key: string, length: number, at: number): Window | null => {
    const window = windows.get(key);
    return window !== undefined && at - window.began < length ? window : null;
  };
  return class WindowStore {
    incr(key: string, callback: Callback, length: number): void {
      const at = now();
      const window = current(key, length, at) ?? { current: 0, began: at };
      window.current++;
      windows.set(key, window);
      callback(null, { current: window.current, ttl: length - (at - window.began) });
    }

    /** Without counting: for answers that only tell. */
    read(key: string, callback: Callback, length: number): void {
      const at = now();
      const window = current(key, length, at);
      callback(null, window ? { current: window.current, ttl: length - (at - window.began) } : NOTHING_YET);
    }

    child(): this {
      return this;
    }
  };
}

const NOTHING_YET = { current: 0, ttl: 0 } as const;
