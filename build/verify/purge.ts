import { tagsToPurge } from '../contract/cache-tags.ts';
import { readManifest } from '../files/manifest.ts';

/** More tags than that of one source are told as the source: CDNs take some dozens in a request, and not many requests. */
const MOST_OF_A_SOURCE = 1000;

/**
 * The tags of all that differs between two trees (build/contract/README.md, Purging), sorted.
 *
 * @param before the manifest of the earlier tree @param after that of the later
 * @throws where one of them is missing or damaged
 */
export async function changedTags(
  before: string,
  after: string,
  most = MOST_OF_A_SOURCE,
): Promise<readonly string[]> {
  const tags = new Set<string>();
  const add = (path: string): void => {
    for (const tag of tagsToPurge(path)) tags.add(tag);
  };
  const left = new Map<string, string>();
  for await (const { path, sha256 } of readManifest(before)) left.set(path, sha256);
  for await (const { path, sha256 } of readManifest(after)) {
    if (left.get(path) !== sha256) add(path);
    left.delete(path);
  }
  for (const path of left.keys()) add(path);
  return withoutTooMany([...tags].sort(), most);
}

/** The tag of a document begins with that of its source and a slash. */
function withoutTooMany(tags: readonly string[], most: number): readonly string[] {
  const counts = new Map<string, number>();
  const sourceOf = (tag: string): string => tag.slice(0, Math.max(0, tag.indexOf('/')));
  for (const tag of tags) counts.set(sourceOf(tag), (counts.get(sourceOf(tag)) ?? 0) + 1);
  const isMany = (tag: string): boolean => sourceOf(tag) !== '' && (counts.get(sourceOf(tag)) ?? 0) > most;
  return [...new Set(tags.map(tag => (isMany(tag) ? sourceOf(tag) : tag)))].sort();
}
