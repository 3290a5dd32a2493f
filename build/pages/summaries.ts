import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { levelUrl } from '../contract/levels.ts';
import { pathOf } from '../contract/paths.ts';
import type { Source } from '../contract/sources.ts';
import type { Entry } from '../files/entry.ts';
import type { Part } from '../files/manifest/root.ts';
import { type GroupKey, hierarchyKey } from './group.ts';
import type { OuterSummary } from './hierarchy.ts';

/** What of the published tree is to be relied on. */
export interface PublishedPages {
  tree: string;
  part: Part;
}

/**
 * Summaries of titles, which are made out of all documents of a title. Its own page is, too: the overview of all titles takes what that
 * has found, and of titles in which nothing has changed what is published.
 */
export class Summaries {
  /** Those that were made out. */
  readonly made: OuterSummary[] = [];
  readonly #known: ReadonlyMap<string, OuterSummary>;
  readonly #published: (source: Source, number: number) => OuterSummary | undefined;

  /** @param known what was made out before */
  constructor(
    known: readonly OuterSummary[],
    published: (source: Source, number: number) => OuterSummary | undefined,
  ) {
    this.#known = new Map(known.map(summary => [summary.url, summary]));
    this.#published = published;
  }

  add(summary: OuterSummary): void {
    this.made.push(summary);
  }

  /** @returns undefined where it is to be made out */
  find(source: Source, number: number): OuterSummary | undefined {
    return this.#known.get(levelUrl(source, number)) ?? this.#published(source, number);
  }
}

/** Tells the summaries of titles as they are published. @param groups that are to be made anew @param entries by path, the overviews among them */
export function publishedSummaries(
  tree: string,
  groups: ReadonlySet<GroupKey>,
  entries: ReadonlyMap<string, Entry>,
) {
  const summaries = new Map<string, OuterSummary[]>();
  return (source: Source, number: number): OuterSummary | undefined => {
    if (groups.has(hierarchyKey(source, String(number)))) return undefined;
    const known = summaries.get(source.id) ?? readSummaries(tree, entries.get(pathOf(levelUrl(source))));
    summaries.set(source.id, known);
    return known.find(summary => summary.url === levelUrl(source, number));
  };
}

/** @returns none where the file is not the one that was published */
function readSummaries(tree: string, entry: Entry | undefined): OuterSummary[] {
  if (!entry) return [];
  try {
    const bytes = fs.readFileSync(path.join(tree, entry.path));
    return hash('sha256', bytes) === entry.sha256 ? JSON.parse(bytes.toString()).data : [];
  } catch {
    return [];
  }
}
