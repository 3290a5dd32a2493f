import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { type CorpusFile, fsPathOf, listCorpusFiles } from './corpus/files.ts';
import type { Problem } from './corpus/problems.ts';

/** A corpus file and the marks by which an untouched file is known without reading it. */
export interface ScannedFile extends CorpusFile {
  size: number;
  /** Milliseconds. */
  mtime: number;
  /** An edit may keep size and mtime (`cp -p`), but not ctime too. Null where even ctime tells nothing. */
  ctime: number | null;
}

/** Nothing but the time of a system call may lie between two changes that have one ctime: a few milliseconds. */
const CTIME_RESOLUTION_MS = 100;

export interface Scan {
  /** In the order of their paths. */
  files: ScannedFile[];
  /** Two scans with one fingerprint need no look at single files. Null where some marks tell nothing. */
  fingerprint: string | null;
  problems: Problem[];
}

/**
 * Lists a corpus with the marks of its files. A file that was changed just now may be changed again without
 * another ctime; its marks are not to be relied on.
 *
 * @param now milliseconds since the epoch
 */
export function scanCorpus(corpus: string, now: number): Scan {
  const files: ScannedFile[] = [];
  const problems: Problem[] = [];
  for (const file of listCorpusFiles(corpus)) {
    const stat = fs.statSync(fsPathOf(corpus, file.path), { throwIfNoEntry: false });
    if (!stat) {
      problems.push(vanished(file));
      continue;
    }
    const { size, mtimeMs, ctimeMs } = stat;
    const ctime = ctimeMs < now - CTIME_RESOLUTION_MS ? ctimeMs : null;
    files.push({ source: file.source, path: file.path, size, mtime: mtimeMs, ctime });
  }
  return { files, fingerprint: fingerprintOf(files), problems };
}

/** @returns null where the file is not there any more */
export function readScanned(corpus: string, { path }: ScannedFile): Buffer | null {
  try {
    return fs.readFileSync(fsPathOf(corpus, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A corpus must not change while it is read; this tells who does it where. */
export const vanished = ({ path }: CorpusFile): Problem => ({
  path,
  field: null,
  reason: 'vanished while the corpus was being read',
});

export const isUntouched = (now: ScannedFile, then: ScannedFile): boolean =>
  then.ctime !== null && now.size === then.size && now.mtime === then.mtime && now.ctime === then.ctime;

function fingerprintOf(files: readonly ScannedFile[]): string | null {
  if (files.some(({ ctime }) => ctime === null)) return null;
  const marks = new Float64Array(3 * files.length);
  for (const [i, { size, mtime, ctime }] of files.entries()) marks.set([size, mtime, Number(ctime)], 3 * i);
  const paths = files.map(({ path }) => path).join('\0');
  return createHash('sha256').update(marks).update(paths).digest('hex');
}
