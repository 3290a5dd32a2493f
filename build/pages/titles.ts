import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathOf, titlesUrl } from '../contract/paths.ts';
import type { Source } from '../contract/sources.ts';
import type { Entry } from '../files/entry.ts';
import type { Part } from '../files/manifest/root.ts';
import { type GroupKey, hierarchyKey } from './group.ts';
import type { TitleSummary } from './hierarchy.ts';

/** What of the published tree is to be relied on. */
export interface PublishedPages {
  tree: string;
  /** What the manifest lists; null where it has no such part. */
  part: Part | null;
  /** The groups that have to be made anew; null: all. */
  groups: ReadonlySet<GroupKey> | null;
}

/** Tells the summary of a title as it is published, where nothing of the title has changed; undefined where it is to be made. */
export type KnownTitle = (source: Source, number: number) => TitleSummary | undefined;

/** @param entries of the part that lists the overviews of titles, by path */
export function knownTitles(
  published: PublishedPages | null,
  entries: ReadonlyMap<string, Entry>,
): KnownTitle {
  const summaries = new Map<string, TitleSummary[]>();
  return (source, number) => {
    if (!published?.groups || published.groups.has(hierarchyKey(source, String(number)))) return undefined;
    const known =
      summaries.get(source.id) ?? readSummaries(published.tree, entries.get(pathOf(titlesUrl(source))));
    summaries.set(source.id, known);
    return known.find(summary => summary.title_number === number);
  };
}

/** @returns none where the file is not the one that was published */
function readSummaries(tree: string, entry: Entry | undefined): TitleSummary[] {
  if (!entry) return [];
  try {
    const bytes = fs.readFileSync(path.join(tree, entry.path));
    return hash('sha256', bytes) === entry.sha256 ? JSON.parse(bytes.toString()).data : [];
  } catch {
    return [];
  }
}
