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

/** What a publication has done to a file that is given out. */
export interface PublishedFile {
  /** Relative to the tree. */
  path: string;
  change: Change;
}

/** The catalog is the shim's, and the report with its signature the operator's. */
const isGivenOut = (file: string): boolean =>
  ![REPORT, signaturePath(REPORT)].includes(file) && !file.startsWith(`${path.dirname(CATALOG)}/`);

const told = (paths: readonly string[], change: Change): PublishedFile[] =>
  paths.filter(isGivenOut).map(path => ({ path, change }));

type Moves = Pick<Plan, 'renames' | 'deletions'>;

/** What a plan does beside the files that the manifest lists. To be asked before it is carried out. */
export function othersOf(
  workspace: Workspace,
  changes: Changes,
  { renames, deletions }: Moves,
): PublishedFile[] {
  const put = renames.slice(changes.written.length).filter(isGivenOut);
  return [
    ...put.flatMap(file => {
      const [before, after] = [workspace.tree, workspace.staging].map(folder => path.join(folder, file));
      if (!fs.existsSync(before as string)) return told([file], 'added');
      return areAlike(before as string, after as string) ? [] : told([file], 'changed');
    }),
    ...told(deletions.slice(changes.removed.length), 'removed'),
  ];
}

const areAlike = (file: string, other: string): boolean =>
  fs.statSync(file).size === fs.statSync(other).size && digestOfFile(file) === digestOfFile(other);

/** All that a publication changes; what it puts in place once more is left out. */
export function* toldOf(changes: Changes, others: readonly PublishedFile[]): Generator<PublishedFile> {
  for (const change of ['added', 'changed', 'removed'] as const)
    for (const path of changes[change]) yield { path, change };
  yield* others;
}

/** The same of a plan whose publication was interrupted: what it has put in place may have been there before, or not. */
export const toldOfPlan = ({ renames, deletions }: Moves): PublishedFile[] => [
  ...told(renames, 'changed'),
  ...told(deletions, 'removed'),
];

/** All files of a tree that has come as a whole. */
export function* allFiles(tree: string): Generator<PublishedFile> {
  for (const { name } of contentOf(tree)) if (isGivenOut(name)) yield { path: name, change: 'added' };
}
