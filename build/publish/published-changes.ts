import fs from 'node:fs';
import path from 'node:path';
import type { Change } from '../contract/changes.ts';
import { CATALOG, signaturePath } from '../contract/paths.ts';
import { digestOfFile } from '../files/digest.ts';
import type { Changes } from '../previous/file-changes.ts';
import { contentOf } from '../previous/fixed-files.ts';
import type { Plan } from '../previous/publication-plan.ts';
import type { Workspace } from '../previous/workspace.ts';
import { REPORT } from '../report/report.ts';

/** What a publication did to a file that servers give out. */
export interface PublishedFile {
  path: string;
  change: Change;
}

/** Servers give out all files except the catalog, which the shim reads, and the build's report with its signature. */
const isGivenOut = (file: string): boolean =>
  ![REPORT, signaturePath(REPORT)].includes(file) && !file.startsWith(`${path.dirname(CATALOG)}/`);

const changed = (paths: readonly string[], change: Change): PublishedFile[] =>
  paths.filter(isGivenOut).map(path => ({ path, change }));

type Moves = Pick<Plan, 'renames' | 'deletions'>;

/** Changes of a plan to files that the manifest does not list. Called before the plan is carried out. */
export function otherChanges(
  workspace: Workspace,
  changes: Changes,
  { renames, deletions }: Moves,
): PublishedFile[] {
  const put = renames.slice(changes.written.length).filter(isGivenOut);
  return [
    ...put.flatMap(file => {
      const [before, after] = [workspace.tree, workspace.staging].map(folder => path.join(folder, file));
      if (!fs.existsSync(before as string)) return changed([file], 'added');
      return areAlike(before as string, after as string) ? [] : changed([file], 'changed');
    }),
    ...changed(deletions.slice(changes.removed.length), 'removed'),
  ];
}

const areAlike = (file: string, other: string): boolean =>
  fs.statSync(file).size === fs.statSync(other).size && digestOfFile(file) === digestOfFile(other);

/** All changes of a publication, without files that it only writes again. */
export function* allChanges(changes: Changes, others: readonly PublishedFile[]): Generator<PublishedFile> {
  for (const change of ['added', 'changed', 'removed'] as const)
    for (const path of changes[change]) yield { path, change };
  yield* others;
}

/** All changes of an interrupted publication. Moved files count as changed, since it is unknown whether they existed. */
export const changesOfPlan = ({ renames, deletions }: Moves): PublishedFile[] => [
  ...changed(renames, 'changed'),
  ...changed(deletions, 'removed'),
];

/** All files of a tree that was published as a whole. */
export function* allFiles(tree: string): Generator<PublishedFile> {
  for (const { name } of contentOf(tree)) if (isGivenOut(name)) yield { path: name, change: 'added' };
}
