import { readChangesIndex } from '../contract/changes.ts';
import { CHANGES_INDEX } from '../contract/paths.ts';
import { SourceError } from './errors.ts';

/** The history of a tree's changes, as far as it is copied (build/contract/README.md, Changes). */

/** Longer than that of some thousand builds. */
export const MOST_HISTORY_BYTES = 16 * 1024 * 1024;

export interface HistoryFile {
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface History {
  /** Of the newest build; null where there is none. */
  number: number | null;
  /** The lists that are kept. */
  files: readonly HistoryFile[];
}

export const NO_HISTORY: History = { number: null, files: [] };

/** @param index the bytes of `changes/index.json` @throws SourceError */
export function readHistory(index: Buffer): History {
  const entries = readChangesIndex(index.toString());
  if (!entries) throw new SourceError(`The source is damaged: ${CHANGES_INDEX} lists no changes.`);
  const files = entries.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
  return { number: entries[0]?.number ?? null, files };
}
