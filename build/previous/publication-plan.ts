import fs from 'node:fs';
import { digestOfFile } from '../files/digest.ts';
import { manifestFile } from '../files/manifest/former.ts';
import type { Workspace } from './workspace.ts';

/** What a publication does. It is written down before anything is moved, so that the next build can finish it. */
export interface Plan {
  /** SHA-256 of the manifest's root before and after, hexadecimal; null where there is none. */
  from: string | null;
  to: string;
  /** Paths to move from staging to the tree, in this order, the manifest's root last. Empty where there is no tree yet. */
  renames: readonly string[];
  deletions: readonly string[];
  /** Whether the replaced search index is kept as the spare. */
  keepsIndex?: boolean;
}

/** Whether the staging folder as a whole becomes the tree, which does not exist yet. */
export const isWhole = ({ renames }: Plan): boolean => renames.length === 0;

/** The plan of an interrupted publication; null where there is none that can be read. */
export function readPlan({ journal }: Workspace): Plan | null {
  try {
    return JSON.parse(fs.readFileSync(journal, 'utf8')) as Plan;
  } catch {
    return null;
  }
}

/** SHA-256 of the manifest's root, hexadecimal; it identifies a tree. Null where the folder has no manifest. */
export function manifestDigest(folder: string): string | null {
  const file = manifestFile(folder);
  return file === null ? null : digestOfFile(file);
}
