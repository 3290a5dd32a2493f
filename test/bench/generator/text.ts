import { writeWord } from './vocabulary.ts';

/** More than the largest document with its frontmatter; what is written is cut there by whoever writes. */
const CAPACITY = 8 * 1024 * 1024;
const UPPER = 0x20;

/** The bytes of a document as they are put together; the same memory for all documents. */
export class Text {
  readonly #bytes = Buffer.allocUnsafeSlow(CAPACITY);
  readonly #view = new DataView(this.#bytes.buffer);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  /** @param text of any characters */
  add(text: string): void {
    this.length += this.#bytes.write(text, this.length);
  }

  word(rank: number, isCapital = false): void {
    const at = this.length;
    this.length = writeWord(rank, this.#view, at);
    if (isCapital) this.#bytes[at] = (this.#bytes[at] as number) & ~UPPER;
  }

  /** One ASCII character. */
  char(code: number): void {
    this.#bytes[this.length++] = code;
  }

  /** The bytes until the next change. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}
