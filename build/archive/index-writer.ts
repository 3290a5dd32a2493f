import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { piecesOf } from './file-lines.ts';
import { headLine, type IndexHead, partFile } from './part-file.ts';

/** Characters of lines that are held before they are written. */
const WINDOW = 1 << 18;

/** Writes the index of a part, a line at a time. It appears when it is complete: its name follows from its bytes. */
export class IndexWriter {
  readonly #folder: string;
  readonly #part: string;
  readonly #aside: string;
  readonly #lines: number;
  #waiting = '';

  /** @param folder of the archive */
  constructor(folder: string, part: string) {
    this.#folder = folder;
    this.#part = part;
    this.#aside = path.join(folder, `${partFile(part, 'lines')}.new`);
    fs.mkdirSync(path.dirname(this.#aside), { recursive: true });
    this.#lines = fs.openSync(this.#aside, 'w+');
  }

  put(line: string): void {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length > WINDOW) this.#write();
  }

  #write(): void {
    fs.writeFileSync(this.#lines, this.#waiting);
    this.#waiting = '';
  }

  /** @param head is known when all lines are: some tell since when versions are kept @returns name, size and digest of the file */
  finish(head: IndexHead): { path: string; bytes: number; sha256: string } {
    this.#write();
    const aside = path.join(this.#folder, `${partFile(this.#part, '')}.new`);
    const digest = createHash('sha256');
    let bytes = 0;
    const handle = fs.openSync(aside, 'w');
    const write = (piece: Buffer): void => {
      digest.update(piece);
      bytes += piece.length;
      fs.writeFileSync(handle, piece);
    };
    try {
      write(Buffer.from(`${headLine(head)}\n`));
      for (const piece of piecesOf(this.#lines)) write(piece);
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    const sha256 = digest.digest('hex');
    const named = partFile(this.#part, sha256);
    fs.renameSync(aside, path.join(this.#folder, named));
    return { path: named, bytes, sha256 };
  }

  /** Removes what is not finished. */
  close(): void {
    fs.closeSync(this.#lines);
    fs.rmSync(this.#aside, { force: true });
  }
}
