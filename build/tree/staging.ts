import fs from 'node:fs';
import path from 'node:path';

/** Writes files of the coming tree below a staging folder. Each thread has its own. */
export class StagingWriter {
  readonly #root: string;
  readonly #folders = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * @param file relative to the tree
   * @param mtime seconds since the epoch, asked for once all chunks are written
   */
  write(file: string, chunks: Iterable<Buffer>, mtime: () => number): void {
    const target = path.join(this.#root, file);
    this.#makeFolder(path.dirname(target));
    const handle = fs.openSync(target, 'w');
    try {
      for (const chunk of chunks) fs.writeFileSync(handle, chunk);
      const time = mtime();
      fs.futimesSync(handle, time, time);
    } finally {
      fs.closeSync(handle);
    }
  }

  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    fs.mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
  }
}
