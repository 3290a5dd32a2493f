import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../contract/paths.ts';
import { makeFolders, removeEmptyFolders, setFolderTime, setFolderTimes } from '../files/folders.ts';
import { isWhole, type Plan } from '../previous/publication-plan.ts';
import type { Workspace } from '../previous/workspace.ts';
import { keepSpare } from './spare-index.ts';

/*
 * Publication: the staged files go into the tree one by one, each by a rename, in an order in which no reader
 * ever finds a listing that names a missing document: documents, pages, catalog, the manifest's parts and its root, deletions last.
 *
 * First the plan is written down, then the state of the coming tree takes the place of the other: this is the point of no return. Before
 * it the published tree is untouched, and the work of an interrupted build is thrown away; after it, the next build carries on where
 * this one stopped. So the state is always that of the tree that is there or is being put there.
 */

/** The publication began and could not be completed. Every file in the tree is whole; the next build carries on. */
export class UnfinishedPublication extends Error {}

/**
 * @param commit makes the state that describes the coming tree take the place of the other
 * @throws UnfinishedPublication; errors of the file system, or of `commit`, where the tree is as it was
 */
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
      // What may fail for want of space or permission comes first, while it can be undone.
      makeFolders(workspace.tree, plan.renames);
      commit();
    } catch (error) {
      removeNewFolders(workspace.tree, plan);
      throw error;
    }
  });
  carryOut(workspace, plan);
}

/** Takes back what had been prepared in the tree for a publication that did not begin. */
export const removeNewFolders = (tree: string, { renames }: Plan): void =>
  removeEmptyFolders(tree, renames).forEach(setFolderTime);

/** @param prepare what can be undone, the state's commit at its end */
function begin(workspace: Workspace, plan: Plan, prepare: () => void): void {
  writeJournal(workspace, plan);
  try {
    prepare();
  } catch (error) {
    fs.rmSync(workspace.journal);
    throw error;
  }
}

/**
 * @param renames those of the plan that have not been done yet
 * @throws UnfinishedPublication
 */
export function carryOut(workspace: Workspace, plan: Plan, renames = plan.renames): void {
  try {
    moveAndRemove(workspace, plan, renames);
  } catch (error) {
    throw new UnfinishedPublication((error as Error).message, { cause: error });
  }
}

/** Every step but a rename may have been taken already. */
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

function writeJournal({ journal }: Workspace, plan: Plan): void {
  const draft = `${journal}.new`;
  fs.writeFileSync(draft, JSON.stringify(plan), { flush: true });
  fs.renameSync(draft, journal);
}
