import fs from 'node:fs';
import path from 'node:path';
import { CONTENT_FOLDERS } from '../contract/paths.ts';
import { isHistoryFile } from '../files/history-files.ts';
import { readFormerManifest } from '../files/manifest/former.ts';
import { PARTS_FOLDER } from '../files/manifest/parts.ts';
import { readManifest } from '../files/manifest/read.ts';
import { MANIFEST, type Root, readRoot } from '../files/manifest/root.ts';
import { PathSet } from '../files/path-set.ts';
import { UnsuitableFolder } from './check-folders.ts';
import { contentOf, FIXED_FILES, isVacant } from './fixed-files.ts';
import { manifestDigest, readPlan } from './publication-plan.ts';
import type { Workspace } from './workspace.ts';

/** The files of a tree's manifest: builds touch only these. @throws UnsuitableFolder for files without a sound manifest */
export async function publishedPaths(workspace: Workspace): Promise<PathSet> {
  const { tree } = workspace;
  const paths = new PathSet();
  for (const moved of movedContent(workspace)) paths.add(moved);
  if (!fs.existsSync(tree) || isVacant(tree)) return paths;
  try {
    const entries = isOfThisVersion(tree) ? readManifest(tree) : readFormerManifest(tree);
    for await (const entry of entries) paths.add(entry.path);
  } catch (error) {
    throw unsuitable(tree, error as Error);
  }
  return paths;
}

export const unsuitable = (tree: string, { message }: Error): UnsuitableFolder =>
  new UnsuitableFolder(
    `What is in ${tree} cannot be told from files of somebody else, since its manifest is missing or damaged (${message}). Remove the directory to build it anew, or choose another one. Nothing was done.`,
  );

const isOfThisVersion = (tree: string): boolean => fs.existsSync(path.join(tree, MANIFEST));

/** The root of a tree's manifest; null where there is none of this version. @throws ManifestError */
export const publishedRoot = (tree: string): Root | null => (isOfThisVersion(tree) ? readRoot(tree) : null);

/** Paths of the manifest's parts that builds put into a tree. */
export function publishedParts(workspace: Workspace): Set<string> {
  const named = publishedRoot(workspace.tree)?.parts ?? [];
  return new Set([...named.map(part => part.path), ...movedIn(workspace, PARTS_FOLDER)]);
}

/** Content files that a killed publication, which cannot be finished, may have put into the tree. */
export const movedContent = (workspace: Workspace): string[] =>
  CONTENT_FOLDERS.flatMap(folder => movedIn(workspace, folder));

/** As `movedContent`, for one folder. */
export function movedIn(workspace: Workspace, folder: string): string[] {
  const plan = readPlan(workspace);
  const isOfThisTree = plan !== null && plan.from === manifestDigest(workspace.tree);
  return isOfThisTree ? plan.renames.filter(file => file.startsWith(`${folder}/`)) : [];
}

/** Files in a tree's folder that no build put there, sorted. @param own paths that its manifest lists */
export function foreignFiles(workspace: Workspace, own: PathSet): string[] {
  const parts = publishedParts(workspace);
  const isOwn = (name: string): boolean =>
    own.has(name) || parts.has(name) || FIXED_FILES.includes(name) || isHistoryFile(name);
  const foreign: string[] = [];
  for (const { name } of contentOf(workspace.tree)) if (!isOwn(name)) foreign.push(name);
  return foreign.sort();
}
