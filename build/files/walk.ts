import fs from 'node:fs';
import path from 'node:path';

/** An entry of a folder that is no folder itself. */
export interface WalkedFile {
  name: string;
  /** False for symbolic links, pipes, sockets and devices, none of which a build makes. */
  isFile: boolean;
}

/**
 * Lists all entries below a folder except folders, without following links.
 * @param folder empty for the tree @param except names, relative to the tree, that are skipped with everything below
 */
export function* walk(tree: string, folder: string, except: readonly string[] = []): Generator<WalkedFile> {
  const full = path.join(tree, folder);
  if (!fs.existsSync(full)) return;
  for (const entry of fs.readdirSync(full, { withFileTypes: true })) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (except.includes(name)) continue;
    if (entry.isDirectory()) yield* walk(tree, name, except);
    else yield { name, isFile: entry.isFile() };
  }
}

/** The names of `walk`. */
export function* filesUnder(tree: string, folder: string): Generator<string> {
  for (const { name } of walk(tree, folder)) yield name;
}
