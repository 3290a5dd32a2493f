import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../contract/paths.ts';
import type { Entry } from '../files/entry.ts';
import type { Progress } from '../report/progress.ts';
import { updateSearchIndex } from './embedded.ts';
import { documentsOf } from './tree.ts';

export interface SearchIndexInput {
  tree: string;
  staging: string;
  /** Of all documents of the coming tree. */
  entries: Iterable<Entry>;
  /** How many documents these are. */
  count: number;
  /** Trust nothing that is published. */
  cold: boolean;
  progress: Progress;
}

/** Stages the embedded search index of the coming tree: the published one brought up to date, or one made afresh. */
export async function stageSearchIndex({
  tree,
  staging,
  entries,
  count,
  cold,
  progress,
}: SearchIndexInput): Promise<void> {
  const locate = (file: string): string => {
    const staged = path.join(staging, file);
    return fs.existsSync(staged) ? staged : path.join(tree, file);
  };
  progress.start('search index', count);
  await updateSearchIndex({
    out: path.join(staging, SEARCH_INDEX),
    previous: cold ? null : path.join(tree, SEARCH_INDEX),
    documents: documentsOf(entries, locate),
    onProgress: () => progress.advance(1),
  });
}
