import { createHash, type Hash, hash } from 'node:crypto';
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

/** Writes versions into packs, which appear when they are complete. */
export class PackWriter {
  readonly #folder: string;
  #next: number;
  /** The pack that is written. */
  #open: { handle: number; bytes: number; digest: Hash } | null = null;
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
    if (this.#open && this.#open.bytes + piece.length > PACK_BYTES) this.flush();
    this.#open ??= this.#begin();
    const place: Place = { pack: packPath(this.#next), offset: this.#open.bytes, bytes: piece.length };
    fs.writeFileSync(this.#open.handle, piece);
    this.#open.digest.update(piece);
    this.#open.bytes += piece.length;
    return place;
  }

  get #aside(): string {
    return path.join(this.#folder, `${packPath(this.#next)}.new`);
  }

  #begin() {
    fs.mkdirSync(path.dirname(this.#aside), { recursive: true });
    return { handle: fs.openSync(this.#aside, 'w'), bytes: 0, digest: createHash('sha256') };
  }

  /** Completes the pack that is written. */
  flush(): void {
    if (!this.#open) return;
    const { handle, bytes, digest } = this.#open;
    const file = packPath(this.#next);
    fs.fsyncSync(handle);
    this.close();
    fs.renameSync(this.#aside, path.join(this.#folder, file));
    this.packs.push({ path: file, bytes, sha256: digest.digest('hex') });
    this.#next += 1;
  }

  close(): void {
    if (this.#open) fs.closeSync(this.#open.handle);
    this.#open = null;
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
