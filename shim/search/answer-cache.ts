import NodeCache from 'node-cache';

interface AnswerCacheOptions {
  size: number;
  ttl: number;
}

export interface CacheUses {
  hits: number;
  misses: number;
}

interface Running<T> {
  answer: Promise<T>;
  waiting: number;
  /** Aborted when no caller waits any more. */
  abandon: AbortController;
}

/** Keeps a bounded number of answers for a short time. Equal keys share a running computation; the queue bounds those. */
export class AnswerCache<T> {
  readonly #cache: NodeCache;
  readonly #size: number;
  readonly #running = new Map<string, Running<T>>();
  readonly uses: CacheUses = { hits: 0, misses: 0 };

  constructor({ size, ttl }: AnswerCacheOptions) {
    // Clones would cost more than the answer, and no caller changes it.
    this.#cache = new NodeCache({ stdTTL: ttl, checkperiod: ttl, useClones: false });
    this.#size = size;
  }

  /** Tells whether an answer is kept or running, so that `get` computes none. */
  has(key: string): boolean {
    return this.#running.has(key) || this.#cache.has(key);
  }

  /**
   * Returns the kept or running answer for the key, or else computes it. Failures are shared, but not kept.
   * @param compute its signal is aborted when all callers have left
   * @param onLeft calls its listener when the caller leaves, possibly after it has the answer
   */
  get(
    key: string,
    compute: (abandoned: AbortSignal) => Promise<T>,
    onLeft: (listener: () => void) => void,
  ): Promise<T> {
    const kept = this.#cache.get<T>(key);
    if (kept !== undefined || this.#running.has(key)) this.uses.hits++;
    else this.uses.misses++;
    if (kept !== undefined) return Promise.resolve(kept);
    const running = this.#running.get(key) ?? this.#start(key, compute);
    running.waiting++;
    onLeft(() => {
      // Later callers need a new answer.
      if (--running.waiting === 0 && this.#forget(key, running)) running.abandon.abort();
    });
    return running.answer;
  }

  close(): void {
    this.#cache.close();
  }

  #start(key: string, compute: (abandoned: AbortSignal) => Promise<T>): Running<T> {
    const abandon = new AbortController();
    const answer = compute(abandon.signal)
      .then(value => {
        this.#keep(key, value);
        return value;
      })
      .finally(() => this.#forget(key, running));
    const running = { answer, waiting: 0, abandon };
    this.#running.set(key, running);
    return running;
  }

  #forget(key: string, running: Running<T>): boolean {
    return this.#running.get(key) === running && this.#running.delete(key);
  }

  /** Drops the oldest answer if there is no room: node-cache itself would throw. */
  #keep(key: string, value: T): void {
    if (this.#cache.getStats().keys >= this.#size) this.#cache.del(this.#cache.keys()[0] ?? '');
    this.#cache.set(key, value);
  }
}
