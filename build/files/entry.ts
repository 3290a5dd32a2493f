import { createHash, hash } from 'node:crypto';
import { etagOfDigest } from '../contract/etag.ts';
import { contentTypeOf } from '../contract/paths.ts';

/** One file of the published tree, as the manifest lists it. */
export interface Entry {
  /** Relative to the tree, with forward slashes: `api/…`, `bulk/…` or `site/…`. */
  path: string;
  bytes: number;
  sha256: string;
  /** The day of the content, YYYY-MM-DD; decides the modification time. */
  date: string;
  /** The document's canonical identifier, if the file represents a document. */
  identifier?: string;
}

export function makeEntry(
  path: string,
  content: Iterable<Buffer>,
  timestamp: string,
  identifier?: string,
): Entry {
  const entry: Entry = { path, ...sizeAndDigest(content), date: timestamp.slice(0, 10) };
  if (identifier !== undefined) entry.identifier = identifier;
  return entry;
}

function sizeAndDigest(content: Iterable<Buffer>): Pick<Entry, 'bytes' | 'sha256'> {
  // Nearly every file is one piece; `hash` is faster for these than `createHash`.
  if (Array.isArray(content) && content.length === 1)
    return { bytes: content[0].length, sha256: hash('sha256', content[0]) };
  const sum = createHash('sha256');
  let bytes = 0;
  for (const piece of content) {
    sum.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: sum.digest('hex') };
}

const SECONDS_A_DAY = 86_400;

/** Seconds since the epoch: the content's day, plus an offset from its hash, so that size and time never both stay. */
export function mtimeOf({ date, sha256 }: Pick<Entry, 'date' | 'sha256'>): number {
  const day = Date.parse(`${date}T00:00:00Z`) / 1000;
  return day + (Number.parseInt(sha256.slice(0, 8), 16) % SECONDS_A_DAY);
}

/** Two files with the same path and fingerprint have the same bytes and time. */
export const fingerprintOf = ({ date, sha256 }: Pick<Entry, 'date' | 'sha256'>): string =>
  `${date} ${sha256}`;

export function manifestLine({ path, bytes, sha256, date, identifier }: Entry): string {
  const etag = etagOfDigest(Buffer.from(sha256, 'hex'));
  return `${JSON.stringify({ path, bytes, sha256, etag, content_type: contentTypeOf(path), date, identifier })}\n`;
}
