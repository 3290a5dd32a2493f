import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../contract/paths.ts';
import { makeFolders, removeEmptyFolders, setFolderTime, setFolderTimes } from '../files/folders.ts';
import { isWhole, type Plan, writePlan } from '../previous/publication-plan.ts';
import type { Workspace } from '../previous/workspace.ts';
import { keepSpare } from './spare-index.ts';

/*
 * Publication moves the staged files into the tree one by one, each by a rename. The order is documents, pages, catalog, the manifest's
 * parts and its root, deletions last: no reader ever finds a list that names a missing document.
 *
 * First the plan is written down, then the state of the new tree replaces the other: this is the point of no return. An interruption
 * before it leaves the published tree untouched, and the staged work is thrown away. After it the next build carries on. So the
 * state always belongs to the tree that is there or is being put there.
 */

/** A publication began and could not be completed. Every file in the tree is whole, and the next build carries on. */
export class UnfinishedPublication extends Error {}

/** @throws UnfinishedPublication; errors of the file system, or of `commit` (of the state), which leave the tree unchanged */
export function publish(workspace: Workspace, plan: Plan, commit: () => void): void {
  if (isWhole(plan)) publishWhole(workspace, plan, commit);
  else publishInto(workspace, plan, commit);
}

function publishWhole(workspace: Workspace, plan: Plan, commit: () => void): void {
  setFolderTimes(workspace.staging);
  begin(workspace, plan, commit);
  carryOut(workspace, plan);
}

function publishInto(workspace: Workspace, plan: Plan, commit: () => void): void {
  begin(workspace, plan, () => {
    try {
      // Steps that may lack space or permission come first, while they can be undone.
      makeFolders(workspace.tree, plan.renames);
      commit();
    } catch (error) {
      removeNewFolders(workspace.tree, plan);
      throw error;
    }
  });
  carryOut(workspace, plan);
}

/** Removes folders that were made for a publication that did not begin. */
export const removeNewFolders = (tree: string, { renames }: Plan): void =>
  removeEmptyFolders(tree, renames).forEach(setFolderTime);

/** @param prepare steps that can be undone, then the commit of the state */
function begin(workspace: Workspace, plan: Plan, prepare: () => void): void {
  writePlan(workspace, plan);
  try {
    prepare();
  } catch (error) {
    fs.rmSync(workspace.journal);
    throw error;
  }
}

/** @param renames files of the plan that are still to be moved @throws UnfinishedPublication */
export function carryOut(workspace: Workspace, plan: Plan, renames = plan.renames): void {
  try {
    moveAndRemove(workspace, plan, renames);
  } catch (error) {
    throw new UnfinishedPublication((error as Error).message, { cause: error });
  }
}

/** Any step except these renames may be done already. */
function moveAndRemove(workspace: Workspace, plan: Plan, renames: readonly string[]): void {
  const { tree, staging, journal } = workspace;
  if (isWhole(plan) && fs.existsSync(staging)) fs.renameSync(staging, tree);
  const touched = makeFolders(tree, plan.renames);
  for (const file of renames) {
    if (file === SEARCH_INDEX && plan.keepsIndex) keepSpare(workspace);
    fs.renameSync(path.join(staging, file), path.join(tree, file));
  }
  for (const file of plan.deletions) fs.rmSync(path.join(tree, file), { force: true });
  for (const folder of removeEmptyFolders(tree, plan.deletions)) touched.add(folder);
  touched.forEach(setFolderTime);
  fs.rmSync(staging, { recursive: true, force: true });
  fs.rmSync(journal);
}
