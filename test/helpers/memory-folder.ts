import fs from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './tree.ts';

/** Where Linux has files in memory. */
const MEMORY = '/dev/shm';
/** In containers it may be small: a tree of the sample takes a few megabytes. */
const ENOUGH_BYTES = 256 * 2 ** 20;

/**
 * Runs work with a new temporary folder, in memory where there is enough, and removes it. A tree that is built only to be compared
 * need not reach a disk: a build waits for the disk after each file.
 */
export async function withMemoryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = hasMemory() ? fs.mkdtempSync(join(MEMORY, 'pandect-test-')) : temporaryFolder();
  // A process may be ended meanwhile.
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await work(folder);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

function hasMemory(): boolean {
  try {
    fs.accessSync(MEMORY, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
