import fs from 'node:fs';
import path from 'node:path';

/**
 * The folder beside a tree that holds what builds need between them: `dist` has `.dist.build`. Deleting it
 * costs the next build its head start, nothing else.
 */
export interface Workspace {
  /** The published tree. */
  tree: string;
  folder: string;
  /** Files of the coming tree that differ from the published one, under the same relative paths. */
  staging: string;
  /** Present from the moment when the coming tree is complete until it is published. */
  journal: string;
  lock: string;
  state: string;
}

export function workspaceOf(out: string): Workspace {
  const tree = path.resolve(out);
  const folder = path.join(path.dirname(tree), `.${path.basename(tree)}.build`);
  return {
    tree,
    folder,
    staging: path.join(folder, 'staging'),
    journal: path.join(folder, 'journal.ndjson'),
    lock: path.join(folder, 'lock'),
    state: path.join(folder, 'state.ndjson.gz'),
  };
}

/** Removes what an interrupted build left unfinished, and makes an empty staging folder. */
export function emptyStaging({ staging }: Workspace): void {
  fs.rmSync(staging, { recursive: true, force: true });
  fs.mkdirSync(staging, { recursive: true });
}
