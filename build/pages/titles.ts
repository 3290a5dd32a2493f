import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathOf, titlesUrl, titleUrl } from '../contract/paths.ts';
import type { Source } from '../contract/sources.ts';
import type { Entry } from '../files/entry.ts';
import type { Part } from '../files/manifest/root.ts';
import { type GroupKey, hierarchyKey } from './group.ts';
import type { TitleSummary } from './hierarchy.ts';

/** What of the published tree is to be relied on. */
export interface PublishedPages {
  tree: string;
  part: Part;
}

/**
 * Summaries of titles, which are made out of all documents of a title. Its own page is, too: the overview of all titles takes what that
 * has found, and of titles in which nothing has changed what is published.
 */
export class Titles {
  /** Those that were made out. */
  readonly made: TitleSummary[] = [];
  readonly #known: ReadonlyMap<string, TitleSummary>;
  readonly #published: (source: Source, number: number) => TitleSummary | undefined;

  /** @param known what was made out before */
  constructor(
    known: readonly TitleSummary[],
    published: (source: Source, number: number) => TitleSummary | undefined,
  ) {
    this.#known = new Map(known.map(summary => [summary.url, summary]));
    this.#published = published;
  }

  add(summary: TitleSummary): void {
    this.made.push(summary);
  }

  /** @returns undefined where it is to be made out */
  find(source: Source, number: number): TitleSummary | undefined {
    return this.#known.get(titleUrl(source, number)) ?? this.#published(source, number);
  }
}

/** Tells the summaries of titles as they are published. @param groups that are to be made anew @param entries by path, the overviews among them */
export function publishedTitles(
  tree: string,
  groups: ReadonlySet<GroupKey>,
  entries: ReadonlyMap<string, Entry>,
) {
  const summaries = new Map<string, TitleSummary[]>();
  return (source: Source, number: number): TitleSummary | undefined => {
    if (groups.has(hierarchyKey(source, String(number)))) return undefined;
    const known = summaries.get(source.id) ?? readSummaries(tree, entries.get(pathOf(titlesUrl(source))));
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
