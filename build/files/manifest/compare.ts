import type { ManifestEntry } from './line.ts';
import { readPart } from './read.ts';
import { type Part, readRoot } from './root.ts';

/** What became of a file between two trees. */
export interface ChangedFile {
  path: string;
  /** As it was; null where it has come since. */
  before: ManifestEntry | null;
  /** As it is; null where it has gone. */
  after: ManifestEntry | null;
}

/**
 * The files whose bytes differ between two trees. Of the parts only those are read that differ, and of them those of the earlier
 * tree are held.
 *
 * @param before the folder of the earlier manifest @param after that of the later
 * @throws ManifestError; where one of them has no root
 */
export function* changedFiles(before: string, after: string): Generator<ChangedFile> {
  const [old, now] = [readRoot(before).parts, readRoot(after).parts] as const;
  const left = new Map<string, ManifestEntry>();
  for (const part of without(old, now))
    for (const entry of readPart(before, part)) left.set(entry.path, entry);
  for (const part of without(now, old)) {
    for (const entry of readPart(after, part)) {
      const known = left.get(entry.path) ?? null;
      left.delete(entry.path);
      if (known?.sha256 !== entry.sha256) yield { path: entry.path, before: known, after: entry };
    }
  }
  for (const [path, entry] of left) yield { path, before: entry, after: null };
}

/** The parts that others do not have alike. */
function without(parts: readonly Part[], others: readonly Part[]): Part[] {
  const digests = new Map(others.map(({ path, sha256 }) => [path, sha256]));
  return parts.filter(({ path, sha256 }) => digests.get(path) !== sha256);
}
