import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fillIndex } from './fill.ts';
import { type SearchIndexChanges, SearchIndexWriter } from './index-writer.ts';
import type { TreeDocument } from './tree.ts';

export interface SearchIndexOptions {
  /** Where the index goes; it appears there whole or not at all. */
  out: string;
  /** An index of an earlier state of the tree, which may be `out` itself; null makes the index afresh. */
  previous: string | null;
  /** Names the documents of the coming tree; whoever updates the index later tells by it what has changed since. */
  content: string;
  /** What has changed, where that is known; null compares all documents. */
  changes: ContentChanges | null;
  /** Every document of the tree; asked for only where the changes do not tell all. */
  documents: () => AsyncIterable<TreeDocument>;
  /** Called after each document with the number of documents so far. */
  onProgress?: (done: number) => void;
}

export interface ContentChanges {
  /** The content that these are the changes of: of an index with another one all documents are compared. */
  from: string;
  put: Iterable<TreeDocument> | AsyncIterable<TreeDocument>;
  /** Identifiers. */
  removed: Iterable<string>;
}

export interface SearchIndexReport extends SearchIndexChanges {
  /** In the index. */
  documents: number;
  /** Its size. */
  bytes: number;
}

/**
 * Makes or updates the embedded search index. An updated index holds the same and answers the same as one made
 * afresh. A previous index that is missing, damaged or of another version is not used.
 */
export async function updateSearchIndex(options: SearchIndexOptions): Promise<SearchIndexReport> {
  const { out, previous, content, changes, documents, onProgress } = options;
  const temporary = `${out}.tmp`;
  mkdirSync(dirname(out), { recursive: true });
  const writer = await openWriter(temporary, previous);
  try {
    const isKnown = changes !== null && (await writer.content()) === changes.from;
    await fillIndex(writer, isKnown ? changes.put : documents(), done => onProgress?.(done));
    if (isKnown) await writer.remove([...changes.removed]);
    else await writer.removeOthers();
    const report = await writer.finish(content);
    writer.close();
    renameSync(temporary, out);
    return { ...report, bytes: statSync(out).size };
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
