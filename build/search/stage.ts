import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../contract/paths.ts';
import type { Progress } from '../report/progress.ts';
import { type DocumentState, entriesOf } from '../state/state.ts';
import { updateSearchIndex } from './embedded.ts';
import { documentsOf } from './tree.ts';

/**
 * Stages the embedded search index of the coming tree: the published one brought up to date, or one made afresh.
 *
 * @param places the published tree and the staging folder
 * @param cold trust nothing that is published
 */
export async function stageSearchIndex(
  { tree, staging }: { tree: string; staging: string },
  documents: ReadonlyMap<string, DocumentState>,
  cold: boolean,
  progress: Progress,
): Promise<void> {
  const locate = (file: string): string => {
    const staged = path.join(staging, file);
    return fs.existsSync(staged) ? staged : path.join(tree, file);
  };
  progress.start('search index', documents.size);
  await updateSearchIndex({
    out: path.join(staging, SEARCH_INDEX),
    previous: cold ? null : path.join(tree, SEARCH_INDEX),
    content: '',
    changes: null,
    documents: () => documentsOf(entriesOf(documents), locate),
    onProgress: () => progress.advance(1),
  });
}
