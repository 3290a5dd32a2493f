import { type ChangedDocument, type ChangedEdition, type ChangesEntry, readChangesIndex } from './changes.ts';
import { changesBody } from './envelope.ts';
import { changesGone, invalidParameter } from './errors.ts';
import { etagOfDigest } from './etag.ts';
import type { Pieces } from './pieces.ts';

/** Changes of several builds merged into one answer (build/contract/README.md, Changes). */

/** Changes of one answer at most. A client with more to read takes the whole tree, and no answer takes long or much memory. */
export const MOST_CHANGES = 10_000;
/** Bytes of all merged lists. A Worker has 128 MB for all requests, and an answer takes several times its lists. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** The lists of one answer. */
export interface WantedChanges {
  /** The number of the last build that the client knows. */
  since: number;
  newest: ChangesEntry;
  /** Entries whose lists have to be read, oldest first. */
  entries: readonly ChangesEntry[];
}

/** Selects the lists that answer `since`. @param index newest first @param since a number, or a build @throws ApiError */
export function wantedChanges(index: readonly ChangesEntry[], since: string): WantedChanges {
  const after = baseOf(index, since);
  return { since: after, newest: index[0] as ChangesEntry, entries: entriesBehind(index, after).reverse() };
}

/** Parses an index. @throws ApiError where it is malformed */
export function soundIndex(text: string): ChangesEntry[] {
  const entries = readChangesIndex(text);
  if (!entries) throw changesGone('The history of this tree is damaged.');
  return entries;
}

/** Checks that no later build has dropped the list. @param etag of the file in its place @throws ApiError */
export function requireList({ sha256 }: ChangesEntry, etag: string | undefined): void {
  const digest = Uint8Array.from(sha256.match(/../g) ?? [], byte => Number.parseInt(byte, 16));
  if (etag !== etagOfDigest(digest))
    throw changesGone('The changes that are asked for are not kept any more.');
}

/** Yields the body. @param lists of the wanted entries, in their order */
export function* mergedChanges(
  { since, newest: { number, build, published } }: WantedChanges,
  lists: readonly string[],
): Pieces<string> {
  return changesBody(yield* merged(lists), { since, number, build }, published).json;
}

/** Returns the number of the build that the client knows. @throws ApiError */
function baseOf(entries: readonly ChangesEntry[], since: string): number {
  const newest = entries[0] as ChangesEntry;
  if (/^\d{1,15}$/.test(since)) {
    if (Number(since) <= newest.number) return Number(since);
    throw invalidParameter('since', since, `${newest.number}, the number of the newest build, or less`);
  }
  const known = entries.find(({ build }) => build === since);
  if (known) return known.number;
  const oldest = entries.at(-1) as ChangesEntry;
  if (oldest.previous === since) return oldest.number - 1;
  throw changesGone('Nothing is known of this build, or not any more.');
}

/** Returns later entries, newest first. @throws ApiError GONE where their lists are incomplete or too large */
function entriesBehind(entries: readonly ChangesEntry[], after: number): ChangesEntry[] {
  const oldest = entries.at(-1) as ChangesEntry;
  if (after < oldest.number - 1)
    throw changesGone(
      `The changes since number ${after} are not all kept: those that are begin with number ${oldest.number}.`,
    );
  const wanted = entries.filter(({ number }) => number > after);
  const whole = wanted.find(({ complete }) => complete);
  if (whole) throw changesGone(`The build of number ${whole.number} made everything anew.`);
  const count = wanted.reduce((sum, entry) => sum + linesOf(entry), 0);
  const bytes = wanted.reduce((sum, entry) => sum + entry.bytes, 0);
  if (count > MOST_CHANGES || bytes > MOST_BYTES)
    throw changesGone(`Since then more than ${MOST_CHANGES} documents have changed.`);
  return wanted;
}

const linesOf = ({ documents }: ChangesEntry): number =>
  Object.values(documents ?? {}).reduce((sum, count) => sum + count, 0);

const LINES_A_PIECE = 500;

/**
 * Keeps the last state of each document and of each title's edition, in the order of paths. The tombstone of a document that
 * was added and removed stays: the client may have seen it. A document that changed before its title got another edition has no
 * ETag here, because no list holds its present one.
 * @param lists oldest first @returns items, serialised
 */
function* merged(lists: readonly string[]): Pieces<string[]> {
  const documents = new Map<string, { isNew: boolean; list: number; line: ChangedDocument }>();
  const editions = new Map<string, { list: number; line: ChangedEdition }>();
  let count = 0;
  for (const [list, text] of lists.entries())
    for (const json of text.split('\n')) {
      if (json === '') continue;
      const line = JSON.parse(json) as ChangedDocument | ChangedEdition;
      if (line.change === 'edition') editions.set(line.identifier, { list, line });
      else {
        const isNew = documents.get(line.path)?.isNew ?? line.change === 'added';
        documents.set(line.path, { isNew, list, line });
      }
      if (++count % LINES_A_PIECE === 0) yield;
    }
  const items = [...editions.values()].map(({ line }) => line as ChangedDocument | ChangedEdition);
  for (const { isNew, list, line } of documents.values()) {
    const change = line.change === 'removed' ? 'removed' : isNew ? 'added' : 'changed';
    const edition = editions.get(titleOf(line.identifier));
    items.push({ ...line, change, etag: edition && edition.list > list ? null : line.etag });
  }
  return items
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map(line => JSON.stringify(line));
}

/** `/us/usc/t17` of `/us/usc/t17/s106`. */
const titleOf = (identifier: string): string => identifier.split('/', 4).join('/');
