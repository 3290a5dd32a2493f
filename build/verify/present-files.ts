import fs from 'node:fs';
import path from 'node:path';
import { contentOf } from '../previous/fixed-files.ts';

export interface PresentFiles {
  files: ReadonlySet<string>;
  /** Entries that are neither file nor folder. */
  others: ReadonlySet<string>;
}

export function listFiles(tree: string): PresentFiles {
  const [files, others] = [new Set<string>(), new Set<string>()];
  for (const { name, isFile } of contentOf(tree)) (isFile ? files : others).add(name);
  return { files, others };
}

/** Finds some files of a tree without listing the others. */
export function findFiles(tree: string, names: Iterable<string>): PresentFiles {
  const [files, others] = [new Set<string>(), new Set<string>()];
  const folders = new Map<string, boolean>();
  const isFolder = (name: string): boolean => {
    const known = folders.get(name) ?? kindOf(name) === 'folder';
    folders.set(name, known);
    return known;
  };
  const kindOf = (name: string): 'folder' | 'file' | null => {
    const stat = fs.lstatSync(path.join(tree, name), { throwIfNoEntry: false });
    if (stat && !stat.isDirectory() && !stat.isFile()) others.add(name);
    return stat?.isDirectory() ? 'folder' : stat?.isFile() ? 'file' : null;
  };
  for (const name of names) {
    const way = prefixesOf(name).slice(0, -1);
    if (way.every(isFolder) && kindOf(name) === 'file') files.add(name);
  }
  return { files, others };
}

/** The folders of a path, outermost first, and the path itself. */
export function prefixesOf(file: string): string[] {
  const names = file.split('/');
  return names.map((_, i) => names.slice(0, i + 1).join('/'));
}
