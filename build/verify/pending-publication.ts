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
  /** Whether the published root tells right contents, too; otherwise all but the root has to be as the staged one tells. */
  acceptsPublished: boolean;
}

/**
 * The pending publication, if it began on this tree; null where there is none.
 * @param ignoresInner whether a workspace inside the tree counts for nothing: who gives away the tree may have made it
 */
export function pendingPublication(tree: string, ignoresInner: boolean): Pending | null {
  const published = manifestDigest(tree);
  const [beside, inside] = workspacesOf(tree);
  for (const workspace of ignoresInner ? [beside] : [beside, inside]) {
    const { staging } = workspace;
    const plan = readPlan(workspace);
    if (!plan) continue;
    if (published === plan.from && manifestDigest(staging) === plan.to) {
      return { plan, tree, staging, hasStagedRoot: true, acceptsPublished: true };
    }
    if (published === plan.to) return { plan, tree, staging, hasStagedRoot: false, acceptsPublished: true };
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
  if (!pending?.hasStagedRoot || !pending.acceptsPublished) return [];
  const { tree, staging } = pending;
  return differingParts(readRoot(staging).parts, published).map(part => ({
    part,
    folder: checkPart(tree, part) ? tree : staging,
  }));
}
