import NodeCache from 'node-cache';

export interface AnswerCacheOptions {
  /** Answers that are kept at most. */
  size: number;
  /** Seconds that an answer is kept. */
  ttl: number;
}

/** Keeps a bounded number of answers for a short time. Equal keys at the same time share one computation. */
export class AnswerCache<T> {
  readonly #cache: NodeCache;
  readonly #size: number;
  readonly #running = new Map<string, Promise<T>>();

  constructor({ size, ttl }: AnswerCacheOptions) {
    // Clones would cost more than the answer, and no one changes it.
    this.#cache = new NodeCache({ stdTTL: ttl, checkperiod: ttl, useClones: false });
    this.#size = size;
  }

  /** The kept or running answer for the key, or else a new one. Failures are shared, but not kept. */
  get(key: string, compute: () => Promise<T>): Promise<T> {
    const kept = this.#cache.get<T>(key);
    if (kept !== undefined) return Promise.resolve(kept);
    const running = this.#running.get(key);
    if (running) return running;
    const answer = compute()
      .then(value => {
        this.#keep(key, value);
        return value;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, answer);
    return answer;
  }

  close(): void {
    this.#cache.close();
  }

  /** Drops the oldest where there is no room: node-cache itself would throw. */
  #keep(key: string, value: T): void {
    if (this.#cache.getStats().keys >= this.#size) this.#cache.del(this.#cache.keys()[0] ?? '');
    this.#cache.set(key, value);
  }
}
