import { feedIn, type NamedFile, readChangesIndex } from '../contract/changes.ts';
import { CHANGES_INDEX } from '../contract/paths.ts';
import { SourceError } from './errors.ts';
import type { Target } from './target.ts';

/** The history of a tree's changes, as far as it is copied (build/contract/README.md, Changes). */

/** Longer than that of some thousand builds. */
export const MOST_HISTORY_BYTES = 16 * 1024 * 1024;

export type HistoryFile = NamedFile;

export interface History {
  /** Of the newest build; null where there is none. */
  number: number | null;
  /** That build: of the root that the history belongs to. */
  build: string | null;
  /** The lists that are kept, and the feed where the index names it. */
  files: readonly HistoryFile[];
  namesFeed: boolean;
}

export const NO_HISTORY: History = { number: null, build: null, files: [], namesFeed: false };

/** @param index the bytes of `changes/index.json` @throws SourceError */
export function readHistory(index: Buffer): History {
  const text = index.toString();
  const entries = readChangesIndex(text);
  if (!entries) throw new SourceError(`The source is damaged: ${CHANGES_INDEX} lists no changes.`);
  const feed = feedIn(text);
  const files = [...entries, ...(feed ? [feed] : [])].map(({ path, bytes, sha256 }) => ({
    ...{ path, bytes, sha256 },
  }));
  const [{ number, build } = { number: null, build: null }] = entries;
  return { number, build, files, namesFeed: feed !== null };
}

/** A history that cannot be read is none. */
export async function historyOf(target: Pick<Target, 'read'>): Promise<History> {
  const index = await target.read(CHANGES_INDEX);
  try {
    return index ? readHistory(index) : NO_HISTORY;
  } catch {
    return NO_HISTORY;
  }
}
