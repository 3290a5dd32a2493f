import fs from 'node:fs';
import path from 'node:path';
import { type ChangesEntry, readChangesIndex } from '../contract/changes.ts';
import { CHANGES_INDEX } from '../contract/paths.ts';
import { readHistory } from '../files/history-files.ts';

/** A published tree: a directory, a server, or a bucket. */
export interface HistorySource {
  readonly name: string;
  /**
   * Copies a file of the tree, past caches. @param bytes at most @throws if the place cannot be read
   * @returns null for a missing file; an empty digest for a longer one
   */
  copy(path: string, to: string, bytes: number): Promise<{ bytes: number; sha256: string } | null>;
  close(): void;
}

/** The history of the published tree, which a build continues in place of its own tree's. */
export interface TakenHistory {
  /** The folder below which the lists have their paths. */
  folder: string;
  newest: ChangesEntry;
  /** Entries with complete lists, newest first; they stop at the first gap. */
  entries: readonly ChangesEntry[];
}

/** The published history cannot be read, or is damaged; the message says why. Nothing was published. */
export class HistoryOutOfReach extends Error {}

const MOST_INDEX_BYTES = 16 * 1024 * 1024;
/** The most bytes of all lists together. */
const MOST_LIST_BYTES = 1024 ** 3;

/**
 * Takes the published history if the tree here has none, or an older one. Otherwise a job that lost its cache, or got an older
 * one back, would use numbers twice.
 * @param folder for the files, which is made @returns null where the tree's own history continues @throws HistoryOutOfReach
 */
export async function takeHistory(
  source: HistorySource,
  tree: string,
  folder: string,
): Promise<TakenHistory | null> {
  try {
    const entries = await readIndex(source, folder);
    const [newest] = entries ?? [];
    if (!entries || !newest || isAsFar(readHistory(tree)?.[0], newest)) return null;
    return { folder, newest, entries: await fetchLists(source, entries, folder) };
  } catch (error) {
    throw new HistoryOutOfReach(
      `The history cannot be taken from ${source.name}: ${(error as Error).message.replace(/[.]$/, '')}. Nothing was published.`,
      { cause: error },
    );
  }
}

const isAsFar = (own: ChangesEntry | undefined, published: ChangesEntry): boolean =>
  own !== undefined &&
  (own.number > published.number || (own.number === published.number && own.build === published.build));

async function readIndex(source: HistorySource, folder: string): Promise<ChangesEntry[] | null> {
  const file = fileIn(folder, CHANGES_INDEX);
  const copied = await source.copy(CHANGES_INDEX, file, MOST_INDEX_BYTES);
  if (!copied) return null;
  const entries = copied.sha256 === '' ? null : readChangesIndex(fs.readFileSync(file, 'utf8'));
  if (!entries) throw new Error(`${CHANGES_INDEX} is damaged`);
  return entries;
}

/** @returns the entries up to the first whose list is missing or wrong */
async function fetchLists(
  source: HistorySource,
  entries: readonly ChangesEntry[],
  folder: string,
): Promise<ChangesEntry[]> {
  let room = MOST_LIST_BYTES;
  for (const [i, { path: list, bytes, sha256 }] of entries.entries()) {
    room -= bytes;
    const copied = room < 0 ? null : await source.copy(list, fileIn(folder, list), bytes);
    if (copied?.sha256 !== sha256) return entries.slice(0, i);
  }
  return [...entries];
}

function fileIn(folder: string, name: string): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return file;
}
