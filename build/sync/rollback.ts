import type { Root } from '../files/manifest/root.ts';
import type { History } from './history.ts';

/** A tree as far as its age is known. */
export interface Dated {
  root: Pick<Root, 'newest'>;
  history: Pick<History, 'number'>;
}

/**
 * Whether a tree is older than another: by the numbers of their changes where both have such, since a build may take the newest document
 * away; else by the day of the newest content.
 */
export function isOlder(a: Dated, b: Dated): boolean {
  if (a.history.number !== null && b.history.number !== null) return a.history.number < b.history.number;
  return a.root.newest < b.root.newest;
}
