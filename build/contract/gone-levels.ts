import { type ApiError, goneLevel, levelNotFound } from './errors.ts';
import { type ReadFile, structureLevelUrl } from './paths.ts';
import type { RoutedSource } from './sources.ts';
import { historyPath, isInLevel, readHistory } from './title-history.ts';

/**
 * The error for a level without a page. Where former editions have it, the error tells since when it is gone (build/contract/README.md,
 * Changes of a level).
 *
 * @param read reads a file of the tree; null for one that is missing
 */
export async function missingLevel(
  read: ReadFile,
  { source, identifier }: { source: RoutedSource; identifier: string },
): Promise<ApiError> {
  const file = await read(historyPath(source, identifier));
  const history = file === null ? null : readHistory(file, false);
  // A document that never changed is in the levels of today.
  const ends = (history?.documents ?? []).flatMap(({ runs }) => {
    const last = runs.reduce((found, run, i) => (isInLevel(run, identifier) ? i : found), -1);
    return last < 0 ? [] : [runs[last + 1]?.from ?? null];
  });
  const [end] = ends.sort().slice(-1);
  if (!history || end === undefined || ends.indexOf(null) >= 0) return levelNotFound(identifier);
  return goneLevel(
    identifier,
    end as string,
    `${structureLevelUrl(source, identifier)}/changes?from=${history.from}`,
  );
}
