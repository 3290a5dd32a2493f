import { createHash, hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { ArchivedVersion, Place } from './history.ts';

/** Packs: files of many compressed corpus files, one behind the other. A pack never changes once it is in the archive. */

/** A pack is closed when it has this many bytes. */
const PACK_BYTES = 32 << 20;

/** Higher qualities of Brotli take twenty times as long, and save one percent. */
const QUALITY = 5;

const compressed = (bytes: Buffer): Buffer =>
  zlib.brotliCompressSync(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

export interface PackFile {
  /** Relative to the archive. */
  path: string;
  bytes: number;
  sha256: string;
  /** Bytes of versions that were dropped since (`--archive-keep`); absent: none. */
  dropped?: number;
}

/** Most bytes of a file in the archive, which bounds what a damaged pack makes a reader allocate. */
const MOST_BYTES = 256 << 20;

/** Most packs that a reader keeps open. */
const MOST_OPEN = 64;

/** Collects versions in memory, a pack at a time, and writes full packs. */
export class PackWriter {
  readonly #folder: string;
  #next: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Packs that are written. */
  readonly packs: PackFile[] = [];

  /** @param folder the archive @param next the number of the next pack */
  constructor(folder: string, next: number) {
    this.#folder = folder;
    this.#next = next;
  }

  put(text: string, bytes: Buffer): ArchivedVersion {
    return { text, sha256: hash('sha256', bytes), ...this.#take(compressed(bytes)) };
  }

  /** Takes over a version of another pack. @param piece its compressed file */
  move({ text, sha256 }: ArchivedVersion, piece: Buffer): ArchivedVersion {
    return { text, sha256, ...this.#take(piece) };
  }

  #take(piece: Buffer): Place {
    if (this.#bytes > 0 && this.#bytes + piece.length > PACK_BYTES) this.flush();
    const place: Place = { pack: packPath(this.#next), offset: this.#bytes, bytes: piece.length };
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    return place;
  }

  /** Writes what is collected. */
  flush(): void {
    if (this.#bytes === 0) return;
    const content = Buffer.concat(this.#pieces);
    const file = packPath(this.#next);
    writeWhole(path.join(this.#folder, file), content);
    this.packs.push({ path: file, bytes: content.length, sha256: hash('sha256', content) });
    this.#next += 1;
    this.#pieces = [];
    this.#bytes = 0;
  }
}

/** An archive may come from elsewhere: it names no files but its own. */
export const PACK = /^packs\/\d{6,9}\.pack$/;

/** Whether a pack may have something there. */
export const isPlace = ({ pack, offset, bytes }: Partial<Place>): boolean =>
  PACK.test(String(pack)) &&
  [offset, bytes].every(number => Number.isSafeInteger(number) && (number as number) >= 0) &&
  (bytes as number) <= MOST_BYTES;

const packPath = (number: number): string => `packs/${String(number).padStart(6, '0')}.pack`;

/** Writes a file that is whole under its name or missing, also after a power failure. */
export function writeWhole(file: string, content: Buffer | string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.new`;
  const handle = fs.openSync(aside, 'w');
  try {
    fs.writeFileSync(handle, content);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(aside, file);
}

/** Characters of lines that are held before they are written: an index may have hundreds of megabytes. */
const WINDOW = 1 << 20;

/**
 * Writes lines into a file that is named by their digest, and appears when it is complete.
 *
 * @param nameOf its name in the folder, of a SHA-256 @param most bytes @returns its name, size and digest
 * @throws ArchiveDamage for more bytes: nobody could read the file
 */
export function writeLines(
  folder: string,
  lines: Iterable<string>,
  nameOf: (sha256: string) => string,
  most: number,
): { path: string; bytes: number; sha256: string } {
  const aside = path.join(folder, `${nameOf('')}.new`);
  fs.mkdirSync(path.dirname(aside), { recursive: true });
  const handle = fs.openSync(aside, 'w');
  const digest = createHash('sha256');
  let bytes = 0;
  let waiting = '';
  const write = (): void => {
    const content = Buffer.from(waiting);
    digest.update(content);
    bytes += content.length;
    if (bytes > most)
      throw new ArchiveDamage(
        `${nameOf('')} would have more than ${most} bytes: bound it with --archive-keep`,
      );
    fs.writeFileSync(handle, content);
    waiting = '';
  };
  try {
    for (const line of lines) {
      waiting += `${line}\n`;
      if (waiting.length > WINDOW) write();
    }
    write();
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  const sha256 = digest.digest('hex');
  fs.renameSync(aside, path.join(folder, nameOf(sha256)));
  return { path: nameOf(sha256), bytes, sha256 };
}

/** Reads versions out of packs. */
export class PackReader {
  readonly #folder: string;
  readonly #handles = new Map<string, number>();

  /** @param folder the archive */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The corpus file of a version. @throws ArchiveDamage */
  read(version: ArchivedVersion): Buffer {
    return this.#read(version).content;
  }

  /** The compressed file of a version, which is sound. @throws ArchiveDamage */
  piece(version: ArchivedVersion): Buffer {
    return this.#read(version).piece;
  }

  #read({ pack, offset, bytes, sha256 }: ArchivedVersion): { piece: Buffer; content: Buffer } {
    const piece = Buffer.alloc(Math.min(bytes, MOST_BYTES));
    const name = `${pack} at ${offset}`;
    try {
      fs.readSync(this.#open(pack), piece, 0, piece.length, offset);
      const content = zlib.brotliDecompressSync(piece, { maxOutputLength: MOST_BYTES });
      if (hash('sha256', content) === sha256) return { piece, content };
    } catch (error) {
      throw new ArchiveDamage(`${name}: ${(error as Error).message}`);
    }
    throw new ArchiveDamage(`${name}: its digest is not ${sha256}`);
  }

  close(): void {
    for (const handle of this.#handles.values()) fs.closeSync(handle);
    this.#handles.clear();
  }

  #open(pack: string): number {
    const known = this.#handles.get(pack);
    if (known !== undefined) return known;
    if (!PACK.test(pack)) throw new ArchiveDamage('this is no name of a pack');
    if (this.#handles.size === MOST_OPEN) this.close();
    const handle = fs.openSync(path.join(this.#folder, pack), 'r');
    this.#handles.set(pack, handle);
    return handle;
  }
}

/** A file of the archive is missing, or is not what the archive says of it. */
export class ArchiveDamage extends Error {}
