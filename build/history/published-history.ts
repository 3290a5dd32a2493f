import fs from 'node:fs';
import path from 'node:path';
import { type ChangesEntry, readChangesIndex } from '../contract/changes.ts';
import { CHANGES_INDEX } from '../contract/paths.ts';
import { readHistory } from '../files/history-files.ts';

/** Where trees of this job are published: a directory, a server, a bucket. */
export interface HistoryPlace {
  /** For messages. */
  readonly name: string;
  /**
   * Copies a file of the tree that is there, past caches.
   *
   * @param bytes so many are taken at most
   * @returns null where there is none; an empty digest where it is longer @throws where that cannot be told
   */
  copy(path: string, to: string, bytes: number): Promise<{ bytes: number; sha256: string } | null>;
  close(): void;
}

/** A history that a build goes on with, though its own tree does not have it. */
export interface TakenHistory {
  /** Where the lists lie below their paths. */
  folder: string;
  newest: ChangesEntry;
  /** The newest first, as far back as all lists are there. */
  entries: readonly ChangesEntry[];
}

/** The place cannot be asked, or its history is damaged; the message says why. Nothing was published. */
export class HistoryOutOfReach extends Error {}

const MOST_INDEX_BYTES = 16 * 1024 * 1024;
/** Of the lists together: who is that far behind takes the whole. */
const MOST_LIST_BYTES = 1024 ** 3;

/**
 * Takes the history of what is published, where the tree here has none, or is not as far: a job that has lost its cache, or got an older one
 * back, would else give numbers a second time.
 *
 * @param folder for the files, which is made @returns null where the tree's own is to go on @throws HistoryOutOfReach
 */
export async function takeHistory(
  place: HistoryPlace,
  tree: string,
  folder: string,
): Promise<TakenHistory | null> {
  try {
    const entries = await readIndex(place, folder);
    const [newest] = entries ?? [];
    if (!entries || !newest || isAsFar(readHistory(tree)?.[0], newest)) return null;
    return { folder, newest, entries: await fetchLists(place, entries, folder) };
  } catch (error) {
    throw new HistoryOutOfReach(
      `The history cannot be taken from ${place.name}: ${(error as Error).message.replace(/[.]$/, '')}. Nothing was published.`,
      { cause: error },
    );
  }
}

const isAsFar = (own: ChangesEntry | undefined, published: ChangesEntry): boolean =>
  own !== undefined &&
  (own.number > published.number || (own.number === published.number && own.build === published.build));

async function readIndex(place: HistoryPlace, folder: string): Promise<ChangesEntry[] | null> {
  const file = fileIn(folder, CHANGES_INDEX);
  const copied = await place.copy(CHANGES_INDEX, file, MOST_INDEX_BYTES);
  if (!copied) return null;
  const entries = copied.sha256 === '' ? null : readChangesIndex(fs.readFileSync(file, 'utf8'));
  if (!entries) throw new Error(`${CHANGES_INDEX} is damaged`);
  return entries;
}

/** @returns the entries up to the first whose list is not there as it should be */
async function fetchLists(
  place: HistoryPlace,
  entries: readonly ChangesEntry[],
  folder: string,
): Promise<ChangesEntry[]> {
  let room = MOST_LIST_BYTES;
  for (const [i, { path: list, bytes, sha256 }] of entries.entries()) {
    room -= bytes;
    const copied = room < 0 ? null : await place.copy(list, fileIn(folder, list), bytes);
    if (copied?.sha256 !== sha256) return entries.slice(0, i);
  }
  return [...entries];
}

function fileIn(folder: string, name: string): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return file;
}
