import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { readInto, WITHOUT_WAITING } from '../files/read-into.ts';
import { Scratch } from '../files/scratch.ts';
import { type CorpusFile, fsPathOf } from './file.ts';

/** Numbers that identify an untouched file without reading it: bytes and milliseconds. */
export interface Timestamps {
  size: number;
  mtime: number;
  /** An edit may keep size and mtime (`cp -p`), but not ctime. Null where ctime cannot be trusted. */
  ctime: number | null;
}

/** Two changes with one ctime lie at most a system call apart: a few milliseconds. */
const CTIME_RESOLUTION_MS = 100;

/** Does not trust the ctime of a file that changed just now: it may change again with the same ctime. */
function timestampsOf({ size, mtimeMs, ctimeMs }: fs.Stats, now: number): Timestamps {
  return { size, mtime: mtimeMs, ctime: ctimeMs < now - CTIME_RESOLUTION_MS ? ctimeMs : null };
}

/** Reads timestamps; null for a file that cannot be examined (reading it tells why). @param now milliseconds since the epoch */
export function fileTimestamps(corpus: string, path: string, now: number): Timestamps | null {
  try {
    const stat = fs.statSync(fsPathOf(corpus, path));
    return stat.isFile() ? timestampsOf(stat, now) : null;
  } catch {
    return null;
  }
}

const scratch = new Scratch();

/** The problem of a pipe, for instance, which may never end. */
const NO_FILE: Unreadable = { reason: 'is not a regular file' };

export interface Scanned {
  timestamps: Timestamps;
  bytes: Buffer;
}

/** The reason why a file could not be read; a problem of its document. */
export interface Unreadable {
  reason: string;
}

/**
 * Reads a file with the timestamps of exactly that content. All files are read into the same memory: the bytes are valid until
 * the next call.
 * @param now milliseconds since the epoch
 * @returns the file, or the reason why it cannot be read
 * @throws where the machine is to blame and not the file, so that no document is left out for that
 */
export function readCorpusFile(corpus: string, { path }: CorpusFile, now: number): Scanned | Unreadable {
  let handle: number | null = null;
  try {
    handle = fs.openSync(fsPathOf(corpus, path), WITHOUT_WAITING);
    const stat = fs.fstatSync(handle);
    if (!stat.isFile() && !stat.isDirectory()) return NO_FILE;
    // Timestamps are taken first: a change during the read gives the file new ones.
    const timestamps = timestampsOf(stat, now);
    const bytes = scratch.bytes(timestamps.size);
    const length = readInto(handle, bytes, null);
    return { timestamps, bytes: bytes.subarray(0, length) };
  } catch (error) {
    return unreadable(error as NodeJS.ErrnoException);
  } finally {
    if (handle !== null) fs.closeSync(handle);
  }
}

/** Too many open files, or no memory: reading any other file would fail too. */
const OF_THE_MACHINE = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

function unreadable(error: NodeJS.ErrnoException): Unreadable {
  const { code = '', message, syscall } = error;
  if (syscall === undefined || OF_THE_MACHINE.has(code)) throw error;
  // A corpus must not change during a read; the message names the file.
  if (code === 'ENXIO') return NO_FILE;
  if (code === 'ENOENT') return { reason: 'vanished while the corpus was being read' };
  // Cuts the system call and the path from the message: `EACCES: permission denied, open '/…'`.
  return { reason: `cannot be read: ${message.replace(/, [a-z]+( '.*')?$/s, '')}` };
}

export const isUntouched = (now: Timestamps, then: Timestamps): boolean =>
  then.ctime !== null && now.size === then.size && now.mtime === then.mtime && now.ctime === then.ctime;

/** Timestamps of the files of a folder, three numbers each. */
export class FolderTimes {
  /** NaN stands for null. Can be sent to another thread. */
  readonly numbers: Float64Array;

  /** @param numbers those of another instance, or a number of files without timestamps */
  constructor(numbers: Float64Array | number) {
    this.numbers = typeof numbers === 'number' ? new Float64Array(3 * numbers).fill(Number.NaN) : numbers;
  }

  /** @param times null for an unreadable file */
  set(i: number, times: Timestamps | null): void {
    if (times) this.numbers.set([times.size, times.mtime, times.ctime ?? Number.NaN], 3 * i);
  }

  /** @returns null for an unreadable file */
  at(i: number): Timestamps | null {
    const [size = Number.NaN, mtime = 0, ctime = Number.NaN] = this.numbers.subarray(3 * i, 3 * i + 3);
    return Number.isNaN(size) ? null : { size, mtime, ctime: Number.isNaN(ctime) ? null : ctime };
  }

  /** Identifies the state of a folder; null if a time is missing or not trusted. @param paths see `CorpusFolder.text` */
  fingerprint(paths: string): string | null {
    if (this.numbers.some(Number.isNaN)) return null;
    return createHash('sha256').update(this.numbers).update(paths).digest('hex');
  }
}
