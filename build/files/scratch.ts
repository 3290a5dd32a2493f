/** Longer memory is not kept: few need it. */
const MOST_KEPT = 8 * 1024 * 1024;

/** Reusable memory: a buffer is valid until the next call. */
export class Scratch {
  #memory = Buffer.allocUnsafeSlow(1024 * 1024);

  bytes(length: number): Buffer {
    if (length > MOST_KEPT) return Buffer.allocUnsafeSlow(length);
    if (this.#memory.length < length) this.#memory = Buffer.allocUnsafeSlow(Math.min(2 * length, MOST_KEPT));
    return this.#memory.subarray(0, length);
  }
}
