import fs from 'node:fs';

/** How a file is opened that might be a pipe, which otherwise waits for a writer. Windows has no such flag, and no such pipes. */
export const WITHOUT_WAITING = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

/**
 * Fills a buffer from an open file.
 *
 * @param position in the file, bytes; null: where the last reading ended
 * @returns the bytes that were read: fewer than asked for where the file ends
 */
export function readInto(handle: number, buffer: Buffer, position: number | null): number {
  let done = 0;
  while (done < buffer.length) {
    const at = position === null ? null : position + done;
    const count = fs.readSync(handle, buffer, done, buffer.length - done, at);
    if (count === 0) break;
    done += count;
  }
  return done;
}
