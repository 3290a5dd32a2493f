import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeVersion } from '../../build/common/code-version.cjs';
import { LockedError, takeLock } from '../../build/common/lock.ts';

/** How long to wait for another process that makes the folder. */
const PATIENCE_MS = 15 * 60_000;
const PAUSE_MS = 200;

/**
 * Makes a folder that is kept, unless it is there. Of several processes one makes it, and the others wait for it: the work takes all
 * processors by itself. The folder appears when it is complete. If the maker fails or dies, the next one makes it.
 *
 * @param folder where it shall be
 * @param make fills a draft of it
 * @throws what `make` throws; an error where another process does not get done in time
 */
export async function keptFolder(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  const lock = `${folder}.lock`;
  for (const end = performance.now() + PATIENCE_MS; !fs.existsSync(folder); await wait(PAUSE_MS)) {
    const unlock = lockOrNull(lock, end);
    if (unlock === null) continue;
    try {
      if (!fs.existsSync(folder)) await makeFolder(folder, make);
    } finally {
      // Those who wait for it find the folder.
      fs.rmSync(lock, { force: true });
      unlock();
    }
  }
}

/** Folders of other versions of the code are removed when no test has used them for so long. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * A folder of this version of the code, kept in the folder for temporary files for other test files and the next run.
 *
 * @param name such as `real-tree` @param inputs what it depends on beside the code @param make fills a draft of it
 * @returns its path
 */
export async function keptForVersion(
  name: string,
  inputs: string,
  make: (draft: string) => Promise<void>,
): Promise<string> {
  const prefix = `pandect-${name}-`;
  const key = createHash('sha256').update(`${codeVersion()}\n${inputs}`).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), prefix + key);
  removeOld(prefix, folder);
  await keptFolder(folder, make);
  const now = new Date();
  fs.utimesSync(folder, now, now);
  return folder;
}

function removeOld(prefix: string, current: string): void {
  for (const name of fs.readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(prefix) || folder === current) continue;
    const age = Date.now() - (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > MAX_AGE_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}

function lockOrNull(file: string, end: number): (() => void) | null {
  try {
    return takeLock(file, `Another process holds ${file} for too long.`);
  } catch (error) {
    if (!(error instanceof LockedError) || performance.now() > end) throw error;
    return null;
  }
}

async function makeFolder(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = fs.mkdtempSync(`${folder}-draft-`);
  try {
    await make(draft);
    fs.renameSync(draft, folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
}
