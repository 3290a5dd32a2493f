import { CATALOG, SEARCH_INDEX } from '../contract/paths.ts';
import { FORMER_MANIFEST } from '../files/manifest/former.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { type WalkedFile, walk } from '../files/walk.ts';
import { REPORT } from '../report/report.ts';
import { SIGNATURES } from './signed-files.ts';
import { INNER_WORKSPACE } from './workspace.ts';

/** What builds put into a tree beside the parts of the manifest and the files that these name. */
export const FIXED_FILES: readonly string[] = [
  MANIFEST,
  FORMER_MANIFEST,
  REPORT,
  CATALOG,
  SEARCH_INDEX,
  ...SIGNATURES,
];

/** What is in a tree and no part of it: the builds' own, and what a file system keeps in a volume. */
const NOT_CONTENT = [INNER_WORKSPACE, 'lost+found'];

/** Everything in a tree's folder that could be content, links and the like included. */
export const contentOf = (tree: string): Generator<WalkedFile> => walk(tree, '', NOT_CONTENT);

/** Whether a folder holds nothing that anybody could lose. */
export const isVacant = (tree: string): boolean => contentOf(tree).next().done === true;
