import fs from 'node:fs';
import { join } from 'node:path';
import { closeAfter } from '../runner/leftovers.cjs';
import { temporaryFolder } from './tree.ts';

/** Where Linux has files in memory. */
const MEMORY = '/dev/shm';
/** In containers it may be small: a tree of the sample takes a few megabytes. */
const ENOUGH_BYTES = 256 * 2 ** 20;

/** Those that are there. A process may be ended before its tests are. */
const folders = new Set<string>();
process.once('exit', () => folders.forEach(remove));

function remove(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/**
 * A new temporary folder, in memory where there is enough; it goes when the tests of the file are over. A build waits for the disk after
 * each file, and trees of tests need not outlive a loss of power.
 */
export function memoryFolder(): string {
  const folder = newFolder();
  closeAfter(() => remove(folder));
  return folder;
}

/** Runs work with such a folder, and removes it. */
export async function withMemoryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = newFolder();
  try {
    return await work(folder);
  } finally {
    remove(folder);
  }
}

function newFolder(): string {
  const folder = hasMemory() ? fs.mkdtempSync(join(MEMORY, 'pandect-test-')) : temporaryFolder();
  folders.add(folder);
  return folder;
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
