/** Lets so many go on in one turn of the event loop, in the order of their coming, so that small answers get out in between. */
export class Turns {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #left: number;
  #isCounting = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
    this.#left = perTurn;
  }

  /** Resolved when it is the caller's turn. */
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
