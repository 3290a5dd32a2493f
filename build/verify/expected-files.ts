import { UsageError } from '../common/command-line.ts';
import type { ManifestEntry } from '../files/manifest/line.ts';
import { partName, partPath } from '../files/manifest/parts.ts';
import { checkPart, readPart } from '../files/manifest/read.ts';
import { MANIFEST, readRoot } from '../files/manifest/root.ts';
import { nextParts, type Pending } from './pending-publication.ts';

export type Content = Pick<ManifestEntry, 'sha256' | 'bytes'>;

/** A file that a tree may or must hold. */
export interface Expected {
  path: string;
  /** Right contents: the old one, or the new one. */
  accepted: readonly Content[];
  /** False where a pending publication will bring the file. */
  required: boolean;
}

/** The files that a tree must hold. While a publication is pending, each may be the old or the new one. */
export interface Expectations {
  count: number;
  files(): Generator<Expected>;
  /** Paths of all content files that the tree may hold, and of the manifest's parts. */
  paths: ReadonlySet<string>;
  /** Whether each part of the manifest, by path, is the one that the root names. The files of other parts are unknown. */
  parts: ReadonlyMap<string, boolean>;
  /** Whether the tree's first publication is pending, so that there is no manifest yet. */
  isFirst: boolean;
}

/**
 * @param names of the parts to check; null for all @param pending publication, if any
 * @throws UsageError where there is no such part; ManifestError
 */
export function expectationsOf(
  tree: string,
  names: readonly string[] | null,
  pending: Pending | null,
): Expectations {
  const isFirst = pending?.plan.from === null && pending.hasStagedRoot;
  const all = isFirst ? [] : readRoot(pending?.acceptsPublished === false ? pending.staging : tree).parts;
  const requested = names && new Set(names.map(name => partPath(partName(name))));
  const isRequested = ({ path }: { path: string }): boolean => requested === null || requested.has(path);
  const published = all.filter(isRequested);
  const next = nextParts(pending, all).filter(({ part }) => isRequested(part));
  const brought = new Set(next.filter(({ folder }) => folder === tree).map(({ part }) => part.path));
  // Parts that are already published are described by the new manifest, and files to remove by the plan.
  const parts = new Map(
    published.filter(part => !brought.has(part.path)).map(part => [part, checkPart(tree, part)]),
  );
  const sound = [...parts.keys()].filter(part => parts.get(part));
  const known = [...published, ...next.map(({ part }) => part)].map(part => part.path);
  for (const path of requested ?? []) if (!known.includes(path)) throw unknownPart(path);

  const digests = new Map<string, Content>();
  for (const { folder, part } of next)
    for (const { path, sha256, bytes } of readPart(folder, part)) digests.set(path, { sha256, bytes });
  const paths = new Set(digests.keys());
  for (const part of sound) for (const { path } of readPart(tree, part)) paths.add(path);
  const count = paths.size;
  for (const path of [...known, ...(pending?.plan.deletions ?? [])]) paths.add(path);

  function* files(): Generator<Expected> {
    const left = new Map(digests);
    for (const part of sound) {
      for (const { path, sha256, bytes } of readPart(tree, part)) {
        const next = left.get(path);
        yield { path, accepted: [{ sha256, bytes }, ...(next ? [next] : [])], required: true };
        left.delete(path);
      }
    }
    for (const [path, content] of left) yield { path, accepted: [content], required: false };
  }
  const byPath = new Map(Array.from(parts, ([part, isSound]) => [part.path, isSound]));
  return { count, files, paths, parts: byPath, isFirst };
}

const unknownPart = (path: string): UsageError =>
  new UsageError(`There is no part ${partName(path)}; ${MANIFEST} names those that there are.`);
