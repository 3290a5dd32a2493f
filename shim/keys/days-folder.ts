import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Days, newest, parseDays, printDays } from './days.ts';

/**
 * The folder in which shims note when keys were used last: a file for each process, so that none waits for another, on whatever
 * storage. Each file tells what it may, and all together tell what is known.
 */

const HOUR_MS = 3_600_000;
/** Of larger files nothing is read; none of ours is. */
const MAX_BYTES = 16 * 1024 * 1024;
/** So many files are read at most. They become few by themselves. */
const MAX_FILES = 1000;
/** A file that another process takes meanwhile is found by its next name. */
const ATTEMPTS = 3;
const FILE = /^[0-9a-f-]{36}\.json$/;
const DRAFT = /^[0-9a-f-]{36}\.tmp$/;

/** A name that no other process has. */
export const newDaysFile = (): string => `${randomUUID()}.json`;

/** What all shims together know. @param now Unix time in milliseconds @throws errors of the file system, but not where there is no folder */
export async function readDays(folder: string, now: number): Promise<Map<string, string>> {
  const parts: Days[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let isWhole = true;
    for (const name of await namesIn(folder, FILE)) {
      const days = await readOne(path.join(folder, name), now);
      if (days) parts.push(days);
      else isWhole = false;
    }
    if (isWhole) break;
  }
  return newest(...parts);
}

/** Whoever reads finds the file as it was, or whole. @throws errors of the file system */
export async function writeDays(folder: string, file: string, days: Days): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `${randomUUID()}.tmp`);
  try {
    await fs.writeFile(draft, printDays(days), { mode: 0o600, flag: 'wx', flush: true });
    await fs.rename(draft, path.join(folder, file));
  } finally {
    await fs.rm(draft, { force: true });
  }
}

/**
 * Takes over what files tell that have not changed for an hour, and removes them: those of processes that have ended. One whose
 * process lives is no loss, since it is taken from its name first, and a later one of that name is left alone.
 *
 * @param file ours: it has been written a moment ago, and tells what time it is where the folder lies
 * @param days what it holds
 * @returns what it holds then
 * @throws errors of the file system
 */
export async function foldDays(folder: string, file: string, days: Days, now: number): Promise<Days> {
  const { mtimeMs } = await fs.stat(path.join(folder, file));
  const isOld = async (name: string): Promise<boolean> => {
    const stat = await fs.stat(path.join(folder, name)).catch(nullIfGone);
    return stat?.isFile() === true && mtimeMs - stat.mtimeMs > HOUR_MS;
  };
  const taken: string[] = [];
  for (const name of await namesIn(folder, FILE)) {
    if (name === file || !(await isOld(name))) continue;
    const mine = path.join(folder, newDaysFile());
    const isMine = await fs.rename(path.join(folder, name), mine).then(() => true, nullIfGone);
    if (isMine) taken.push(mine);
  }
  for (const name of await namesIn(folder, DRAFT))
    if (await isOld(name)) await fs.rm(path.join(folder, name), { force: true });
  if (taken.length === 0) return days;
  const parts: Days[] = [days];
  for (const mine of taken) parts.push((await readOne(mine, now)) ?? new Map());
  const all = newest(...parts);
  await writeDays(folder, file, all);
  // Not before: a process that is killed in between leaves them for the next.
  for (const mine of taken) await fs.rm(mine, { force: true });
  return all;
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = (await fs.readdir(folder).catch(nullIfGone)) ?? [];
  return names.filter(name => pattern.test(name)).slice(0, MAX_FILES);
}

/** @returns null where there is no such file any more */
async function readOne(file: string, now: number): Promise<Days | null> {
  const stat = await fs.lstat(file).catch(nullIfGone);
  if (stat === null) return null;
  if (!stat.isFile() || stat.size > MAX_BYTES) return new Map();
  const text = await fs.readFile(file, 'utf8').catch(nullIfGone);
  return text === null ? null : parseDays(text, now);
}

/** Nobody waits for what is gone, or for a name that storage shared by several machines has forgotten. */
function nullIfGone(error: unknown): null {
  if (['ENOENT', 'ESTALE'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}
