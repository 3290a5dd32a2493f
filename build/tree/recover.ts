import fs from 'node:fs';
import path from 'node:path';
import { digestOfFile, MANIFEST } from './manifest.ts';
import { carryOut, type Plan } from './publish.ts';
import type { Workspace } from './workspace.ts';

/**
 * Finishes the publication of an interrupted build.
 *
 * @returns `impossible` where the tree or the workspace is not what that build left: then the tree may hold files
 *   of several builds, and only a cold build brings it in order
 * @throws UnfinishedPublication
 */
export async function recover(workspace: Workspace): Promise<'nothing' | 'finished' | 'impossible'> {
  if (!fs.existsSync(workspace.journal)) return 'nothing';
  const plan = readPlan(workspace);
  if (!plan || !(await isResumable(workspace, plan))) return 'impossible';
  carryOut(workspace, plan, plan.renames.filter(isStaged(workspace)));
  return 'finished';
}

/** The plan of an interrupted publication, null where it cannot be read. */
export function readPlan({ journal }: Workspace): Plan | null {
  try {
    return JSON.parse(fs.readFileSync(journal, 'utf8')) as Plan;
  } catch {
    return null;
  }
}

const isStaged =
  ({ staging }: Workspace) =>
  (file: string): boolean =>
    fs.existsSync(path.join(staging, file));

async function isResumable(workspace: Workspace, plan: Plan): Promise<boolean> {
  const { tree, staging } = workspace;
  const published = await manifestDigest(tree);
  // The manifest comes last, so that all else is there.
  if (published === plan.to) return true;
  if (published !== plan.from || (await manifestDigest(staging)) !== plan.to) return false;
  if (!fs.existsSync(tree)) return plan.renames.length === 0;
  // Files are moved in order: those that are left in staging are the last ones.
  const next = plan.renames.findIndex(isStaged(workspace));
  return plan.renames.slice(next).every(isStaged(workspace));
}

/** Of the manifest in a folder, null where there is none. */
export async function manifestDigest(folder: string): Promise<string | null> {
  const file = path.join(folder, MANIFEST);
  return fs.existsSync(file) ? digestOfFile(file) : null;
}
