import fs from 'node:fs';
import { isTreePath } from '../contract/file-names.ts';
import { isDigest } from '../contract/json-values.ts';
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

/** The plan of an interrupted publication; null where there is none, or none that a build can have written. */
export function readPlan({ journal }: Workspace): Plan | null {
  try {
    const plan: unknown = JSON.parse(fs.readFileSync(journal, 'utf8'));
    return isPlan(plan) ? plan : null;
  } catch {
    return null;
  }
}

/** An inner workspace comes along with a copy of the tree, so its plan may be anybody's: paths must not leave the tree. */
function isPlan(value: unknown): value is Plan {
  const { from, to, renames, deletions } = (value ?? {}) as Partial<Record<keyof Plan, unknown>>;
  return (from === null || isDigest(from)) && isDigest(to) && arePaths(renames) && arePaths(deletions);
}

const arePaths = (value: unknown): boolean =>
  Array.isArray(value) && value.every(path => typeof path === 'string' && isTreePath(path));

/** SHA-256 of the manifest's root, hexadecimal; it identifies a tree. Null where the folder has no manifest. */
export function manifestDigest(folder: string): string | null {
  const file = manifestFile(folder);
  return file === null ? null : digestOfFile(file);
}
