import { invalidParameter } from './errors.ts';
import { isCount, isDigest } from './json-values.ts';
import { type Params, textParam } from './params.ts';
import { changesPath, type Representation } from './paths.ts';
import { CHANGES_FEED } from './site-paths.ts';

/** The history of a tree: the changes of each build (build/contract/README.md, Changes). */

export const CHANGES = ['added', 'changed', 'removed'] as const;

export type Change = (typeof CHANGES)[number];
export type ChangeCounts = Readonly<Record<Change, number>>;

/** The changes of one build, as the index lists them. */
export interface ChangesEntry {
  number: number;
  /** The build of the manifest's root. */
  build: string;
  previous: string | null;
  /** ISO 8601, UTC, milliseconds. */
  published: string;
  /** True where the earlier tree is unknown: nothing is listed or counted, and followers take the whole tree. */
  complete: boolean;
  documents: ChangeCounts | null;
  sources: Readonly<Record<string, ChangeCounts>> | null;
  pages: Readonly<Record<'written' | 'removed', number>> | null;
  /** Number of titles with another edition, see {@link ChangedEdition}. Absent where there are none. */
  editions?: number;
  path: string;
  url: string;
  bytes: number;
  sha256: string;
}

/** A line of a list, and an item of merged lists. */
export interface ChangedDocument {
  /** The document's JSON, relative to the tree. */
  path: string;
  url: string;
  identifier: string;
  source: string;
  change: Change;
  /** Validators as in HTTP; null for a removed document. */
  etag: Readonly<Record<Representation, string>> | null;
}

/** Metadata fields that tell a document's edition of the law. */
export const EDITION_FIELDS = ['currency', 'release_point'] as const;

/** A line for all documents of a title that no other line of the list names: only these values have changed in them. */
export interface ChangedEdition {
  /** The title's JSON, relative to the tree. */
  path: string;
  url: string;
  /** Identifiers of the documents begin with it and a slash. */
  identifier: string;
  source: string;
  change: 'edition';
  currency: string | null;
  release_point: string | null;
  documents: number;
}

/** Returns the entries of an index, newest first; null for a malformed one. */
export function readChangesIndex(text: string): ChangesEntry[] | null {
  try {
    const { data } = JSON.parse(text) as { data: ChangesEntry[] };
    return Array.isArray(data) && data.length > 0 && data.every(isEntry) && isChain(data) ? data : null;
  } catch {
    return null;
  }
}

/** A file beside the index, as the index names it. */
export type NamedFile = Pick<ChangesEntry, 'path' | 'bytes' | 'sha256'>;

/** Returns the feed that an index names, or null. @param text of an index */
export function feedIn(text: string): NamedFile | null {
  try {
    const { feed } = (JSON.parse(text) as { meta: { feed: Partial<NamedFile> } }).meta;
    const isSound = feed.path === CHANGES_FEED && isCount(feed.bytes) && isDigest(feed.sha256);
    return isSound ? (feed as NamedFile) : null;
  } catch {
    return null;
  }
}

function isEntry(entry: Partial<ChangesEntry> | null): boolean {
  if (!entry || !isCount(entry.number) || entry.number === 0) return false;
  const {
    number,
    build,
    previous,
    published,
    complete,
    documents,
    sources,
    pages,
    editions,
    path,
    bytes,
    sha256,
  } = entry;
  const isCounted = complete
    ? documents === null && sources === null && pages === null
    : areCounts(documents, CHANGES) &&
      areCounts(pages, ['written', 'removed']) &&
      Object.values(sources ?? {}).every(counts => areCounts(counts, CHANGES));
  return (
    typeof complete === 'boolean' &&
    isCounted &&
    [build, sha256].every(isDigest) &&
    (previous === null || isDigest(previous)) &&
    (editions === undefined || isCount(editions)) &&
    !Number.isNaN(Date.parse(String(published))) &&
    isCount(bytes) &&
    path === changesPath(number)
  );
}

const areCounts = (counts: unknown, names: readonly string[]): boolean =>
  typeof counts === 'object' &&
  counts !== null &&
  names.every(name => isCount((counts as Record<string, unknown>)[name]));

/** Tells whether each entry begins where the one before it ended. */
const isChain = (entries: readonly ChangesEntry[]): boolean =>
  entries.slice(1).every(({ number, build }, i) => {
    const next = entries[i] as ChangesEntry;
    return next.number === number + 1 && (next.complete || next.previous === build);
  });

/** Reads the parameter `since`: a number without leading zeros, or a build. Null where it is missing. @throws ApiError */
export function readSince(params: Params): string | null {
  const value = textParam(params, 'since');
  if (value === null || isDigest(value)) return value;
  if (/^\d{1,15}$/.test(value)) return String(Number(value));
  throw invalidParameter('since', value, 'the number or the build of an entry of /api/changes');
}
