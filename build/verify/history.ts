import fs from 'node:fs';
import path from 'node:path';
import { CHANGES_INDEX } from '../contract/paths.ts';
import { CHANGES_FEED } from '../contract/site-paths.ts';
import { digestOfFile } from '../files/digest.ts';
import { readFeed, readHistory } from '../files/history-files.ts';
import type { OutsideFindings } from './catalog.ts';
import type { PresentFiles } from './present-files.ts';
import { isOfAnother } from './same-build.ts';

/** Checks the history by its index; a tree may have none. @param staging of a pending publication, also accepted; or null */
export function checkHistory(tree: string, { files }: PresentFiles, staging: string | null): OutsideFindings {
  const findings: OutsideFindings = { missing: [], altered: [], known: new Set() };
  const { missing, altered, known } = findings;
  const next = staging === null ? null : readHistory(staging);
  for (const { path: list } of next ?? []) known.add(list);
  if (!files.has(CHANGES_INDEX)) return findings;
  known.add(CHANGES_INDEX);
  // An index of an earlier version does not name it.
  known.add(CHANGES_FEED);
  const entries = readHistory(tree);
  // A publication brings the history right before its root.
  if (!entries || (staging === null && isOfAnother(tree, entries[0]?.build))) altered.push(CHANGES_INDEX);
  const feed = staging === null ? readFeed(tree) : null;
  for (const { path: list, bytes, sha256 } of [...(entries ?? []), ...(feed ? [feed] : [])]) {
    known.add(list);
    const file = path.join(tree, list);
    if (!files.has(list)) missing.push(list);
    else if (digestOfFile(file) !== sha256 || fs.statSync(file).size !== bytes) altered.push(list);
  }
  return findings;
}
