import fs from 'node:fs';

/** Flags that open a file without waiting: it might be a pipe without a writer. Windows has no such flag, and no such pipes. */
export const WITHOUT_WAITING = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

/** Fills a buffer from a file. @param position null: where the last read ended @returns bytes read: fewer at the file's end */
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
