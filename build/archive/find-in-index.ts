import { open } from 'node:fs/promises';
import path from 'node:path';
import type { PartEntry } from './archive.ts';
import { findLine } from './find-line.ts';
import type { Run } from './history.ts';
import { ArchiveDamage } from './packs.ts';

/**
 * Reads the history of a document without the rest of the index, and lets other work go on meanwhile.
 *
 * @returns no runs where the index has no such document @throws ArchiveDamage
 */
export async function findInIndex(
  folder: string,
  { path: file, bytes: size }: PartEntry,
  identifier: string,
): Promise<readonly Run[]> {
  const handle = await open(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ArchiveDamage(`${file} is missing`) : error;
  });
  try {
    const search = findLine(identifier, size, file);
    let step = search.next();
    while (!step.done) {
      const { at, bytes } = step.value;
      const read = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, at);
      step = search.next(read.buffer.subarray(0, read.bytesRead));
    }
    return step.value?.runs ?? [];
  } finally {
    await handle.close();
  }
}
