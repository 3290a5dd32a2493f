import { ManifestError, readRoot } from '../files/manifest/root.ts';

/** The build in the root of a tree's manifest; null where the root is missing or damaged, which another check reports. */
export function buildOfRoot(tree: string): string | null {
  try {
    return readRoot(tree).build;
  } catch (error) {
    if (error instanceof ManifestError) return null;
    throw error;
  }
}

/** Whether a file beside the root names another build. @param build that the file names, if any */
export function isOfAnother(tree: string, build: string | null | undefined): boolean {
  const own = buildOfRoot(tree);
  return own !== null && typeof build === 'string' && build !== own;
}
