import { tagsToPurge } from '../contract/cache-tags.ts';
import { changedFiles } from '../files/manifest/differences.ts';

/** More tags of a source become the tag of the source: CDNs take a few dozen tags in a request, and few requests. */
const MOST_OF_A_SOURCE = 1000;

/** The tags of all differences between two manifests (build/contract/README.md, Purging), sorted. @throws ManifestError */
export function changedTags(before: string, after: string, most = MOST_OF_A_SOURCE): readonly string[] {
  const tags = new Set<string>();
  for (const { path } of changedFiles(before, after)) for (const tag of tagsToPurge(path)) tags.add(tag);
  return withoutTooMany([...tags].sort(), most);
}

/** The tag of a document begins with its source and a slash. */
function withoutTooMany(tags: readonly string[], most: number): readonly string[] {
  const counts = new Map<string, number>();
  const sourceOf = (tag: string): string => tag.slice(0, Math.max(0, tag.indexOf('/')));
  for (const tag of tags) counts.set(sourceOf(tag), (counts.get(sourceOf(tag)) ?? 0) + 1);
  const isMany = (tag: string): boolean => sourceOf(tag) !== '' && (counts.get(sourceOf(tag)) ?? 0) > most;
  return [...new Set(tags.map(tag => (isMany(tag) ? sourceOf(tag) : tag)))].sort();
}
