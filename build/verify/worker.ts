import path from 'node:path';
import { digestOfFile } from '../files/digest.ts';
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

/** @returns SHA-256, hexadecimal; null where there is no such file any more */
function digestOf(file: string): string | null {
  try {
    return digestOfFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
