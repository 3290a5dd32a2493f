/** Bounds how many tasks run at the same time; the others wait in order. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  isFull(waiting: number): boolean {
    return this.#free === 0 && this.#waiting.length >= waiting;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>(resolve => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The next task takes over the slot.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
