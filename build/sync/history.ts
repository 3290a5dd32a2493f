import { feedIn, type NamedFile, readChangesIndex } from '../contract/changes.ts';
import { CHANGES_INDEX } from '../contract/paths.ts';
import { SourceError } from './errors.ts';
import type { Target } from './target.ts';

/** The copied part of a tree's history of changes (build/contract/README.md, Changes). */

/** More than the index of some thousand builds has. */
export const MOST_HISTORY_BYTES = 16 * 1024 * 1024;

export type HistoryFile = NamedFile;

export interface History {
  number: number | null;
  /** The newest build: that of the root to which the history belongs. */
  build: string | null;
  /** The kept lists, and the feed where the index names it. */
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

/** One that cannot be read counts as none. */
export async function historyOf(target: Pick<Target, 'read'>): Promise<History> {
  const index = await target.read(CHANGES_INDEX);
  try {
    return index ? readHistory(index) : NO_HISTORY;
  } catch {
    return NO_HISTORY;
  }
}
