import fs from 'node:fs';
import path from 'node:path';
import { SEARCH_INDEX } from '../contract/paths.ts';
import type { Ledger } from '../documents/ledger.ts';
import type { Progress } from '../report/progress.ts';
import { documentEntries } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import { updateSearchIndex } from './embedded.ts';
import { documentsOf } from './tree.ts';

export interface SearchIndexInput {
  tree: string;
  staging: string;
  /** Documents of the coming tree. */
  store: StateStore;
  /** What has become of those of the published one. */
  ledger: Ledger;
  /** How many documents there are, by source. */
  counts: Readonly<Record<string, number>>;
  /** The manifest of the coming tree: SHA-256, hexadecimal. */
  manifest: string;
  /** That of the published one; null where nothing of it is to be relied on. */
  from: string | null;
  /** Take nothing over, whatever it is. */
  cold: boolean;
  progress: Progress;
}

/** Stages the embedded search index of the coming tree: the published one brought up to date, or one made afresh. @returns its bytes */
export async function stageSearchIndex(input: SearchIndexInput): Promise<number> {
  const { tree, staging, store, ledger, counts, manifest, from, cold, progress } = input;
  const locate = (file: string): string => {
    const staged = path.join(staging, file);
    return fs.existsSync(staged) ? staged : path.join(tree, file);
  };
  const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
  const count = from === null ? all : ledger.put.size;
  if (count > 0) progress.start('search index', count);
  const { bytes } = await updateSearchIndex({
    out: path.join(staging, SEARCH_INDEX),
    previous: cold ? null : path.join(tree, SEARCH_INDEX),
    content: manifest,
    changes: from === null ? null : { from, ...changesOf(store, ledger, locate) },
    documents: () => documentsOf(store.entries(), locate),
    onProgress: () => progress.advance(1),
  });
  return bytes;
}

function changesOf(store: StateStore, ledger: Ledger, locate: (file: string) => string) {
  const put = Array.from(ledger.put, file => store.get(file)).filter(document => document !== null);
  const identifiers = new Set(put.map(({ identifier }) => identifier));
  return {
    put: documentsOf(put.flatMap(documentEntries), locate),
    removed: [...ledger.removed].filter(identifier => !identifiers.has(identifier)),
  };
}
