import { constants } from 'node:zlib';
import { isTreePath } from '../contract/segment.ts';
import { type Entry, manifestLine } from './entry.ts';
import { gzipLines, readGzipLines } from './gzip-lines.ts';

export const MANIFEST = 'manifest.ndjson.gz';

/** A line of the manifest. */
export interface ManifestEntry extends Entry {
  etag: string;
  content_type: string;
}

/** Not how zlib searches for repeats, which differs between processors: only Huffman coding. */
const SAME_ANYWHERE = { strategy: constants.Z_HUFFMAN_ONLY };
/** RFC 1952, section 2.3.1: the place that names the operating system, and the value for "unknown". */
const OPERATING_SYSTEM = { at: 9, unknown: 255 };

/** The manifest's bytes, the same on every machine. @param groups entries, one group after the other */
export async function* encodeManifest(groups: AsyncIterable<Iterable<Entry>>): AsyncGenerator<Buffer> {
  for await (const member of gzipLines(manifestLines(groups), SAME_ANYWHERE)) {
    member[OPERATING_SYSTEM.at] = OPERATING_SYSTEM.unknown;
    yield member;
  }
}

async function* manifestLines(groups: AsyncIterable<Iterable<Entry>>): AsyncGenerator<Iterable<string>> {
  for await (const entries of groups) yield linesOf(entries);
}

function* linesOf(entries: Iterable<Entry>): Iterable<string> {
  for (const entry of entries) yield manifestLine(entry);
}

/** @throws where the file is missing or damaged, or names what no build puts into a tree */
export async function* readManifest(file: string): AsyncGenerator<ManifestEntry> {
  for await (const line of readGzipLines(file)) {
    const entry: ManifestEntry = JSON.parse(line);
    if (!entry.path.startsWith('api/') || !isTreePath(entry.path)) {
      throw new Error(`${MANIFEST} names a file outside api/: ${JSON.stringify(entry.path)}`);
    }
    yield entry;
  }
}
