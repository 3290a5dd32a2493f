import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readInto } from '../files/read-into.ts';
import type { PartEntry } from './archive.ts';
import { linesOfPieces, piecesOf } from './file-lines.ts';
import { findLine } from './find-line.ts';
import type { Run } from './history.ts';
import { ArchiveDamage } from './packs.ts';
import { HistoryLine, type IndexHead, readHead } from './part-file.ts';

/** The index of a part, of which a line is held at a time: it may have hundreds of megabytes. */
export class IndexFile {
  readonly head: IndexHead;
  readonly #folder: string;
  readonly entry: PartEntry;

  /** @param folder of the archive @throws ArchiveDamage where the file is missing or is not the one that the root names */
  constructor(folder: string, entry: PartEntry) {
    this.#folder = folder;
    this.entry = entry;
    const [first = ''] = this.#lines();
    this.head = readHead(first, entry.path);
  }

  /**
   * The lines of documents, in the order of identifiers.
   * @throws ArchiveDamage also at the end, where the digest is another: until then nobody knows whether the lines are sound
   */
  *[Symbol.iterator](): Generator<HistoryLine> {
    const { name, path: file } = this.entry;
    let [number, last] = [0, ''];
    for (const text of this.#lines()) {
      number += 1;
      if (number === 1) continue;
      const line = new HistoryLine(text, `${file}, line ${number}`);
      line.checkPart(name);
      if (line.identifier <= last)
        throw new ArchiveDamage(`${line.place}: ${line.identifier} is not in order`);
      last = line.identifier;
      yield line;
    }
  }

  /** The history of a document. The digest of the file is not looked at. @throws ArchiveDamage */
  get(identifier: string): readonly Run[] | undefined {
    const handle = openNamed(this.#folder, this.entry);
    try {
      const search = findLine(identifier, this.entry.bytes, this.entry.path);
      let step = search.next();
      while (!step.done) {
        const bytes = Buffer.allocUnsafe(step.value.bytes);
        step = search.next(bytes.subarray(0, readInto(handle, bytes, step.value.at)));
      }
      return step.value?.runs;
    } finally {
      fs.closeSync(handle);
    }
  }

  /** @throws ArchiveDamage */
  *#lines(): Generator<string> {
    const { path: file, sha256 } = this.entry;
    const handle = openNamed(this.#folder, this.entry);
    const digest = createHash('sha256');
    function* hashed(): Generator<Buffer> {
      for (const piece of piecesOf(handle)) {
        digest.update(piece);
        yield piece;
      }
    }
    try {
      yield* linesOfPieces(hashed(), file);
    } finally {
      fs.closeSync(handle);
    }
    if (digest.digest('hex') !== sha256) throw new ArchiveDamage(`${file}: its digest is not ${sha256}`);
  }
}

/** Opens a file that the root names. @throws ArchiveDamage where it is missing, or has another size */
export function openNamed(folder: string, { path: file, bytes }: { path: string; bytes: number }): number {
  let handle: number;
  try {
    handle = fs.openSync(path.join(folder, file), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ArchiveDamage(`${file} is missing`);
    throw error;
  }
  const { size } = fs.fstatSync(handle);
  if (size === bytes) return handle;
  fs.closeSync(handle);
  throw new ArchiveDamage(`${file} has ${size} bytes, not ${bytes}`);
}
