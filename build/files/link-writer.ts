import fs from 'node:fs';
import path from 'node:path';
import { type Entry, mtimeOf } from './entry.ts';

/** The folders of a tree and of the staged one, on the same file system. */
interface Folders {
  tree: string;
  staging: string;
}

/** Stages files with the same content as others: as hard links, which take no room, or as copies. */
export class LinkWriter {
  readonly #folders: Folders;
  readonly #made = new Set<string>();

  constructor(folders: Folders) {
    this.#folders = folders;
  }

  /** @param entry of a staged or published file @param as the second path, relative to the tree */
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

/** Copies where the file system has no links, or no more for this file. @param mtime seconds since the epoch */
function linkOrCopy(file: string, target: string, mtime: number): void {
  try {
    fs.linkSync(file, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    fs.copyFileSync(file, target);
    fs.utimesSync(target, mtime, mtime);
  }
}
