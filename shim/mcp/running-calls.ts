import { REFUSALS } from './refusals.ts';

/** Most calls at a time. Each may hold a piece of a document; its searches have their own bound. */
const CALLS = 256;
/** Most calls of one client of any tier, so that others always find room. */
const SHARE = 200;

export class Calls {
  readonly #byClient = new Map<string, number>();
  #inAll = 0;

  /** @throws Refusal at once where there is no room */
  async run<T>(client: string, task: () => Promise<T>): Promise<T> {
    const own = this.#byClient.get(client) ?? 0;
    if (this.#inAll >= CALLS || own >= SHARE) throw REFUSALS.busy;
    this.#count(client, 1);
    try {
      return await task();
    } finally {
      this.#count(client, -1);
    }
  }

  #count(client: string, change: 1 | -1): void {
    this.#inAll += change;
    const count = (this.#byClient.get(client) ?? 0) + change;
    if (count > 0) this.#byClient.set(client, count);
    else this.#byClient.delete(client);
  }
}
