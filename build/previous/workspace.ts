import fs from 'node:fs';
import path from 'node:path';

/** A build's folder for the next one, beside the tree: `.dist.build` for `dist`. Without it the next build starts cold. */
export interface Workspace {
  tree: string;
  folder: string;
  /** Files of the new tree that differ from the published ones, under the same relative paths. */
  staging: string;
  /** The plan of a publication. It exists from when the new tree is complete until it is published. */
  journal: string;
  lock: string;
  state: string;
  /** The search index that the last publication replaced, see `spare-index.ts`. */
  spare: string;
  /** Data that a build does not hold in memory. Removed at the end of the build. */
  scratch: string;
}

/** Name of a workspace inside the tree's folder. Files in it are no part of the tree. */
export const INNER_WORKSPACE = '.build';

function workspaceAt(tree: string, folder: string): Workspace {
  return {
    tree,
    folder,
    staging: path.join(folder, 'staging'),
    journal: path.join(folder, 'journal.json'),
    lock: path.join(folder, 'lock'),
    state: path.join(folder, 'state.sqlite'),
    spare: path.join(folder, 'spare.sqlite'),
    scratch: path.join(folder, 'scratch'),
  };
}

/** Both possible workspaces of a tree, the usual one first. */
export function workspacesOf(out: string): readonly [Workspace, Workspace] {
  const tree = fs.existsSync(out) ? fs.realpathSync(out) : path.resolve(out);
  const beside = path.join(path.dirname(tree), `.${path.basename(tree)}.build`);
  return [workspaceAt(tree, beside), workspaceAt(tree, path.join(tree, INNER_WORKSPACE))];
}

/** Makes the workspace: beside the tree if files can be renamed from there, else inside. Copying could fill the disk. */
export function openWorkspace(out: string): Workspace {
  const [beside, inside] = workspacesOf(out);
  try {
    fs.mkdirSync(beside.folder, { recursive: true });
    fs.accessSync(beside.folder, fs.constants.W_OK);
    if (!fs.existsSync(beside.tree) || canRename(beside.folder, beside.tree)) return beside;
    if (fs.readdirSync(beside.folder).length === 0) fs.rmdirSync(beside.folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') || !fs.existsSync(beside.tree)) throw error;
  }
  fs.mkdirSync(inside.folder, { recursive: true });
  return inside;
}

/** Tries to rename a file that does not exist, which leaves no trace: the system reports another file system before a missing file. */
function canRename(from: string, to: string): boolean {
  if (fs.statSync(from).dev !== fs.statSync(to).dev) return false;
  try {
    fs.renameSync(path.join(from, 'no-such-file'), path.join(to, 'no-such-file'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EXDEV';
  }
  return true;
}

/** Removes the unfinished files of an interrupted build, and makes empty folders. */
export function emptyStaging({ staging, scratch }: Workspace): void {
  for (const folder of [staging, scratch]) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
  }
}
