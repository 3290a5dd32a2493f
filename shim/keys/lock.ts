import fs from 'node:fs';
import { takeLock } from '../../build/common/lock.ts';

/** An edit of the keys file takes milliseconds. */
const PATIENCE_MS = 20_000;

const { O_RDWR, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = fs.constants;
/** A link might lead to a file that is of worth to somebody. */
const EMPTIED = O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW;

/**
 * Does what no other run may do at the same time.
 *
 * @param file is there while a run holds the lock. One that a dead run left behind is no obstacle
 * @throws LockedError where another run does not come to an end; errors of the file system
 */
export function withLock<T>(file: string, work: () => T): T {
  for (;;) {
    // What is open keeps its number, so that another file of this name cannot be taken for it.
    const handle = fs.openSync(file, EMPTIED, 0o600);
    let unlock = () => {};
    try {
      unlock = takeLock(file, `Another run holds ${file}. Nothing was changed.`, PATIENCE_MS);
      // Whoever held the lock before has removed the file, and a third run may hold the lock of the next.
      if (!isStill(file, handle)) continue;
      try {
        return work();
      } finally {
        fs.rmSync(file, { force: true });
      }
    } finally {
      unlock();
      // Not before: to close any handle of a file gives up all locks that this process has on it.
      fs.closeSync(handle);
    }
  }
}

const isStill = (file: string, handle: number): boolean =>
  fs.statSync(file, { throwIfNoEntry: false })?.ino === fs.fstatSync(handle).ino;
