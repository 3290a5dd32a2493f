import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Expected } from './expected.ts';

export interface CheckBatch {
  tree: string;
  files: readonly Expected[];
}

export interface CheckResult {
  checked: number;
  missing: string[];
  altered: string[];
}

const buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** Compares files with what they should be. */
export default function checkFiles({ tree, files }: CheckBatch): CheckResult {
  const result: CheckResult = { checked: files.length, missing: [], altered: [] };
  for (const { path: file, accepted, required } of files) {
    const sha256 = digestOf(path.join(tree, file));
    if (sha256 === null && required) result.missing.push(file);
    else if (sha256 !== null && !accepted.includes(sha256)) result.altered.push(file);
  }
  return result;
}

/** What stands in place of a file has no digest, but is not missing either. */
const NO_FILE = 'not a file';

/** @returns SHA-256, hexadecimal; null where there is no such file */
function digestOf(file: string): string | null {
  let handle: number;
  try {
    handle = fs.openSync(file, 'r');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  try {
    const hash = createHash('sha256');
    for (;;) {
      const bytes = fs.readSync(handle, buffer);
      if (bytes === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytes));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return NO_FILE;
    throw error;
  } finally {
    fs.closeSync(handle);
  }
}
