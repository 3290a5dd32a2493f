import fs from 'node:fs';
import path from 'node:path';

/** The time of all folders, fixed for mirrors: 2000-01-01, since some servers take the start of 1970 for "no time". */
const FOLDER_TIME = Date.UTC(2000, 0, 1) / 1000;

export const setFolderTime = (folder: string): void => fs.utimesSync(folder, FOLDER_TIME, FOLDER_TIME);

export function setFolderTimes(root: string): void {
  for (const entry of fs.readdirSync(root, { withFileTypes: true })) {
    if (entry.isDirectory()) setFolderTimes(path.join(root, entry.name));
  }
  setFolderTime(root);
}

/** Whether a folder is the same as another, or lies in it. Both paths are absolute, without symbolic links. */
export const contains = (outer: string, inner: string): boolean =>
  `${inner}${path.sep}`.startsWith(outer.endsWith(path.sep) ? outer : `${outer}${path.sep}`);

function foldersOf(tree: string, files: readonly string[]): Set<string> {
  const folders = new Set<string>([tree]);
  for (const file of files) {
    for (let at = path.join(tree, path.dirname(file)); !folders.has(at); at = path.dirname(at)) {
      folders.add(at);
    }
  }
  return folders;
}

/** Makes the folders that these files need. @returns all folders that lead to the files */
export function makeFolders(tree: string, files: readonly string[]): Set<string> {
  const folders = foldersOf(tree, files);
  // The path of a folder is longer than that of its parent.
  for (const folder of [...folders].sort((a, b) => a.length - b.length)) {
    if (!fs.existsSync(folder)) fs.mkdirSync(folder);
  }
  return folders;
}

/** Removes folders of these files that are empty. @returns the other folders that exist */
export function removeEmptyFolders(tree: string, files: readonly string[]): Set<string> {
  const left = foldersOf(tree, files);
  for (const folder of [...left].sort((a, b) => b.length - a.length)) {
    if (fs.existsSync(folder) && (folder === tree || !removeIfEmpty(folder))) continue;
    left.delete(folder);
  }
  return left;
}

/** Tries to remove a folder: reading it first would take long for a hundred thousand entries. */
function removeIfEmpty(folder: string): boolean {
  try {
    fs.rmdirSync(folder);
    return true;
  } catch (error) {
    const isFilled = (error as NodeJS.ErrnoException).code === 'ENOTEMPTY';
    // For a folder that cannot be removed at all, the system may report another error first.
    if (isFilled || fs.readdirSync(folder).length > 0) return false;
    throw error;
  }
}
