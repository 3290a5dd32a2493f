import fs from 'node:fs';

/** Share of a disk that stays free, and the most bytes that do: others write to it, too. */
const KEPT = 0.01;
const MOST_KEPT = 256 * 1024 * 1024;

/** How many bytes may be written to a disk. @param disk its blocks of `bsize` bytes: all of them, and those that are free */
export function roomOf(disk: Readonly<Record<'bavail' | 'blocks' | 'bsize', number>>): number {
  const { bavail, blocks, bsize } = disk;
  return Math.max(0, bavail * bsize - Math.min(blocks * bsize * KEPT, MOST_KEPT));
}

/** How many bytes may be written to a folder's disk. */
export const roomIn = (folder: string): number => roomOf(fs.statfsSync(folder));
