import fs from 'node:fs';
import { SourceError } from './errors.ts';
import { shown } from './size-limits.ts';

/** Share of the disk that stays free: others write to it, too. */
const KEPT = 0.01;

/** How many bytes may be fetched to a folder's disk. */
export function roomIn(folder: string): number {
  const { bavail, blocks, bsize } = fs.statfsSync(folder);
  return Math.max(0, (bavail - Math.ceil(blocks * KEPT)) * bsize);
}

/** Checks in advance that a fetch will not fill the disk. @throws SourceError */
export function checkRoom(folder: string, bytes: number): void {
  const room = roomIn(folder);
  if (bytes <= room) return;
  throw new SourceError(
    `The disk is too small: ${shown(bytes)} are to be fetched to ${folder}, and there is room for ${shown(room)}. Nothing was published.`,
  );
}
