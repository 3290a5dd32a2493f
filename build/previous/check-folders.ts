import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from '../common/command-line.ts';
import { contains } from '../files/folders.ts';
import { manifestFile } from '../files/manifest/former.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { isVacant } from './fixed-files.ts';
import { workspacesOf } from './workspace.ts';

/** The corpus does not exist, or the tree must not be written to this folder; the message says why. */
export class UnsuitableFolder extends UsageError {}

/** Refuses a tree inside the corpus or around it, and a folder with files of somebody else. @throws UnsuitableFolder */
export function checkFolders(corpus: string, out: string): void {
  if (!fs.statSync(corpus, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UnsuitableFolder(`There is no corpus directory ${corpus}.`);
  }
  if (isEitherIn(corpus, out)) {
    throw new UnsuitableFolder(`The corpus ${corpus} and the tree ${out} must not lie one in the other.`);
  }
  checkTarget(out);
}

/** Refuses a folder that is neither empty nor a tree. @throws UnsuitableFolder */
export function checkTarget(out: string): void {
  const tree = realPath(out);
  const found = fs.statSync(tree, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new UnsuitableFolder(`${out} is not a directory.`);
  if (found && !isTree(tree)) {
    throw new UnsuitableFolder(
      `The directory ${out} is not empty and no tree of this program (it has no ${MANIFEST}). Choose another one, or move away what is in it.`,
    );
  }
}

/** Whether a directory is empty or was written by a build, even an interrupted one. */
const isTree = (tree: string): boolean =>
  manifestFile(tree) !== null ||
  isVacant(tree) ||
  workspacesOf(tree).some(({ journal }) => fs.existsSync(journal));

/** Whether two folders are the same, or one lies in the other. */
export const isEitherIn = (a: string, b: string): boolean =>
  contains(realPath(a), realPath(b)) || contains(realPath(b), realPath(a));

/** The path without symbolic links; its last parts need not exist. */
function realPath(target: string): string {
  const absolute = path.resolve(target);
  if (fs.existsSync(absolute)) return fs.realpathSync(absolute);
  return path.join(realPath(path.dirname(absolute)), path.basename(absolute));
}
