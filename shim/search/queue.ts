import { untilAborted } from '../../build/common/until-aborted.ts';
import { searchUnavailable } from '../../build/contract/errors.ts';

/**
 * Searches that may wait. All should be answered within the time limit of 3 s: two processes that need 100 ms for a search of
 * frequent words answer 60 in that time. Ordinary searches take a tenth of it.
 */
const LENGTH = 60;
/** Most waiting searches of one client, so that others always find room. */
const SHARE = 20;

/** Reused, since making an error's stack is expensive and this one is never read. */
const FULL = searchUnavailable();

interface Waiting {
  start(): void;
}

/** Bounds running and waiting searches. No client holds all of several slots, and waiting clients take turns. */
export class SearchQueue {
  readonly #slots: number;
  readonly #slotsOfOne: number;
  readonly #running = new Map<string, number>();
  /** By client, in the order of turns. No set is empty. */
  readonly #waiting = new Map<string, Set<Waiting>>();
  #runningInAll = 0;
  #waitingInAll = 0;

  constructor(slots: number) {
    this.#slots = slots;
    this.#slotsOfOne = Math.max(1, slots - 1);
  }

  /**
   * Runs a task as soon as a slot is free; the task keeps its slot until it ends. A task that is aborted while waiting never
   * starts.
   * @param client sharer of slots and turns
   * @throws ApiError 503 at once if too many wait; the signal's reason, whether or not the task heeds the signal
   */
  async run<T>(client: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    this.admit(client);
    if (this.#hasPlaceFor(client)) this.#count(client, 1);
    else await this.#turnOf(client, signal);
    const running = task().finally(() => {
      this.#count(client, -1);
      this.#startNext();
    });
    return Promise.race([running, untilAborted(signal)]);
  }

  get load(): { running: number; waiting: number } {
    return { running: this.#runningInAll, waiting: this.#waitingInAll };
  }

  /** @throws ApiError 503 if the client may neither run nor wait */
  admit(client: string): void {
    if (this.#hasPlaceFor(client)) return;
    if (this.#waitingInAll >= LENGTH || (this.#waiting.get(client)?.size ?? 0) >= SHARE) throw FULL;
  }

  #hasPlaceFor(client: string): boolean {
    return this.#runningInAll < this.#slots && (this.#running.get(client) ?? 0) < this.#slotsOfOne;
  }

  /** Resolves when a slot is taken for the client. */
  #turnOf(client: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          this.#remove(client, waiting);
          this.#count(client, 1);
          resolve();
        },
      };
      const leave = () => {
        this.#remove(client, waiting);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      const others = this.#waiting.get(client) ?? new Set();
      this.#waiting.set(client, others.add(waiting));
      this.#waitingInAll++;
    });
  }

  #startNext(): void {
    for (const [client, waiting] of this.#waiting) {
      if (!this.#hasPlaceFor(client)) continue;
      const [first] = waiting;
      first?.start();
      // This client's other searches wait until everyone had a turn.
      if (this.#waiting.delete(client) && waiting.size > 0) this.#waiting.set(client, waiting);
      return;
    }
  }

  #remove(client: string, waiting: Waiting): void {
    const others = this.#waiting.get(client);
    if (!others?.delete(waiting)) return;
    this.#waitingInAll--;
    if (others.size === 0) this.#waiting.delete(client);
  }

  #count(client: string, change: 1 | -1): void {
    this.#runningInAll += change;
    const count = (this.#running.get(client) ?? 0) + change;
    if (count > 0) this.#running.set(client, count);
    else this.#running.delete(client);
  }
}
