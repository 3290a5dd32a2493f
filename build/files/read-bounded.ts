import fs from 'node:fs';
import { readInto, WITHOUT_WAITING } from './read-into.ts';

/** Reads a file of up to `most` bytes; null if it is missing, larger or not regular: pipes do not block. */
export function readBounded(file: string, most: number): Buffer | null {
  let handle: number;
  try {
    handle = fs.openSync(file, WITHOUT_WAITING);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (ABSENT.has(code)) return null;
    throw error;
  }
  try {
    const stat = fs.fstatSync(handle);
    if (!stat.isFile() || stat.size > most) return null;
    const bytes = Buffer.alloc(stat.size);
    return bytes.subarray(0, readInto(handle, bytes, 0));
  } finally {
    fs.closeSync(handle);
  }
}

/** Errors of a missing file. A name may be too long for any file. ENXIO: a socket. */
const ABSENT = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ENXIO', 'ELOOP']);
