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

/** The manifest's bytes. RFC 1952 allows one gzip member after the other. */
export function* encodeManifest(entries: Iterable<Entry>): Iterable<Buffer> {
  let lines = '';
  let count = 0;
  for (const entry of entries) {
    lines += manifestLine(entry);
    if (++count % LINES_A_CHUNK > 0) continue;
    yield gzipAnywhere(lines);
    lines = '';
  }
  if (lines !== '' || count === 0) yield gzipAnywhere(lines);
}

/**
 * The same bytes on every machine: how zlib searches for repeats differs between processors, so there is only
 * Huffman coding; and the header names the operating system (RFC 1952, section 2.3.1), where 255 is "unknown".
 */
function gzipAnywhere(text: string): Buffer {
  const member = gzipSync(text, { strategy: constants.Z_HUFFMAN_ONLY });
  member[9] = 255;
  return member;
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
