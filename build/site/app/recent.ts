/** Keeps the newest values by key, up to a number and for a time. */
export class Recent<V> {
  readonly #values = new Map<string, { value: V; until: number }>();
  readonly #most: number;
  readonly #milliseconds: number;
  readonly #now: () => number;

  /** @param now returns the time in milliseconds */
  constructor(most: number, milliseconds: number, now: () => number) {
    this.#most = most;
    this.#milliseconds = milliseconds;
    this.#now = now;
  }

  get(key: string): V | null {
    const found = this.#values.get(key);
    return found && found.until > this.#now() ? found.value : null;
  }

  set(key: string, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, { value, until: this.#now() + this.#milliseconds });
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }
}
