import { invalidParameter } from './errors.ts';
import { type Params, textParam } from './params.ts';
import { changesPath, type Representation } from './paths.ts';
import { CHANGES_FEED } from './site-paths.ts';
import { isCount, isDigest } from './values.ts';

/** The history of a tree: what its builds have changed (build/contract/README.md, Changes). */

export const CHANGES = ['added', 'changed', 'removed'] as const;

export type Change = (typeof CHANGES)[number];
export type ChangeCounts = Readonly<Record<Change, number>>;

/** What one build has changed, as the index tells it. */
export interface ChangesEntry {
  /** One more than that of the build before. */
  number: number;
  /** That of the manifest's root. */
  build: string;
  /** Of the tree before; null where there was none. */
  previous: string | null;
  /** ISO 8601, UTC, milliseconds. */
  published: string;
  /** Nobody can tell what was there before: whoever follows takes the whole. Nothing is listed or counted then. */
  complete: boolean;
  documents: ChangeCounts | null;
  /** The same by source. */
  sources: Readonly<Record<string, ChangeCounts>> | null;
  pages: Readonly<Record<'written' | 'removed', number>> | null;
  /** How many titles have moved on to another edition, see {@link ChangedEdition}. Absent where none has. */
  editions?: number;
  /** The list of the documents, relative to the tree; `url` is its address in the API. */
  path: string;
  url: string;
  /** Of the list. */
  bytes: number;
  sha256: string;
}

/** A line of a list, and an item of several lists together. */
export interface ChangedDocument {
  /** Of its JSON, relative to the tree. */
  path: string;
  url: string;
  identifier: string;
  source: string;
  change: Change;
  /** As HTTP has them; null where the document is gone. */
  etag: Readonly<Record<Representation, string>> | null;
}

/** The metadata that tells which edition of the law a document is of. */
export const EDITION_FIELDS = ['currency', 'release_point'] as const;

/**
 * A line that stands for all documents of a title that no other line of the list names: they have these values now, and
 * nothing else of them has changed.
 */
export interface ChangedEdition {
  /** Of the title's JSON, relative to the tree. */
  path: string;
  url: string;
  /** The identifiers of the documents begin with it and a slash. */
  identifier: string;
  source: string;
  change: 'edition';
  currency: string | null;
  release_point: string | null;
  /** How many documents. */
  documents: number;
}

/** The entries of an index, newest first; null where the text is none. */
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

/** The feed that an index names; null where it names none. @param text of an index */
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

/** Whether each begins where the one before it ended. */
const isChain = (entries: readonly ChangesEntry[]): boolean =>
  entries.slice(1).every(({ number, build }, i) => {
    const next = entries[i] as ChangesEntry;
    return next.number === number + 1 && (next.complete || next.previous === build);
  });

/** Both spellings of the parameter `since`: a number, without zeros in front, or a build. Null where it is not given. @throws ApiError */
export function readSince(params: Params): string | null {
  const value = textParam(params, 'since');
  if (value === null || isDigest(value)) return value;
  if (/^\d{1,15}$/.test(value)) return String(Number(value));
  throw invalidParameter('since', value, 'the number or the build of an entry of /api/changes');
}
