import { roomIn } from '../files/disk-space.ts';
import { SourceError } from './errors.ts';
import { shown } from './size-limits.ts';

/** Checks in advance that a fetch will not fill the disk. @throws SourceError */
export function checkRoom(folder: string, bytes: number): void {
  const room = roomIn(folder);
  if (bytes <= room) return;
  throw new SourceError(
    `The disk is too small: ${shown(bytes)} are to be fetched to ${folder}, and there is room for ${shown(room)}. Nothing was published.`,
  );
}
