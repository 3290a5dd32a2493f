import fs from 'node:fs';
import path from 'node:path';
import { contentOf } from '../previous/fixed-files.ts';

/** The names of what a tree holds, relative to it. */
export interface PresentFiles {
  files: ReadonlySet<string>;
  /** What is neither file nor folder. */
  others: ReadonlySet<string>;
}

/** All that a tree holds. */
export function look(tree: string): PresentFiles {
  const [files, others] = [new Set<string>(), new Set<string>()];
  for (const { name, isFile } of contentOf(tree)) (isFile ? files : others).add(name);
  return { files, others };
}

/** What a tree holds of some files, without a look at all the others. */
export function lookFor(tree: string, names: Iterable<string>): PresentFiles {
  const [files, others] = [new Set<string>(), new Set<string>()];
  const folders = new Map<string, boolean>();
  const isFolder = (name: string): boolean => {
    const known = folders.get(name) ?? lookAt(name) === 'folder';
    folders.set(name, known);
    return known;
  };
  const lookAt = (name: string): 'folder' | 'file' | null => {
    const stat = fs.lstatSync(path.join(tree, name), { throwIfNoEntry: false });
    if (stat && !stat.isDirectory() && !stat.isFile()) others.add(name);
    return stat?.isDirectory() ? 'folder' : stat?.isFile() ? 'file' : null;
  };
  for (const name of names) {
    const way = prefixesOf(name).slice(0, -1);
    if (way.every(isFolder) && lookAt(name) === 'file') files.add(name);
  }
  return { files, others };
}

/** A path and the folders that lead to it, the outermost first. */
export function prefixesOf(file: string): string[] {
  const names = file.split('/');
  return names.map((_, i) => names.slice(0, i + 1).join('/'));
}
