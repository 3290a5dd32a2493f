import fs from 'node:fs';
import { takeLock } from '../../build/common/lock.ts';

/** How long to wait for the lock; an edit of the keys file takes milliseconds. */
const PATIENCE_MS = 20_000;

const { O_RDWR, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = fs.constants;
/** Links are not followed: the file behind one would be emptied. */
const EMPTIED = O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW;

/**
 * Runs work that no other process may do at the same time.
 *
 * @param file exists while a process holds the lock. A file left by a dead process does not matter
 * @throws LockedError where another process holds the lock for too long; errors of the file system
 */
export function withLock<T>(file: string, work: () => T): T {
  for (;;) {
    // An open file keeps its inode number, so that another file with this name cannot be mistaken for it.
    const handle = fs.openSync(file, EMPTIED, 0o600);
    let unlock = () => {};
    try {
      unlock = takeLock(file, `Another run holds ${file}. Nothing was changed.`, PATIENCE_MS);
      // The last holder of the lock removed the file, and a third process may hold the lock of a new one.
      if (!isStill(file, handle)) continue;
      try {
        return work();
      } finally {
        fs.rmSync(file, { force: true });
      }
    } finally {
      unlock();
      // Last, since closing any handle of a file releases all locks of this process on it.
      fs.closeSync(handle);
    }
  }
}

const isStill = (file: string, handle: number): boolean =>
  fs.statSync(file, { throwIfNoEntry: false })?.ino === fs.fstatSync(handle).ino;
