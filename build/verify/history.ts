import path from 'node:path';
import { CHANGES_INDEX } from '../contract/paths.ts';
import { CHANGES_FEED } from '../contract/site-paths.ts';
import { digestOfFile } from '../files/digest.ts';
import { readHistory } from '../files/history.ts';
import type { OutsideFindings } from './catalog.ts';
import type { PresentFiles } from './present.ts';

/**
 * Checks the history of a tree by its index: no manifest lists it, and a tree may be without.
 *
 * @param staging of a publication that is pending, whose files are as good; null where there is none
 */
export function checkHistory(tree: string, { files }: PresentFiles, staging: string | null): OutsideFindings {
  const findings: OutsideFindings = { missing: [], altered: [], known: new Set() };
  const { missing, altered, known } = findings;
  const coming = staging === null ? null : readHistory(staging);
  for (const { path: list } of coming ?? []) known.add(list);
  if (!files.has(CHANGES_INDEX)) return findings;
  known.add(CHANGES_INDEX);
  // What it says follows from the index.
  known.add(CHANGES_FEED);
  const entries = readHistory(tree);
  if (!entries) altered.push(CHANGES_INDEX);
  for (const { path: list, sha256 } of entries ?? []) {
    known.add(list);
    if (!files.has(list)) missing.push(list);
    else if (digestOfFile(path.join(tree, list)) !== sha256) altered.push(list);
  }
  return findings;
}
