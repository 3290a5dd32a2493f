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

/** The reliable part of the published tree. */
export interface PublishedPages {
  tree: string;
  part: Part;
}

/** Summaries of titles. The overview reuses them from the titles' own pages, and from the published overview if unchanged. */
export class Summaries {
  /** Newly computed ones. */
  readonly made: OuterSummary[] = [];
  readonly #known: ReadonlyMap<string, OuterSummary>;
  readonly #published: (source: Source, number: number) => OuterSummary | undefined;

  /** @param known computed before */
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

  /** @returns undefined for a summary to compute */
  find(source: Source, number: number): OuterSummary | undefined {
    return this.#known.get(levelUrl(source, number)) ?? this.#published(source, number);
  }
}

/** Reads the published summaries of titles. @param groups to remake @param entries by path, the overviews included */
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

/** @returns none if the file is not the published one */
function readSummaries(tree: string, entry: Entry | undefined): OuterSummary[] {
  if (!entry) return [];
  try {
    const bytes = fs.readFileSync(path.join(tree, entry.path));
    return hash('sha256', bytes) === entry.sha256 ? JSON.parse(bytes.toString()).data : [];
  } catch {
    return [];
  }
}
