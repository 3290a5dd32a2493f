import fs from 'node:fs';
import path from 'node:path';
import { digestOfFile } from '../files/digest.ts';
import type { Content, Expected } from './expected-files.ts';

export interface CheckBatch {
  tree: string;
  files: readonly Expected[];
}

export interface CheckResult {
  checked: number;
  missing: string[];
  altered: string[];
}

export default function checkFiles({ tree, files }: CheckBatch): CheckResult {
  const result: CheckResult = { checked: files.length, missing: [], altered: [] };
  for (const { path: file, accepted, required } of files) {
    const found = contentOf(path.join(tree, file));
    const isRight = ({ sha256, bytes }: Content) => sha256 === found?.sha256 && bytes === found.bytes;
    if (found === null && required) result.missing.push(file);
    else if (found !== null && !accepted.some(isRight)) result.altered.push(file);
  }
  return result;
}

/** Null where the file is gone. */
function contentOf(file: string): Content | null {
  try {
    return { sha256: digestOfFile(file), bytes: fs.statSync(file).size };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
