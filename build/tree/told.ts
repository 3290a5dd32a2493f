import fs from 'node:fs';
import path from 'node:path';
import type { Change } from '../contract/changes.ts';
import { CATALOG } from '../contract/paths.ts';
import { REPORT } from '../report/report.ts';
import type { Changes } from './changes.ts';
import { contentOf } from './own.ts';
import type { Plan } from './publish.ts';

/** What a publication has done to a file that is given out. */
export interface PublishedFile {
  /** Relative to the tree. */
  path: string;
  change: Change;
}

/** The catalog is the shim's, and the report the operator's. */
const isGivenOut = (file: string): boolean =>
  file !== REPORT && !file.startsWith(`${path.dirname(CATALOG)}/`);

const told = (paths: readonly string[], change: Change): PublishedFile[] =>
  paths.filter(isGivenOut).map(path => ({ path, change }));

type Moves = Pick<Plan, 'renames' | 'deletions'>;

/** All that a plan changes; what it puts in place once more is left out. To be asked before it is carried out. */
export function toldOf(tree: string, changes: Changes, { renames, deletions }: Moves): PublishedFile[] {
  const others = renames.slice(changes.written.length);
  const isThere = (file: string): boolean => fs.existsSync(path.join(tree, file));
  return [
    ...told(changes.added, 'added'),
    ...told(changes.changed, 'changed'),
    ...others.flatMap(file => told([file], isThere(file) ? 'changed' : 'added')),
    ...told(changes.removed, 'removed'),
    ...told(deletions.slice(changes.removed.length), 'removed'),
  ];
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
