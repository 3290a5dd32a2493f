import { type ChangedDocument, type ChangedEdition, type ChangesEntry, readChangesIndex } from './changes.ts';
import { changesBody } from './envelope.ts';
import { changesGone, invalidParameter } from './errors.ts';
import { etagOfDigest } from './etag.ts';
import type { Pieces } from './pieces.ts';

/** The changes of several builds together (build/contract/README.md, Changes), for whoever has read the index and the lists. */

/** Whoever asks for more takes the whole: that is not much more, and no answer takes long, or much memory. */
export const MOST_CHANGES = 10_000;
/** Of the lists together. A Worker has 128 MB for all that it does at once, and an answer takes several times its lists. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** What one answer is made of. */
export interface WantedChanges {
  /** The number after which changes are told. */
  since: number;
  newest: ChangesEntry;
  /** Whose lists are to be read, the oldest first. */
  entries: readonly ChangesEntry[];
}

/** @param index newest first @param since a number, or a build @throws ApiError */
export function wantedChanges(index: readonly ChangesEntry[], since: string): WantedChanges {
  const after = baseOf(index, since);
  return { since: after, newest: index[0] as ChangesEntry, entries: entriesBehind(index, after).reverse() };
}

/** @throws ApiError where it is none */
export function soundIndex(text: string): ChangesEntry[] {
  const entries = readChangesIndex(text);
  if (!entries) throw changesGone('The history of this tree is damaged.');
  return entries;
}

/** A build may have dropped a list meanwhile, and nobody else brings it back. @param etag of the file in its place @throws ApiError */
export function requireList({ sha256 }: ChangesEntry, etag: string | undefined): void {
  const digest = Uint8Array.from(sha256.match(/../g) ?? [], byte => Number.parseInt(byte, 16));
  if (etag !== etagOfDigest(digest))
    throw changesGone('The changes that are asked for are not kept any more.');
}

/** @param lists of the wanted entries, in their order @returns the body */
export function* mergedChanges(
  { since, newest: { number, build, published } }: WantedChanges,
  lists: readonly string[],
): Pieces<string> {
  return changesBody(yield* merged(lists), { since, number, build }, published).json;
}

/** After the entry of which number changes are asked for. @throws ApiError */
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

/** The newest first. @throws ApiError GONE where their lists do not tell all, or too much */
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
 * Of each document and of each title's edition the last state, in the order of paths. Of a document that was added and has gone since the
 * tombstone is kept: the reader may have seen it. One that was told before its title moved on to another edition has no ETag here, since
 * nobody has told the one that it has now.
 *
 * @param lists the oldest first @returns items, serialised
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
