import { ManifestError, readRoot } from '../files/manifest/root.ts';

/** The build that the root of a tree's manifest tells; null where there is no sound root, which is told elsewhere. */
export function buildOfRoot(tree: string): string | null {
  try {
    return readRoot(tree).build;
  } catch (error) {
    if (error instanceof ManifestError) return null;
    throw error;
  }
}

/** Whether what lies beside the root is told to be of another build. @param build null where nothing is told */
export function isOfAnother(tree: string, build: string | null | undefined): boolean {
  const own = buildOfRoot(tree);
  return own !== null && typeof build === 'string' && build !== own;
}
