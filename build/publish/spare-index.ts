import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../contract/paths.ts';
import type { Workspace } from '../previous/workspace.ts';

/**
 * The spare is the search index that the last publication has replaced. Two files serve by turns: a build brings the spare up to date and
 * publishes it, and what that replaces is the spare of the next build. Both may be thrown away; then the published one is copied.
 */

/** Keeps the published index, as long as it is there. To be called right before another one takes its place, once or again. */
export function keepSpare({ tree, spare }: Workspace): void {
  try {
    fs.rmSync(spare, { recursive: true, force: true });
    // A second name, so that there is no moment without an index in the tree.
    fs.linkSync(path.join(tree, SEARCH_INDEX), spare);
  } catch {
    // There is none in the tree, or the file system has no second names.
  }
}

/** What was staged says what the published index says, which stays: it is as good a spare as that one would be. */
export function putBackSpare({ staging, spare }: Workspace): void {
  const staged = path.join(staging, SEARCH_INDEX);
  if (fs.existsSync(staged)) fs.renameSync(staged, spare);
}
