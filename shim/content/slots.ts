/** Bounds how many tasks run at the same time; the others wait in the order in which they came. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>(resolve => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // Whoever waits takes over the place.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
