import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, gzipSync } from 'node:zlib';
import { readGzipLines } from '../gzip-lines.ts';
import { type Entry, manifestLine } from './entry.ts';

export const MANIFEST = 'manifest.ndjson.gz';

/** A line of the manifest. */
export interface ManifestEntry extends Entry {
  etag: string;
  content_type: string;
}

const LINES_A_CHUNK = 1000;

/**
 * The manifest's bytes. Only Huffman coding: how zlib searches for repeats differs between processors and
 * versions, and the bytes must not (RFC 1952 allows one gzip member after the other).
 */
export function* encodeManifest(entries: readonly Entry[]): Iterable<Buffer> {
  for (let from = 0; from < Math.max(entries.length, 1); from += LINES_A_CHUNK) {
    const lines = entries.slice(from, from + LINES_A_CHUNK).map(manifestLine);
    yield gzipSync(lines.join(''), { strategy: constants.Z_HUFFMAN_ONLY });
  }
}

/** @throws where the file is missing or damaged */
export async function* readManifest(file: string): AsyncGenerator<ManifestEntry> {
  for await (const line of readGzipLines(file)) yield JSON.parse(line);
}

/** SHA-256 of a file, hexadecimal: what identifies a tree, taken of its manifest. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
