import fs from 'node:fs';
import { NumberList } from './number-list.ts';
import { readInto } from './read-into.ts';

/** How many bytes are held before they are written, and read at a time. */
const WINDOW = 1024 * 1024;

/** A list of texts to read in any order, in memory while it is short, then in a file. Neighbours are fast to read together. */
export class Spool {
  readonly #file: string;
  #handle: number | null = null;
  readonly #ends = new NumberList();
  /** Texts that are not yet in the file: from `#written` on. */
  readonly #tail = Buffer.allocUnsafeSlow(WINDOW);
  #written = 0;
  #length = 0;
  readonly #window = { bytes: Buffer.alloc(0), from: 0 };

  /** @param file is made when it is needed; `close` removes it */
  constructor(file: string) {
    this.#file = file;
  }

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#length - this.#written + bytes > WINDOW) this.#flush();
    if (bytes > WINDOW) this.#write(Buffer.from(text));
    else this.#tail.write(text, this.#length - this.#written);
    this.#length += bytes;
    if (bytes > WINDOW) this.#written = this.#length;
    this.#ends.push(this.#length);
  }

  at(i: number): string {
    const [from, end] = this.#extent(i);
    if (from >= this.#written) return this.#tail.toString('utf8', from - this.#written, end - this.#written);
    const window = this.#window;
    if (from < window.from || end > window.from + window.bytes.length) this.#read(from, end);
    return window.bytes.toString('utf8', from - window.from, end - window.from);
  }

  bytes(i: number): number {
    const [from, end] = this.#extent(i);
    return end - from;
  }

  close(): void {
    if (this.#handle === null) return;
    fs.closeSync(this.#handle);
    this.#handle = null;
    fs.rmSync(this.#file, { force: true });
  }

  #extent(i: number): [from: number, end: number] {
    const ends = this.#ends.numbers();
    return [i === 0 ? 0 : (ends[i - 1] as number), ends[i] as number];
  }

  #flush(): void {
    if (this.#length === this.#written) return;
    this.#write(this.#tail.subarray(0, this.#length - this.#written));
    this.#written = this.#length;
  }

  #write(bytes: Buffer): void {
    this.#handle ??= fs.openSync(this.#file, 'w+');
    fs.writeFileSync(this.#handle, bytes);
  }

  #read(from: number, end: number): void {
    const bytes = Buffer.allocUnsafe(Math.max(end - from, Math.min(WINDOW, this.#written - from)));
    this.#window.bytes = bytes.subarray(0, readInto(this.#handle as number, bytes, from));
    this.#window.from = from;
  }
}
