import type { CachePolicy } from '../../../contract/headers.ts';
import type { ReadFile } from '../../../contract/paths.ts';
import { isVersionFile } from '../../../contract/version.ts';
import { type Tree, textOf } from './tree.ts';

/** The shim has to answer: a file is too large for a Worker's memory and time, or a former text is in the archive alone. */
export class ForShim extends Error {}

/** Reads files of the tree, each once for a request. @param most bytes of a file @throws ForShim */
export function readerOf(tree: Tree, policy: CachePolicy, most: number): ReadFile {
  const load = async (path: string): Promise<string | null> => {
    const file = await tree.file(path, policy);
    if (file ? file.bytes > most : isVersionFile(path)) throw new ForShim();
    return file && (await textOf(file));
  };
  const known = new Map<string, Promise<string | null>>();
  return path => {
    const text = known.get(path) ?? load(path);
    known.set(path, text);
    return text;
  };
}
