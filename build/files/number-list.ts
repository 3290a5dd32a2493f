/** A growing list of numbers below 2^32. */
export class NumberList {
  #numbers = new Uint32Array(1024);
  #length = 0;

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const grown = new Uint32Array(2 * this.#length);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.#length++] = number;
  }

  get length(): number {
    return this.#length;
  }

  /** A view that is valid until the next `push`. */
  numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
