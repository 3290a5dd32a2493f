import type { ManifestEntry } from './line.ts';
import { readPart } from './read.ts';
import { type Part, readRoot } from './root.ts';

/** Compares two manifests: parts by their digests, files by their paths. */

/** A file that differs between two lists; `before` is null for a new file, `after` for a removed one. */
export interface Difference<Before, After> {
  path: string;
  before: Before | null;
  after: After | null;
}

/** Parts that are not in the other manifest with the same content. */
export function differingParts<P extends Pick<Part, 'path' | 'sha256'>>(
  parts: readonly P[],
  others: readonly Pick<Part, 'path' | 'sha256'>[],
): P[] {
  const digests = new Map(others.map(({ path, sha256 }) => [path, sha256]));
  return parts.filter(({ path, sha256 }) => digests.get(path) !== sha256);
}

/**
 * Compares two lists: new and changed files in the order of the later list, then removed ones.
 * @param before by path; everything that the later one lists is taken out of it @param isSame whether to skip a file
 */
export function* differences<Before, After extends { path: string }>(
  before: Map<string, Before>,
  after: Iterable<After>,
  isSame: (before: Before, after: After) => boolean,
): Generator<Difference<Before, After>> {
  for (const entry of after) {
    const { path } = entry;
    const last = before.get(path) ?? null;
    before.delete(path);
    if (last === null || !isSame(last, entry)) yield { path, before: last, after: entry };
  }
  for (const [path, last] of before) yield { path, before: last, after: null };
}

export const byPath = (entries: Iterable<ManifestEntry>): Map<string, ManifestEntry> =>
  new Map(Array.from(entries, entry => [entry.path, entry]));

/**
 * Files whose bytes differ between two trees. Reads only parts that differ, and holds the earlier entries.
 * @param before the folder of the earlier manifest
 * @param after the folder of the later manifest
 * @throws ManifestError; errors of the file system where a root is missing
 */
export function changedFiles(
  before: string,
  after: string,
): Generator<Difference<ManifestEntry, ManifestEntry>> {
  const [old, now] = [readRoot(before).parts, readRoot(after).parts];
  const entriesIn = function* (folder: string, parts: readonly Part[]) {
    for (const part of parts) yield* readPart(folder, part);
  };
  return differences(
    byPath(entriesIn(before, differingParts(old, now))),
    entriesIn(after, differingParts(now, old)),
    (last, entry) => last.sha256 === entry.sha256,
  );
}
