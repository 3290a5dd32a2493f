import fs from 'node:fs';
import path from 'node:path';

/**
 * The folder that holds what builds need between them: beside the tree, so that `dist` has `.dist.build`. Deleting
 * it costs the next build its head start, nothing else.
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
  /** See `StateStore`. */
  state: string;
  /** The search index that the last publication has replaced, see `spare-index.ts`. */
  spare: string;
  /** For what a build need not hold in memory; gone with it. */
  scratch: string;
}

/** The workspace's name where it has to lie in the tree; nothing in there is part of the tree. */
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

/** Both places where a tree's workspace can be, the usual one first. */
export function workspacesOf(out: string): readonly [Workspace, Workspace] {
  const tree = fs.existsSync(out) ? fs.realpathSync(out) : path.resolve(out);
  const beside = path.join(path.dirname(tree), `.${path.basename(tree)}.build`);
  return [workspaceAt(tree, beside), workspaceAt(tree, path.join(tree, INNER_WORKSPACE))];
}

/**
 * Makes the workspace of a tree. It lies beside the tree unless files cannot be renamed from there into the tree
 * or nothing can be written there: a tree that is a mounted volume has it inside, since a publication that had to
 * copy could meet a full disk half-way.
 */
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

/** Asks with a file that is not there, which leaves no trace: a wrong file system is told before a missing file. */
function canRename(from: string, to: string): boolean {
  if (fs.statSync(from).dev !== fs.statSync(to).dev) return false;
  try {
    fs.renameSync(path.join(from, 'no-such-file'), path.join(to, 'no-such-file'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EXDEV';
  }
  return true;
}

/** Removes what an interrupted build left unfinished, and makes empty folders for another one. */
export function emptyStaging({ staging, scratch }: Workspace): void {
  for (const folder of [staging, scratch]) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
  }
}
