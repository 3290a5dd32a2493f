import fs from 'node:fs';

/** Writes files of the coming tree below a staging folder. Each thread has its own. */
export class StagingWriter {
  readonly #root: string;
  readonly #folders = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * @param file relative to the tree
   * @param mtime seconds since the epoch
   */
  write(file: string, content: Buffer, mtime: number): void {
    const handle = this.#open(file);
    try {
      fs.writeFileSync(handle, content);
      fs.futimesSync(handle, mtime, mtime);
    } finally {
      fs.closeSync(handle);
    }
  }

  /** As `write`, bit by bit. @param mtime is asked for once all chunks are written */
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
    // Both are as `path` would make them, which takes long for as many files.
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
