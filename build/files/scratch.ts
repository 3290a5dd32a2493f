/** Reusable memory: a buffer is valid until the next call. */
export class Scratch {
  #memory = Buffer.allocUnsafeSlow(1024 * 1024);

  bytes(length: number): Buffer {
    if (this.#memory.length < length) this.#memory = Buffer.allocUnsafeSlow(2 * length);
    return this.#memory.subarray(0, length);
  }
}
