import fs from 'node:fs';
import path from 'node:path';
import { fingerprintOf } from '../files/entry.ts';
import { MANIFEST, readManifest } from '../files/manifest.ts';
import { contentOf, FIXED_FILES, isVacant } from './own.ts';
import { UnsuitablePlace } from './places.ts';
import { manifestDigest, readPlan } from './recover.ts';
import type { Workspace } from './workspace.ts';

/**
 * Paths and fingerprints of what builds have put under a tree's `api/`, without the help of a state. Only these are ever
 * replaced or removed: a folder is a tree by its manifest, and what that does not name is somebody else's.
 *
 * @param cold trust no fingerprint: every file counts as another
 * @throws UnsuitablePlace where the folder holds files and no sound manifest
 */
export async function publishedFingerprints(
  workspace: Workspace,
  cold: boolean,
): Promise<Map<string, string>> {
  const { tree } = workspace;
  const fingerprints = new Map<string, string>();
  if (!fs.existsSync(tree) || isVacant(tree)) return fingerprints;
  try {
    for await (const entry of readManifest(path.join(tree, MANIFEST))) {
      fingerprints.set(entry.path, cold ? '' : fingerprintOf(entry));
    }
  } catch (error) {
    throw new UnsuitablePlace(
      `What is in ${tree} cannot be told from files of somebody else, since its ${MANIFEST} is missing or damaged (${(error as Error).message}). Remove the directory to build it anew, or choose another one. Nothing was done.`,
    );
  }
  for (const file of movedIn(workspace)) if (!fingerprints.has(file)) fingerprints.set(file, '');
  return fingerprints;
}

/** What a publication that was killed, and cannot be finished, may have put into the tree before its manifest. */
function movedIn(workspace: Workspace): string[] {
  const plan = readPlan(workspace);
  const isOfThisTree = plan !== null && plan.from === manifestDigest(workspace.tree);
  return isOfThisTree ? plan.renames.filter(file => file.startsWith('api/')) : [];
}

/** Files in a tree's folder that no build has put there, sorted. @param own paths under `api/` that one has */
export function foreignFiles(tree: string, own: { has(file: string): boolean }): string[] {
  const names = Array.from(contentOf(tree), ({ name }) => name);
  return names.filter(name => !own.has(name) && !FIXED_FILES.includes(name)).sort();
}
