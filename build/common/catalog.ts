import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import type { StoredCatalog } from '../formats/catalog.ts';
import {
  type CatalogHeader,
  CHECKSUM_BYTES,
  decodeCatalog,
  decodeHeader,
  headerExtent,
  MAX_ITEMS_IN_MEMORY,
  PREFIX_BYTES,
  sectionExtents,
} from '../formats/catalog-file.ts';
import { CatalogError } from '../formats/catalog-items.ts';
import { holdsValues, type StoredValues, storedValues } from '../formats/column-values.ts';
import { inPieces } from './pieces.ts';

/** A checked catalog file, open for its items. */
export interface OpenCatalog {
  sources: StoredCatalog[];
  schemaVersion: number;
  /** Identifies the content: the checksum of the file. */
  build: string;
  close(): Promise<void>;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Opens and checks a catalog, which stays readable when a build replaces it.
 * @throws CatalogError if the file is damaged or of another version; errors of the file system
 */
export async function openCatalog(path: string): Promise<OpenCatalog> {
  const file = await fs.open(path, 'r');
  try {
    return await readCatalog(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Checks a catalog file of any version without parsing it. @throws as `openCatalog` */
export async function checkCatalog(path: string): Promise<void> {
  const file = await fs.open(path, 'r');
  try {
    await check(file);
  } finally {
    await file.close();
  }
}

async function readCatalog(file: FileHandle): Promise<OpenCatalog> {
  // Before anything is parsed, so that a damaged header is never believed.
  const { extent, build } = await check(file);
  const loaded = await loadCatalog(file, extent, Buffer.allocUnsafeSlow);
  const sources = await sourcesOf(loaded);
  return { sources, schemaVersion: loaded.header.schema_version, build, close: () => file.close() };
}

/** A catalog that the threads of a process share; it can be sent to them. */
export interface LoadedCatalog {
  header: CatalogHeader;
  descriptor: number;
  sections: ReturnType<typeof sectionExtents>;
  /** The sections in memory. */
  inMemory: ReadonlyMap<string, Uint8Array>;
}

export interface SharedCatalog extends Pick<OpenCatalog, 'sources' | 'close'> {
  /** For `sourcesOf` in other threads, until it is closed. */
  loaded: LoadedCatalog;
}

/** Opens a catalog that this process has just written, and therefore does not check. */
export async function shareCatalog(path: string): Promise<SharedCatalog> {
  const file = await fs.open(path, 'r');
  try {
    const extent = headerExtent(await readAt(file, 0, PREFIX_BYTES));
    const loaded = await loadCatalog(file, extent, bytes => Buffer.from(new SharedArrayBuffer(bytes)));
    return { loaded, sources: await sourcesOf(loaded), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function loadCatalog(
  file: FileHandle,
  header: ReturnType<typeof headerExtent>,
  allocate: (bytes: number) => Buffer,
): Promise<LoadedCatalog> {
  const decoded = decodeHeader(await readAt(file, header.start, header.bytes));
  const sections = sectionExtents(decoded, header.start + header.bytes);
  const inMemory = new Map<string, Buffer>();
  for (const [name, { offset, bytes }] of sections) {
    if (name.endsWith('/items') && bytes > MAX_ITEMS_IN_MEMORY) continue;
    const section = allocate(bytes);
    await readInto(file, section, offset);
    inMemory.set(name, section);
  }
  return { header: decoded, descriptor: file.fd, sections, inMemory };
}

/** The catalogs of all sources, over the shared sections. */
export async function sourcesOf({
  header,
  descriptor,
  sections,
  inMemory,
}: LoadedCatalog): Promise<StoredCatalog[]> {
  const buffers = new Map<string, Buffer>();
  const values = new Map<string, StoredValues>();
  for (const [name, { buffer, byteOffset, byteLength }] of inMemory) {
    const section = Buffer.from(buffer, byteOffset, byteLength);
    if (holdsValues(name)) values.set(name, await inPieces(storedValues(section)));
    else buffers.set(name, section);
  }
  const left = [...sections].filter(([name]) => !inMemory.has(name));
  const files = new Map(left.map(([name, extent]) => [name, readerOf(descriptor, extent)]));
  return decodeCatalog(
    header,
    sectionsOf(buffers),
    (source, offset, bytes) => {
      const name = `${source.id}/items`;
      const items = buffers.get(name);
      if (items) return items.subarray(offset, offset + bytes);
      return sectionsOf(files)(name)(offset, bytes);
    },
    sectionsOf(values),
  );
}

/** The size of a read-ahead. */
const AHEAD_BYTES = 64 * 1024;

/** Reads from a section of a file, with a read-ahead: pages of a list mostly show adjacent documents. */
function readerOf(descriptor: number, section: { offset: number; bytes: number }) {
  let [from, ahead] = [0, Buffer.alloc(0)];
  return (offset: number, bytes: number): Buffer => {
    const at = offset - from;
    if (at >= 0 && at + bytes <= ahead.length) return ahead.subarray(at, at + bytes);
    const isNext = at >= 0 && at <= ahead.length;
    const wanted = isNext ? Math.min(AHEAD_BYTES, section.bytes - offset) : 0;
    // A new buffer each time: earlier results keep their bytes.
    ahead = Buffer.allocUnsafe(Math.max(bytes, wanted));
    from = offset;
    const bytesRead = readSync(descriptor, ahead, 0, ahead.length, section.offset + offset);
    if (bytesRead < ahead.length) throw new CatalogError('is damaged: it is cut short');
    return ahead.subarray(0, bytes);
  };
}

const sectionsOf =
  <T>(sections: ReadonlyMap<string, T>) =>
  (name: string): T => {
    const section = sections.get(name);
    if (section === undefined) throw new CatalogError(`is damaged: it has no section ${name}`);
    return section;
  };

async function readAt(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  await readInto(file, buffer, offset);
  return buffer;
}

async function readInto(file: FileHandle, buffer: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, done, buffer.length - done, offset + done);
    if (bytesRead === 0) throw new CatalogError('is damaged: it is cut short');
    done += bytesRead;
  }
}

/** Checks the checksum in chunks that let other requests run. @returns the header's extent, and the checksum (hexadecimal) */
async function check(file: FileHandle): Promise<{ extent: ReturnType<typeof headerExtent>; build: string }> {
  const { size } = await file.stat();
  const extent = headerExtent(await readAt(file, 0, Math.min(size, PREFIX_BYTES)));
  const end = size - CHECKSUM_BYTES;
  if (end < 0) throw new CatalogError('is damaged: it is cut short');
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (let offset = 0; offset < end; offset += CHUNK_BYTES) {
    const piece = chunk.subarray(0, Math.min(CHUNK_BYTES, end - offset));
    await readInto(file, piece, offset);
    hash.update(piece);
  }
  const checksum = hash.digest();
  if (!checksum.equals(await readAt(file, end, CHECKSUM_BYTES))) {
    throw new CatalogError('is damaged: its checksum does not match');
  }
  return { extent, build: checksum.toString('hex') };
}
