import path from 'node:path';
import { MANIFEST, readManifest } from '../files/manifest.ts';
import type { Plan } from '../tree/publish.ts';
import { manifestDigest, readPlan } from '../tree/recover.ts';
import { workspacesOf } from '../tree/workspace.ts';

/** A file that a tree may or must hold. */
export interface Expected {
  /** Relative to the tree. */
  path: string;
  /** SHA-256 of every content that is right, hexadecimal. */
  accepted: readonly string[];
  /** False where a publication is still to bring the file. */
  required: boolean;
}

/** What a tree must hold. While a publication is pending, each file may be the old or the new one. */
export interface Expectations {
  /** How many files `files` will tell. */
  count: number;
  files(): AsyncGenerator<Expected>;
  /** Every path that the tree may hold under `api/`. */
  paths: ReadonlySet<string>;
  /** Whether a publication is pending that is the tree's first, so that there is no manifest. */
  isFirst: boolean;
  /** Of the pending publication; null where there is none. */
  staging: string | null;
}

/** @throws where a manifest is missing or damaged */
export async function expectationsOf(tree: string): Promise<Expectations> {
  const manifest = path.join(tree, MANIFEST);
  const pending = pendingPublication(tree);
  const coming = new Map<string, string>();
  if (pending?.manifest) {
    for await (const { path: file, sha256 } of readManifest(pending.manifest)) coming.set(file, sha256);
  }
  const isFirst = pending?.plan.from === null && pending.manifest !== null;
  const paths = new Set(coming.keys());
  if (!isFirst) for await (const { path: file } of readManifest(manifest)) paths.add(file);
  const count = paths.size;
  for (const file of pending?.plan.deletions ?? []) paths.add(file);

  async function* files(): AsyncGenerator<Expected> {
    const left = new Map(coming);
    if (!isFirst) {
      for await (const { path: file, sha256 } of readManifest(manifest)) {
        yield { path: file, accepted: [sha256, left.get(file) ?? sha256], required: true };
        left.delete(file);
      }
    }
    for (const [file, sha256] of left) yield { path: file, accepted: [sha256], required: false };
  }
  return { count, files, paths, isFirst, staging: pending?.staging ?? null };
}

interface Pending {
  plan: Plan;
  staging: string;
  /** The file of the coming manifest; null where it is in the tree already, and with it all but the deletions. */
  manifest: string | null;
}

/** The publication that a build has begun and not finished, if the tree is the one that it was begun on. */
function pendingPublication(tree: string): Pending | null {
  const published = manifestDigest(tree);
  for (const workspace of workspacesOf(tree)) {
    const { staging } = workspace;
    const plan = readPlan(workspace);
    if (!plan) continue;
    if (published === plan.from && manifestDigest(staging) === plan.to) {
      return { plan, staging, manifest: path.join(staging, MANIFEST) };
    }
    if (published === plan.to) return { plan, staging, manifest: null };
  }
  return null;
}
