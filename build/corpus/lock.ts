import fs from 'node:fs';
import path from 'node:path';
import { shareLock, takeLock } from '../common/lock.ts';

/** Keeps imports into one corpus apart from each other, and from builds, which read it together. */

/** Beside the folders of sources. It is empty, stays, and is made by imports alone: a build may not be able to write into its corpus. */
const LOCK_FILE = '.import.lock';

/** While an import that is refused looks whether it is alone, a build finds no place for this long, in milliseconds. */
const PATIENCE = 1000;

/** For an import. @returns a function that releases the corpus @throws LockedError where another import, or a build, is at work */
export function takeCorpus(corpus: string): () => void {
  fs.mkdirSync(corpus, { recursive: true });
  return takeLock(
    path.join(corpus, LOCK_FILE),
    `Another import into the corpus ${corpus}, or a build of it, is running. Nothing was done.`,
  );
}

/** For a build. @returns a function that releases the corpus @throws LockedError while somebody imports into it */
export const shareCorpus = (corpus: string): (() => void) =>
  shareLock(
    path.join(corpus, LOCK_FILE),
    `An import into the corpus ${corpus} is running. Nothing was done.`,
    PATIENCE,
  );
