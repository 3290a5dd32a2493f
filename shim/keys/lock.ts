import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** An edit of the keys file takes milliseconds: a lock of this age was left by a run that died. */
const STALE_MS = 10_000;
const RETRY_MS = 20;
const GIVE_UP_MS = 2 * STALE_MS;

/**
 * Runs `work` while holding a lock file.
 *
 * @param work gets a function that throws once the lock was taken over as stale, to be called right before anything
 *   that cannot be undone
 * @throws Error where the lock cannot be had
 */
export async function withLock<T>(
  file: string,
  work: (assertHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const token = randomUUID();
  const isHeld = async (): Promise<boolean> => (await readFile(file, 'utf8').catch(() => '')) === token;
  await acquire(file, token);
  try {
    return await work(async () => {
      if (!(await isHeld())) throw new Error(`the lock ${file} was lost; nothing was changed, try again`);
    });
  } finally {
    if (await isHeld()) await rm(file, { force: true });
  }
}

async function acquire(file: string, token: string): Promise<void> {
  for (let waited = 0; waited < GIVE_UP_MS; waited += RETRY_MS) {
    try {
      await writeFile(file, token, { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!(await isStale(file)) || !(await removeStale(file))) await sleep(RETRY_MS);
  }
  throw new Error(`another run holds ${file}; where none is running, remove ${file} and ${guardOf(file)}`);
}

const guardOf = (file: string): string => `${file}.stale`;

/**
 * Removes a lock that a dead run left. One run at a time looks again and removes: a second one could otherwise
 * remove the lock that the first has taken meanwhile.
 *
 * @returns false where another run is at it
 */
async function removeStale(file: string): Promise<boolean> {
  const guard = guardOf(file);
  try {
    await writeFile(guard, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
  try {
    if (await isStale(file)) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
  return true;
}

async function isStale(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > STALE_MS;
}
