import fs from 'node:fs';
import path from 'node:path';
import { digestOfFile } from '../files/digest.ts';
import type { Workspace } from '../previous/workspace.ts';

/** A file or folder that no build made is in the way of a publication. Nothing was published. */
export class ObstructedTree extends Error {}

const MOST_NAMED = 10;

/** Checks that a publication destroys no files of others. @param added that the published tree lacks @throws ObstructedTree */
export function checkObstacles(
  workspace: Workspace,
  files: Iterable<string>,
  added: ReadonlySet<string>,
): void {
  const obstacles = new Set<string>();
  const folders = new Map<string, boolean>();
  for (const file of files) {
    const obstacle = obstacleOf(workspace, file, added.has(file), folders);
    if (obstacle !== null) obstacles.add(obstacle);
  }
  if (obstacles.size === 0) return;
  const named = [...obstacles].slice(0, MOST_NAMED).map(obstacle => `\n  ${obstacle}`);
  const more = obstacles.size > MOST_NAMED ? `\n  and ${obstacles.size - MOST_NAMED} more` : '';
  throw new ObstructedTree(
    `What stands in the tree's way was put there by no build; move it away, and build again:${named.join('')}${more}\nNothing was published.`,
  );
}

/** @param folders whether a folder exists, for folders that were already checked */
function obstacleOf(
  { tree, staging }: Workspace,
  file: string,
  isAdded: boolean,
  folders: Map<string, boolean>,
): string | null {
  for (let end = file.indexOf('/'); end >= 0; end = file.indexOf('/', end + 1)) {
    const folder = path.join(tree, file.slice(0, end));
    const isThere = folders.get(folder);
    if (isThere === false) return null;
    if (isThere) continue;
    const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (stat && !stat.isDirectory()) return `${folder} is ${kindOf(stat)}, and has to be a folder`;
    folders.set(folder, stat !== undefined);
    if (!stat) return null;
  }
  const target = path.join(tree, file);
  const stat = fs.lstatSync(target, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return `${target} is a folder, and has to be a file`;
  if (!stat || !isAdded) return null;
  // A publication of which the system lost half may have left this very file.
  const isTheSame = stat.isFile() && digestOfFile(target) === digestOfFile(path.join(staging, file));
  return isTheSame
    ? null
    : `${target} is ${kindOf(stat)} of somebody else, and a file of the tree has to be there`;
}

function kindOf(stat: fs.Stats): string {
  if (stat.isSymbolicLink()) return 'a symbolic link';
  return stat.isFile() ? 'a file' : 'neither file nor folder';
}
