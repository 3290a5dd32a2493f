import { differingParts } from '../files/manifest/differences.ts';
import { checkPart } from '../files/manifest/read.ts';
import { type Part, readRoot } from '../files/manifest/root.ts';
import { manifestDigest, type Plan, readPlan } from '../previous/publication-plan.ts';
import { workspacesOf } from '../previous/workspace.ts';

/** A publication that a build began and did not finish. */
export interface Pending {
  plan: Plan;
  tree: string;
  staging: string;
  /** Whether the manifest's root is still to come; otherwise only deletions are left. */
  hasStagedRoot: boolean;
}

/** The pending publication, if it began on this tree; null where there is none. */
export function pendingPublication(tree: string): Pending | null {
  const published = manifestDigest(tree);
  for (const workspace of workspacesOf(tree)) {
    const { staging } = workspace;
    const plan = readPlan(workspace);
    if (!plan) continue;
    if (published === plan.from && manifestDigest(staging) === plan.to) {
      return { plan, tree, staging, hasStagedRoot: true };
    }
    if (published === plan.to) return { plan, tree, staging, hasStagedRoot: false };
  }
  return null;
}

/** A part of the manifest, and its folder. */
export interface PartInFolder {
  part: Part;
  folder: string;
}

/** Parts of the new manifest that differ from the published one. @throws ManifestError; where there is no root */
export function nextParts(pending: Pending | null, published: readonly Part[]): PartInFolder[] {
  if (!pending?.hasStagedRoot) return [];
  const { tree, staging } = pending;
  return differingParts(readRoot(staging).parts, published).map(part => ({
    part,
    folder: checkPart(tree, part) ? tree : staging,
  }));
}
