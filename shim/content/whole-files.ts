import { contentUnavailable } from '../../build/contract/errors.ts';
import type { ReadFile } from '../../build/contract/paths.ts';
import { Slots } from './slots.ts';
import type { TreeFiles } from './tree-files.ts';

/** Files too large for memory that are read at a time: parsing takes several times their size. */
const LARGE_READS = 2;

/** Reads whole files of the tree; null for one that is missing. @throws ApiError 503 where a build replaced it meanwhile */
export type WholeFiles = (path: string) => Promise<Buffer | null>;

export function wholeFiles(files: TreeFiles): WholeFiles {
  const largeReads = new Slots(LARGE_READS);
  return async path => {
    const file = await files.get(path);
    if (!file) return null;
    if (file.content) return file.content;
    const content = await largeReads.run(() => files.readSame(file));
    if (!content) throw contentUnavailable();
    return content;
  };
}

/** Reads whole files as texts, as the contract asks for them. */
export const textsOf =
  (wholes: WholeFiles): ReadFile =>
  async path =>
    (await wholes(path))?.toString() ?? null;
