import fs from 'node:fs';
import { type Entry, fingerprintOf, makeEntry, mtimeOf } from './entry.ts';
import { Scratch } from './scratch.ts';

/** A file of the new tree. */
export interface Output {
  path: string;
  /** Several pieces are written one after the other: to join them would take as much memory again. A generator makes them meanwhile. */
  content: Buffer | string | readonly Buffer[] | Generator<Buffer>;
  timestamp: string;
  identifier?: string;
}

/** Writes files of the new tree below a staging folder. Each thread has its own. */
export class StagingWriter {
  readonly #root: string;
  readonly #folders = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** @param published fingerprint of the published file: where the output has the same, nothing is left of it */
  write({ path, content, timestamp, identifier }: Output, published?: string): Entry {
    if (typeof content !== 'string' && 'next' in content) {
      // What the file is is known only when it is written.
      const entry = this.#fill(path, handle =>
        makeEntry(path, writtenTo(handle, content), timestamp, identifier),
      );
      if (fingerprintOf(entry) === published) fs.rmSync(`${this.#root}/${path}`);
      return entry;
    }
    const pieces = typeof content === 'string' ? [encoded(content)] : [content].flat();
    const entry = makeEntry(path, pieces, timestamp, identifier);
    if (fingerprintOf(entry) === published) return entry;
    return this.#fill(path, handle => {
      for (const piece of pieces) fs.writeFileSync(handle, piece);
      return entry;
    });
  }

  #fill(path: string, fill: (handle: number) => Entry): Entry {
    const handle = this.#open(path);
    try {
      const entry = fill(handle);
      const time = mtimeOf(entry);
      fs.futimesSync(handle, time, time);
      return entry;
    } finally {
      fs.closeSync(handle);
    }
  }

  /** As `write`, in chunks. @param mtime seconds since the epoch; called when all chunks are written */
  async stream(
    file: string,
    chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
    mtime: () => number,
  ): Promise<void> {
    const handle = this.#open(file);
    try {
      for await (const chunk of chunks) fs.writeFileSync(handle, chunk);
      const time = mtime();
      fs.futimesSync(handle, time, time);
    } finally {
      fs.closeSync(handle);
    }
  }

  #open(file: string): number {
    // The same as with `path`, which is slow for so many files.
    const target = `${this.#root}/${file}`;
    this.#makeFolder(target.slice(0, target.lastIndexOf('/')));
    return fs.openSync(target, 'w');
  }

  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    fs.mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
  }
}

function* writtenTo(handle: number, pieces: Iterable<Buffer>): Generator<Buffer> {
  for (const piece of pieces) {
    fs.writeFileSync(handle, piece);
    yield piece;
  }
}

const scratch = new Scratch();

/** The UTF-8 of a text, always in the same memory: valid until the next call. */
function encoded(text: string): Buffer {
  const bytes = scratch.bytes(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
