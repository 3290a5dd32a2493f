import fs from 'node:fs';
import path from 'node:path';
import { pathOf, sourcesUrl } from '../../build/contract/paths.ts';
import { isSample } from '../../build/contract/sample.ts';

/** Bytes of the file; three sources need 2 kB. */
const MOST_BYTES = 64 * 1024;

/** Whether a tree says that it is a sample; false where it cannot be read. */
export function isSampleTree(dist: string): boolean {
  const file = path.join(dist, pathOf(sourcesUrl));
  try {
    if (fs.statSync(file).size > MOST_BYTES) return false;
    return isSample(JSON.parse(fs.readFileSync(file, 'utf8')).data);
  } catch {
    return false;
  }
}
