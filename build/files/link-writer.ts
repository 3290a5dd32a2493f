import fs from 'node:fs';
import path from 'node:path';
import { type Entry, mtimeOf } from './entry.ts';

/** Where a tree is, and where the coming one is staged; both on one file system. */
interface Folders {
  tree: string;
  staging: string;
}

/** Stages files that are what others are: hard links, which take no room, or copies where there can be none. */
export class LinkWriter {
  readonly #folders: Folders;
  readonly #made = new Set<string>();

  constructor(folders: Folders) {
    this.#folders = folders;
  }

  /** @param entry of a file that is staged, or published as it is @param as the other path, relative to the tree */
  link(entry: Entry, as: string): void {
    const { tree, staging } = this.#folders;
    const staged = path.join(staging, entry.path);
    const target = path.join(staging, as);
    this.#makeFolder(path.dirname(target));
    linkOrCopy(fs.existsSync(staged) ? staged : path.join(tree, entry.path), target, mtimeOf(entry));
  }

  #makeFolder(folder: string): void {
    if (this.#made.has(folder)) return;
    fs.mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
  }
}

/** A file system may know no links, or have no more for a file. @param mtime seconds since the epoch */
function linkOrCopy(file: string, target: string, mtime: number): void {
  try {
    fs.linkSync(file, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    fs.copyFileSync(file, target);
    fs.utimesSync(target, mtime, mtime);
  }
}
