import NodeCache from 'node-cache';

interface AnswerCacheOptions {
  /** Answers that are kept at most. */
  size: number;
  /** Seconds that an answer is kept. */
  ttl: number;
}

/** How often what was looked for was there, and how often not. */
export interface CacheUses {
  hits: number;
  misses: number;
}

/** A computation, and who waits for it. */
interface Running<T> {
  answer: Promise<T>;
  waiting: number;
  /** Aborted when no one waits any more. */
  abandon: AbortController;
}

/**
 * Keeps a bounded number of answers for a short time. Equal keys at the same time share one computation; how many of these
 * there are is bounded by whoever computes (`queue.ts`).
 */
export class AnswerCache<T> {
  readonly #cache: NodeCache;
  readonly #size: number;
  readonly #running = new Map<string, Running<T>>();
  readonly uses: CacheUses = { hits: 0, misses: 0 };

  constructor({ size, ttl }: AnswerCacheOptions) {
    // Clones would cost more than the answer, and no one changes it.
    this.#cache = new NodeCache({ stdTTL: ttl, checkperiod: ttl, useClones: false });
    this.#size = size;
  }

  /** Whether an answer is kept or running: then none is computed for whoever asks now. */
  has(key: string): boolean {
    return this.#running.has(key) || this.#cache.has(key);
  }

  /**
   * The kept or running answer for the key, or else a new one. Failures are shared, but not kept.
   * @param compute its signal is aborted when all who waited for the answer have left
   * @param onLeft has its listener called when this one does not wait any more; also after it had the answer
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
      // Whoever asks from now on needs an answer of its own.
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

  /** @returns whether it still ran */
  #forget(key: string, running: Running<T>): boolean {
    return this.#running.get(key) === running && this.#running.delete(key);
  }

  /** Drops the oldest where there is no room: node-cache itself would throw. */
  #keep(key: string, value: T): void {
    if (this.#cache.getStats().keys >= this.#size) this.#cache.del(this.#cache.keys()[0] ?? '');
    this.#cache.set(key, value);
  }
}
