import fs from 'node:fs';
import path from 'node:path';
import type { Workspace } from './workspace.ts';

/**
 * Publication: the staged files go into the tree one by one, each by a rename, in an order in which no reader
 * ever finds a listing that names a missing document: documents, pages, catalog, manifest, deletions last.
 *
 * The journal is the point of no return. Before it exists the published tree is untouched and the work of an
 * interrupted build is thrown away; once it exists, the next build carries on where this one stopped.
 */
export interface Plan {
  /** Paths to move from staging to the tree, in this order. */
  renames: readonly string[];
  /** Paths to remove from the tree. */
  deletions: readonly string[];
}

export function publish(workspace: Workspace, plan: Plan): void {
  if (!fs.existsSync(workspace.tree) && publishWhole(workspace)) return;
  writeJournal(workspace, plan);
  carryOut(workspace, plan);
}

/** @returns true where an interrupted publication was found and finished */
export function finishPublication(workspace: Workspace): boolean {
  const plan = pendingPlan(workspace);
  if (!plan) return false;
  carryOut(workspace, plan);
  return true;
}

/** The plan of an interrupted publication, null where there is none. */
export function pendingPlan({ journal }: Workspace): Plan | null {
  if (!fs.existsSync(journal)) return null;
  return JSON.parse(fs.readFileSync(journal, 'utf8')) as Plan;
}

/** The first tree appears as a whole. @returns false where the tree lies on another file system */
function publishWhole(workspace: Workspace): boolean {
  const { staging, tree } = workspace;
  for (const entry of fs.readdirSync(staging, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) setFolderTime(path.join(entry.parentPath, entry.name));
  }
  setFolderTime(staging);
  try {
    fs.renameSync(staging, tree);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
    throw error;
  }
  keepState(workspace);
  return true;
}

function writeJournal({ journal }: Workspace, plan: Plan): void {
  const draft = `${journal}.new`;
  fs.writeFileSync(draft, JSON.stringify(plan), { flush: true });
  fs.renameSync(draft, journal);
}

/** Every step may have been taken already, by a build that was interrupted. */
function carryOut(workspace: Workspace, { renames, deletions }: Plan): void {
  const { tree, staging, journal } = workspace;
  const folders = new Set<string>([tree]);
  for (const file of renames) {
    makeFolders(tree, path.dirname(file), folders);
    moveIfThere(path.join(staging, file), path.join(tree, file));
  }
  for (const file of deletions) {
    fs.rmSync(path.join(tree, file), { force: true });
    removeEmptyFolders(tree, path.dirname(file), folders);
  }
  for (const folder of folders) setFolderTime(folder);
  keepState(workspace);
  fs.rmSync(staging, { recursive: true, force: true });
  fs.rmSync(journal);
}

/** Makes the folders from the tree down to `folder` and notes them all as touched. */
function makeFolders(tree: string, folder: string, touched: Set<string>): void {
  const full = path.join(tree, folder);
  if (touched.has(full)) return;
  fs.mkdirSync(full, { recursive: true });
  for (let at = full; at !== tree; at = path.dirname(at)) touched.add(at);
}

function moveIfThere(from: string, to: string): void {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EXDEV') copyAcross(from, to);
    else if (code !== 'ENOENT' || !fs.existsSync(to)) throw error;
  }
}

/** The tree may be a mounted volume: then the file is brought beside its place before it takes it. */
function copyAcross(from: string, to: string): void {
  const draft = path.join(path.dirname(to), '.pandect-incoming');
  const { atime, mtime } = fs.statSync(from);
  fs.copyFileSync(from, draft);
  fs.utimesSync(draft, atime, mtime);
  fs.renameSync(draft, to);
  fs.rmSync(from);
}

function removeEmptyFolders(tree: string, folder: string, touched: Set<string>): void {
  for (let at = path.join(tree, folder); at !== tree; at = path.dirname(at)) {
    if (!fs.existsSync(at)) continue;
    if (fs.readdirSync(at).length > 0) {
      touched.add(at);
      continue;
    }
    fs.rmdirSync(at);
    touched.delete(at);
  }
}

/**
 * A folder has one time for ever, since a mirror would take another for a change. It is 2000-01-01: some servers
 * take the first seconds of 1970 for "no time".
 */
const FOLDER_TIME = Date.UTC(2000, 0, 1) / 1000;

const setFolderTime = (folder: string): void => fs.utimesSync(folder, FOLDER_TIME, FOLDER_TIME);

/** The state that describes the new tree takes the place of the old tree's. */
function keepState({ state }: Workspace): void {
  if (fs.existsSync(`${state}.next`)) fs.renameSync(`${state}.next`, state);
}
