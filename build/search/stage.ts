import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../contract/paths.ts';
import type { Entry } from '../files/entry.ts';
import type { Progress } from '../report/progress.ts';
import { updateSearchIndex } from './embedded.ts';
import { documentsOf } from './tree.ts';

/** What a build did to the documents of the tree whose index is brought up to date. */
export interface IndexChanges {
  /** The manifest of that tree: SHA-256, hexadecimal. */
  from: string;
  /** Files of the documents that were put in, or replaced. */
  put: Iterable<Entry>;
  /** How many documents these are. */
  count: number;
  /** Identifiers of those that went. */
  removed: Iterable<string>;
}

export interface SearchIndexInput {
  tree: string;
  staging: string;
  /** The manifest of the coming tree: SHA-256, hexadecimal. */
  manifest: string;
  /** Null where nothing of what is published is to be relied on. */
  changes: IndexChanges | null;
  /** The files of all documents of the coming tree. */
  all(): Iterable<Entry>;
  /** How many documents these are. */
  count: number;
  /** Trust nothing that is published. */
  cold: boolean;
  progress: Progress;
}

/** Stages the embedded search index of the coming tree: the published one brought up to date, or one made afresh. */
export async function stageSearchIndex(input: SearchIndexInput): Promise<void> {
  const { tree, staging, manifest, changes, all, count, cold, progress } = input;
  const locate = (file: string): string => {
    const staged = path.join(staging, file);
    return fs.existsSync(staged) ? staged : path.join(tree, file);
  };
  progress.start('search index', changes?.count ?? count);
  await updateSearchIndex({
    out: path.join(staging, SEARCH_INDEX),
    previous: cold ? null : path.join(tree, SEARCH_INDEX),
    content: manifest,
    changes: changes && { ...changes, put: documentsOf(changes.put, locate) },
    documents: () => documentsOf(all(), locate),
    onProgress: () => progress.advance(1),
  });
}
