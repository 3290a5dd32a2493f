/** Lets a number of tasks continue in each turn of the event loop, in order, so that small answers are sent in between. */
export class Turns {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #left: number;
  #isCounting = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
    this.#left = perTurn;
  }

  next(): Promise<void> {
    if (!this.#isCounting) {
      this.#isCounting = true;
      setImmediate(() => this.#begin());
    }
    if (this.#left > 0) {
      this.#left--;
      return Promise.resolve();
    }
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  #begin(): void {
    const going = this.#waiting.splice(0, this.#perTurn);
    this.#left = this.#perTurn - going.length;
    this.#isCounting = going.length > 0;
    if (this.#isCounting) setImmediate(() => this.#begin());
    for (const go of going) go();
  }
}
