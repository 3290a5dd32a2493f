import fs from 'node:fs/promises';
import path from 'node:path';
import { type Check, codeOf, type Finding, ok, problem, warning } from '../finding.ts';

const MB = 1024 * 1024;
/** Below the first, nothing can be published or logged. Below the second, a build may lack room. */
const [LEAST_MB, WANTED_MB] = [64, 1024];
/** The least share of free names (inodes) in a file system. */
const LEAST_NAMES = 0.01;

export const disk: Check = {
  name: 'disk',
  run: ({ settings: { dist } }) => diskFinding(dist),
};

export async function diskFinding(folder: string): Promise<Finding> {
  let found: Awaited<ReturnType<typeof fs.statfs>>;
  try {
    // A missing tree will be made beside what exists.
    found = await fs.statfs(folder).catch(() => fs.statfs(path.dirname(path.resolve(folder))));
  } catch (error) {
    return warning(
      `nobody knows how much room ${folder} has: ${codeOf(error)}`,
      '"npm run build" makes a tree',
    );
  }
  const { bavail, bsize, files, ffree } = found;
  const free = Math.floor((bavail * bsize) / MB);
  const says = `${free.toLocaleString('en-US')} MB are free where ${folder} lies`;
  if (free < LEAST_MB) return problem(`only ${says}`, 'make room');
  if (files > 0 && ffree / files < LEAST_NAMES)
    return problem(`hardly any file can be made where ${folder} lies: ${ffree} names are free`, 'make room');
  if (free < WANTED_MB) return warning(`only ${says}: a build needs as much as the tree`, 'make room');
  return ok(says);
}
