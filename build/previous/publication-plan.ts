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

/** Paths in a line of the plan: millions in one text would be longer than V8 allows. */
const PATHS_A_LINE = 1000;

/** Writes a plan down, at once and for good: paths line by line, in the last line all else, without which a plan counts as none. */
export function writePlan({ journal }: Workspace, { renames, deletions, ...head }: Plan): void {
  const draft = `${journal}.new`;
  const handle = fs.openSync(draft, 'w');
  const write = (line: Partial<Plan>): void => {
    fs.writeFileSync(handle, `${JSON.stringify({ renames: [], deletions: [], ...line })}\n`);
  };
  try {
    for (const piece of inLines(renames)) write({ renames: piece });
    for (const piece of inLines(deletions)) write({ deletions: piece });
    write(head);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(draft, journal);
}

function* inLines(paths: readonly string[]): Generator<string[]> {
  for (let i = 0; i < paths.length; i += PATHS_A_LINE) yield paths.slice(i, i + PATHS_A_LINE);
}

/** The plan of an interrupted publication; null where there is none, or none that a build can have written. */
export function readPlan({ journal }: Workspace): Plan | null {
  try {
    const plan = { renames: [] as string[], deletions: [] as string[] };
    let head: unknown = null;
    for (const line of linesIn(fs.readFileSync(journal))) {
      const { renames, deletions, ...rest } = JSON.parse(line) as Record<string, unknown>;
      if (!arePaths(renames) || !arePaths(deletions)) return null;
      for (const path of renames) plan.renames.push(path);
      for (const path of deletions) plan.deletions.push(path);
      head = rest;
    }
    return isHead(head) ? { ...head, ...plan } : null;
  } catch {
    return null;
  }
}

function* linesIn(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\n', at);
    const next = end < 0 ? bytes.length : end + 1;
    yield bytes.toString('utf8', at, next);
    at = next;
  }
}

function isHead(value: unknown): value is Omit<Plan, 'renames' | 'deletions'> {
  const { from, to } = (value ?? {}) as Partial<Record<keyof Plan, unknown>>;
  return (from === null || isDigest(from)) && isDigest(to);
}

/** An inner workspace comes along with a copy of the tree, so its plan may be anybody's: paths must not leave the tree. */
const arePaths = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(path => typeof path === 'string' && isTreePath(path));

/** SHA-256 of the manifest's root, hexadecimal; it identifies a tree. Null where the folder has no manifest. */
export function manifestDigest(folder: string): string | null {
  const file = manifestFile(folder);
  return file === null ? null : digestOfFile(file);
}
