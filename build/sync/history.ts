import { isCount, isDigest } from '../files/manifest/root.ts';
import { SourceError } from './errors.ts';

/** The history of a tree's changes, as far as it is copied (build/contract/README.md, Files of the tree). */

export const HISTORY = 'changes/index.json';

/** Longer than that of some thousand builds. */
export const MOST_HISTORY_BYTES = 16 * 1024 * 1024;

export interface HistoryFile {
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface History {
  /** Of the newest entry; null where there is none. */
  number: number | null;
  /** The files that are kept. */
  files: readonly HistoryFile[];
}

export const NO_HISTORY: History = { number: null, files: [] };

/** @param index the bytes of `changes/index.json` @throws SourceError */
export function readHistory(index: Buffer): History {
  const entries = entriesOf(index.toString());
  if (!entries) throw new SourceError(`${HISTORY} is damaged: it lists no changes.`);
  const files = entries.filter(({ sha256 }) => sha256 !== undefined && sha256 !== null).map(fileOf);
  const numbers = entries.map(({ number }) => number as number);
  return { number: numbers.length === 0 ? null : Math.max(...numbers), files };
}

type Listed = Partial<Record<'number' | 'bytes' | 'sha256', unknown>>;

function entriesOf(text: string): Listed[] | null {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    const isSound = Array.isArray(data) && data.every(entry => isCount((entry as Listed | null)?.number));
    return isSound ? (data as Listed[]) : null;
  } catch {
    return null;
  }
}

function fileOf({ number, bytes, sha256 }: Listed): HistoryFile {
  if (!isCount(bytes) || !isDigest(sha256))
    throw new SourceError(`${HISTORY} is damaged at number ${number}.`);
  return { path: `changes/${number}.ndjson`, bytes: bytes as number, sha256: sha256 as string };
}
