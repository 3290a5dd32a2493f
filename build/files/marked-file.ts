import fs from 'node:fs';
import { readInto, WITHOUT_WAITING } from './read-into.ts';

/** Bytes that are held at first. They double where a mark is farther away. */
const HELD = 1 << 18;

/** A file of any size that is read from mark to mark. Who opens it closes it. */
export class MarkedFile {
  readonly #name: string;
  readonly #handle: number;
  #memory = Buffer.allocUnsafeSlow(HELD);
  /** What is held and was not taken. */
  #from = 0;
  #to = 0;

  constructor(file: string) {
    this.#name = file;
    this.#handle = fs.openSync(file, WITHOUT_WAITING);
  }

  close(): void {
    fs.closeSync(this.#handle);
  }

  /**
   * Takes the text before a mark, and the mark.
   *
   * @param marks of which the first in the file counts; the most frequent is searched first, the others only before it
   * @throws where the file ends before a mark
   */
  takeTo(...marks: readonly Mark[]): { text: string; mark: Mark } {
    for (;;) {
      const held = this.#memory.subarray(this.#from, this.#to);
      let first: { at: number; mark: Mark } | null = null;
      for (const mark of marks) {
        const searched: Buffer = first ? held.subarray(0, first.at + mark.text.length - 1) : held;
        const at: number = searched.indexOf(mark.text);
        if (at >= 0) first = { at, mark };
      }
      if (first) {
        const { at, mark } = first;
        this.#from += at + mark.text.length - (mark.left ?? 0);
        return { text: held.toString('utf8', 0, at + (mark.kept ?? 0)), mark };
      }
      if (!this.#readOn()) throw new Error(`${this.#name} ends before ${marks.map(({ text }) => text)}`);
    }
  }

  /** Whether there was more to read. */
  #readOn(): boolean {
    const length = this.#to - this.#from;
    const target =
      length > this.#memory.length / 2 ? Buffer.allocUnsafeSlow(2 * this.#memory.length) : this.#memory;
    this.#memory.copy(target, 0, this.#from, this.#to);
    [this.#memory, this.#from] = [target, 0];
    this.#to = length + readInto(this.#handle, target.subarray(length), null);
    return this.#to > length;
  }
}

/** A text between parts of a file. */
export interface Mark {
  /** ASCII. */
  text: string;
  /** How many of its characters belong to the part before it; none unless told. */
  kept?: number;
  /** How many of its characters belong to the part behind it; none unless told. */
  left?: number;
}
