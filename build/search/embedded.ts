import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type SearchIndexChanges, SearchIndexWriter } from './index-writer.ts';
import type { TreeDocument } from './tree.ts';

export interface SearchIndexOptions {
  /** Where the index goes; it appears there whole or not at all. */
  out: string;
  /** An index of an earlier state of the tree, which may be `out` itself; null makes the index afresh. */
  previous: string | null;
  /** Every document of the tree. */
  documents: AsyncIterable<TreeDocument>;
  /** Called after each document with the number of documents so far. */
  onProgress?: (done: number) => void;
}

export interface SearchIndexReport extends SearchIndexChanges {
  documents: number;
}

/**
 * Makes or updates the embedded search index. An updated index holds the same and answers the same as one made
 * afresh. A previous index that is missing, damaged or of another version is not used.
 */
export async function updateSearchIndex(options: SearchIndexOptions): Promise<SearchIndexReport> {
  const { out, previous, documents, onProgress } = options;
  const temporary = `${out}.tmp`;
  mkdirSync(dirname(out), { recursive: true });
  const writer = await openWriter(temporary, previous);
  try {
    let count = 0;
    for await (const document of documents) {
      await writer.put(document);
      count++;
      onProgress?.(count);
    }
    const changes = await writer.finish();
    writer.close();
    renameSync(temporary, out);
    return { documents: count, ...changes };
  } catch (error) {
    writer.close();
    rmSync(temporary, { force: true });
    throw error;
  }
}

async function openWriter(temporary: string, previous: string | null): Promise<SearchIndexWriter> {
  rmSync(temporary, { force: true });
  if (previous !== null && existsSync(previous)) {
    copyFileSync(previous, temporary, constants.COPYFILE_FICLONE);
    const writer = await SearchIndexWriter.reopen(temporary);
    if (writer) return writer;
    rmSync(temporary, { force: true });
  }
  return SearchIndexWriter.create(temporary);
}
