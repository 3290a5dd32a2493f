import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isDate } from '../../build/contract/dates.ts';

/**
 * The folder with a file for each key, which holds its last day of use. Shims share it without locks: each write replaces ten
 * bytes by ten bytes, and two writes of one moment are of one day.
 */

/** The day (YYYY-MM-DD, UTC) on which each key was used last, by the key's id. */
export type Days = ReadonlyMap<string, string>;

const DAY_MS = 86_400_000;
/** A day shown is at most so far ahead: clocks differ by hours. */
const SHOWN_AHEAD_MS = DAY_MS;
/** A day is replaced by an earlier one only if it is further ahead: this clock may have been set back. */
const KEPT_AHEAD_MS = 31 * DAY_MS;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A link is not followed, and a pipe is not waited for. Windows has neither flag. */
const { O_RDONLY, O_RDWR, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/** @param now Unix time in milliseconds */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Ids may be long, and have characters that no file name can have. */
const fileOf = (folder: string, id: string): string =>
  path.join(folder, `${hash('sha256', id).slice(0, 32)}.day`);

/** @param ids of the keys to look up @param now Unix time in milliseconds @throws errors of the file system, but not where there is no folder */
export async function readDays(
  folder: string,
  ids: Iterable<string>,
  now: number,
): Promise<Map<string, string>> {
  const days = new Map<string, string>();
  for (const id of ids) {
    const handle = await fs.open(fileOf(folder, id), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(nullIfGone);
    if (!handle) continue;
    try {
      const day = await dayIn(handle, now + SHOWN_AHEAD_MS);
      if (day !== null) days.set(id, day);
    } finally {
      await handle.close();
    }
  }
  return days;
}

/**
 * Writes days, unless the folder knows later ones.
 * @param days written ones are taken out
 * @param now Unix time in milliseconds
 * @throws errors of the file system
 */
export async function writeDays(folder: string, days: Map<string, string>, now: number): Promise<void> {
  if (days.size > 0) await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [id, day] of days) {
    const handle = await fs.open(fileOf(folder, id), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
    try {
      const known = await dayIn(handle, now + KEPT_AHEAD_MS);
      if (known === null || known < day) await handle.write(day, 0);
    } finally {
      await handle.close();
    }
    if (days.get(id) === day) days.delete(id);
  }
}

/** Null where the file holds no day, or one after `latest`: the clock of some machine was wrong. */
async function dayIn(handle: fs.FileHandle, latest: number): Promise<string | null> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(DAY_LENGTH), 0, DAY_LENGTH, 0);
  const day = buffer.toString('latin1', 0, bytesRead);
  return isDate(day) && day <= dayOf(latest) ? day : null;
}

/** Storage that several machines share may have forgotten a name (ESTALE). */
function nullIfGone(error: unknown): null {
  if (['ENOENT', 'ESTALE'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}
