import { contentUnavailable } from '../../build/contract/errors.ts';
import { Slots } from './slots.ts';

/** Runs tasks one at a time, each in a turn of its own, so that other requests are answered in between. */
export class OneAtATime {
  readonly #slot = new Slots(1);
  readonly #mostWaiting: number;

  /** @param mostWaiting how many tasks may wait */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** @throws ApiError 503 if too many wait, and errors of the task */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#slot.isFull(this.#mostWaiting)) throw contentUnavailable();
    return this.#slot.run(async () => {
      await new Promise(setImmediate);
      return task();
    });
  }
}
