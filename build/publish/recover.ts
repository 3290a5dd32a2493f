import fs from 'node:fs';
import path from 'node:path';
import { isWhole, manifestDigest, type Plan, readPlan } from '../previous/publication-plan.ts';
import type { Workspace } from '../previous/workspace.ts';
import { headerOf } from '../state/header.ts';
import { checkObstacles } from './obstacles.ts';
import { carryOut, removeNewFolders } from './publish.ts';

/**
 * Finishes an interrupted publication. @throws UnfinishedPublication, ObstructedTree
 * @returns `impossible` if somebody changed the tree or the workspace since: then only a cold build mends the tree
 */
export function recover(workspace: Workspace): 'nothing' | 'finished' | 'impossible' {
  if (!fs.existsSync(workspace.journal)) return 'nothing';
  const plan = readPlan(workspace);
  if (plan && !isBegun(workspace, plan)) {
    removeNewFolders(workspace.tree, plan);
    fs.rmSync(workspace.journal);
    return 'nothing';
  }
  if (!plan || !isResumable(workspace, plan)) return 'impossible';
  const renames = plan.renames.filter(isStaged(workspace));
  checkObstacles(workspace, [...renames, ...plan.deletions], new Set());
  carryOut(workspace, plan, renames);
  return 'finished';
}

/** Whether the state is that of the new tree, or files have been moved. Then there is no way back. */
function isBegun(workspace: Workspace, plan: Plan): boolean {
  if (headerOf(workspace.state)?.manifest === plan.to) return true;
  if (manifestDigest(workspace.tree) !== plan.from || manifestDigest(workspace.staging) !== plan.to)
    return true;
  return isWhole(plan) ? fs.existsSync(workspace.tree) : !plan.renames.every(isStaged(workspace));
}

const isStaged =
  ({ staging }: Workspace) =>
  (file: string): boolean =>
    fs.existsSync(path.join(staging, file));

function isResumable(workspace: Workspace, plan: Plan): boolean {
  const { tree, staging } = workspace;
  const published = manifestDigest(tree);
  // The manifest comes last, so everything else is there.
  if (published === plan.to) return true;
  if (published !== plan.from || manifestDigest(staging) !== plan.to) return false;
  // One kind of plan makes the tree, the other needs it.
  if (isWhole(plan) === fs.existsSync(tree)) return false;
  // Files are moved in order, so the last ones are left in staging.
  const next = plan.renames.findIndex(isStaged(workspace));
  const left = next < 0 ? [] : plan.renames.slice(next);
  if (!left.every(isStaged(workspace))) return false;
  // Without an earlier tree, a file in the way belongs to somebody else, and so may the whole folder.
  return plan.from !== null || !left.some(file => fs.existsSync(path.join(tree, file)));
}
