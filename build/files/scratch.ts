/** Memory that is used again and again: what is given out is there until the next call. */
export class Scratch {
  #memory = Buffer.allocUnsafeSlow(1024 * 1024);

  /** @param length in bytes */
  bytes(length: number): Buffer {
    if (this.#memory.length < length) this.#memory = Buffer.allocUnsafeSlow(2 * length);
    return this.#memory.subarray(0, length);
  }
}
