import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { type CorpusFile, fsPathOf } from './corpus/file.ts';
import { readInto } from './read-into.ts';

/** What tells an untouched file without reading it. */
export interface Marks {
  /** Bytes. */
  size: number;
  /** Milliseconds. */
  mtime: number;
  /** An edit may keep size and mtime (`cp -p`), but not ctime too. Null where even ctime tells nothing. */
  ctime: number | null;
}

/** Nothing but the time of a system call may lie between two changes that have one ctime: a few milliseconds. */
const CTIME_RESOLUTION_MS = 100;

/** A file that was changed just now may be changed again without another ctime; its marks are not to be relied on. */
function marksOf({ size, mtimeMs, ctimeMs }: fs.Stats, now: number): Marks {
  return { size, mtime: mtimeMs, ctime: ctimeMs < now - CTIME_RESOLUTION_MS ? ctimeMs : null };
}

/** @param now milliseconds since the epoch. @returns null where the file is not there any more */
export function scanFile(corpus: string, { path }: CorpusFile, now: number): Marks | null {
  const stat = fs.statSync(fsPathOf(corpus, path), { throwIfNoEntry: false });
  return stat ? marksOf(stat, now) : null;
}

let scratch = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * Reads a file with its marks, which are of the very file that was read.
 *
 * @param now milliseconds since the epoch
 * @returns null where the file is not there any more. All files are read into the same memory: the bytes are there
 *   until the next call
 */
export function readScanned(
  corpus: string,
  { path }: CorpusFile,
  now: number,
): { marks: Marks; bytes: Buffer } | null {
  let handle: number;
  try {
    handle = fs.openSync(fsPathOf(corpus, path), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    // The marks come first: a change while the file is read gives it others.
    const marks = marksOf(fs.fstatSync(handle), now);
    if (scratch.length < marks.size) scratch = Buffer.allocUnsafeSlow(2 * marks.size);
    const length = readInto(handle, scratch.subarray(0, marks.size), null);
    return { marks, bytes: scratch.subarray(0, length) };
  } finally {
    fs.closeSync(handle);
  }
}

export const isUntouched = (now: Marks, then: Marks): boolean =>
  then.ctime !== null && now.size === then.size && now.mtime === then.mtime && now.ctime === then.ctime;

/**
 * Two corpora with one fingerprint need no look at single files.
 *
 * @returns null where some marks tell nothing, or are missing
 */
export function fingerprintOf(files: readonly CorpusFile[], marks: readonly (Marks | null)[]): string | null {
  const numbers = new Float64Array(3 * files.length);
  for (const [i, mark] of marks.entries()) {
    if (mark?.ctime == null) return null;
    numbers.set([mark.size, mark.mtime, mark.ctime], 3 * i);
  }
  const paths = files.map(({ path }) => path).join('\0');
  return createHash('sha256').update(numbers).update(paths).digest('hex');
}
