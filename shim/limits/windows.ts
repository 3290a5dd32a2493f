import type limiter from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

/** What a client has used up of its window. */
export interface Count {
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/** Counts the requests of clients in fixed windows, each of which begins with its client's first request. It never fails. */
export interface Counter {
  /**
   * Counts a request.
   * @param length of a window, in milliseconds
   * @param max counts beyond it need not be exact
   */
  incr(client: string, length: number, max: number): Count | Promise<Count>;
  /** Returns the count without counting, for answers that only report it. */
  read(client: string, length: number): Count | Promise<Count>;
}

interface Window {
  current: number;
  began: number;
}

/** How many clients are tracked (about 300 bytes each); beyond it the client that was not seen for longest is forgotten. */
const MAX_CLIENTS = 50_000;

/** Counters in this process. They use a monotonic clock: if the time of day is set back, a client must not stay over its limit. */
export class Windows implements Counter {
  readonly #now: () => number;
  readonly #windows: LRUCache<string, Window>;

  constructor(now: () => number, max = MAX_CLIENTS) {
    this.#now = now;
    this.#windows = new LRUCache({ max });
  }

  incr(client: string, length: number): Count {
    const at = this.#now();
    const window = this.#current(client, length, at) ?? { current: 0, began: at };
    window.current++;
    this.#windows.set(client, window);
    return { current: window.current, ttl: length - (at - window.began) };
  }

  read(client: string, length: number): Count {
    const at = this.#now();
    const window = this.#current(client, length, at);
    return window ? { current: window.current, ttl: length - (at - window.began) } : NOTHING_YET;
  }

  /**
   * Takes over the count of another counter, unless the count here is higher and its window has not ended.
   * @param requestedAt when the other counter was requested; its window is measured from then
   * @returns whether the other count was taken over
   */
  adopt(client: string, length: number, { current, ttl }: Count, requestedAt: number): boolean {
    const known = this.#current(client, length, this.#now());
    if (known !== null && known.current >= current) return false;
    if (ttl > 0) this.#windows.set(client, { current, began: requestedAt - (length - ttl) });
    return true;
  }

  #current(client: string, length: number, at: number): Window | null {
    const window = this.#windows.get(client);
    return window !== undefined && at - window.began < length ? window : null;
  }
}

const NOTHING_YET = { current: 0, ttl: 0 } as const;

type Callback = (error: Error | null, count?: Count) => void;

export function storeOver(counter: Counter): limiter.FastifyRateLimitStoreCtor {
  const deliver = (counted: Count | Promise<Count>, callback: Callback): void => {
    if (counted instanceof Promise) counted.then(count => callback(null, count), callback);
    else callback(null, counted);
  };
  return class Store {
    incr(client: string, callback: Callback, length: number, max: number): void {
      deliver(counter.incr(client, length, max), callback);
    }

    read(client: string, callback: Callback, length: number): void {
      deliver(counter.read(client, length), callback);
    }

    child(): this {
      return this;
    }
  };
}
