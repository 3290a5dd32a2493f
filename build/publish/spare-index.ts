import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../contract/paths.ts';
import type { Workspace } from '../previous/workspace.ts';

/** The spare is the index that the last publication replaced. A build updates and publishes it and keeps the other. */

/** Keeps the published index, if there is one. Called right before another one replaces it; a second call does no harm. */
export function keepSpare({ tree, spare }: Workspace): void {
  try {
    fs.rmSync(spare, { recursive: true, force: true });
    // A second name: the tree is never without an index.
    fs.linkSync(path.join(tree, SEARCH_INDEX), spare);
  } catch {
    // The tree has no index, or the file system has no hard links.
  }
}

/** Makes the staged index the spare again, where the published index stays: both say the same. */
export function putBackSpare({ staging, spare }: Workspace): void {
  const staged = path.join(staging, SEARCH_INDEX);
  if (fs.existsSync(staged)) fs.renameSync(staged, spare);
}
