import { CATALOG, SEARCH_INDEX } from '../contract/paths.ts';
import { FORMER_MANIFEST } from '../files/manifest/former.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { type WalkedFile, walk } from '../files/walk.ts';
import { REPORT } from '../report/report.ts';
import { SIGNATURES } from './signed-files.ts';
import { INNER_WORKSPACE } from './workspace.ts';

/** Files of a tree that no part of the manifest lists, and that have the same path in each tree. */
export const FIXED_FILES: readonly string[] = [
  MANIFEST,
  FORMER_MANIFEST,
  REPORT,
  CATALOG,
  SEARCH_INDEX,
  ...SIGNATURES,
];

/** Folders in a tree's folder that do not belong to the tree: the workspace, and a file system's own folder. */
const NOT_CONTENT = [INNER_WORKSPACE, 'lost+found'];

/** All entries of a tree's folder that could be content, including links, pipes and the like. */
export const contentOf = (tree: string): Generator<WalkedFile> => walk(tree, '', NOT_CONTENT);

/** Whether a folder holds nothing that could be lost. */
export const isVacant = (tree: string): boolean => contentOf(tree).next().done === true;
