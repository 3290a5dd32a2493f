/**
 * What of a tree is asked for by its path, beside the API: what mirrors read (build/contract/README.md, Files of the tree). By caching
 * policy, as patterns that edges can have too: without quotes, backslashes and flags.
 */

const NAME = '[a-z0-9_-]+';

export const TREE_FILES = {
  manifest: `manifest[.]json(?:[.]minisig)?|manifest(?:/${NAME})+[.]ndjson|bulk/index[.]json|changes/index[.]json(?:[.]minisig)?|changes/feed[.]atom`,
  list: 'changes/[0-9]+[.]ndjson',
  dump: `bulk(?:/${NAME})+[.]jsonl[.]gz`,
} as const;

export const MANIFEST_URL = '/manifest.json';

export type TreeFilePolicy = keyof typeof TREE_FILES;

/** Below these no path is anything else. */
export const TREE_FOLDERS = ['manifest', 'bulk', 'changes'] as const;

const POLICIES = Object.keys(TREE_FILES) as TreeFilePolicy[];
const PATTERNS = POLICIES.map(policy => new RegExp(`^(?:${TREE_FILES[policy]})$`));

/** @param path relative to the tree. @returns how long it may be kept; null where it is not asked for by its path */
export const treeFilePolicy = (path: string): TreeFilePolicy | null =>
  POLICIES.filter((_policy, i) => PATTERNS[i]?.test(path))[0] ?? null;
