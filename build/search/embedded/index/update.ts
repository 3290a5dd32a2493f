import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDamage } from '../../../state/header.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import { fillIndex } from './fill.ts';
import { type SearchIndexChanges, SearchIndexWriter } from './index-writer.ts';

interface SearchIndexOptions {
  /** Path of the new index; the file appears there complete or not at all. */
  out: string;
  /** An index of an earlier tree, possibly `out` itself; it is copied. Null makes the index afresh. */
  previous: string | null;
  /** An unneeded earlier index: it is changed in place and thereby consumed. */
  spare?: Spare | null;
  /** Digest of the next tree's documents, by which the next update finds its changes. It may resolve last. */
  content: string | Promise<string>;
  /** The known changes; null compares all documents. */
  changes: ContentChanges | null;
  /** Lists every document of the tree; called only if the changes are not known. */
  documents: () => AsyncIterable<TreeDocument>;
  /** Called after each document with the number of documents so far. */
  onProgress?: (done: number) => void;
}

export interface ContentChanges {
  /** Digest of the content that the changes start from. An index with another content is compared in full. */
  from: string;
  put: Iterable<TreeDocument> | AsyncIterable<TreeDocument>;
  removed: Iterable<string>;
}

export interface Spare {
  file: string;
  /** The changes since the spare index. With another content it is useless. */
  changes: ContentChanges;
}

export interface SearchIndexReport extends SearchIndexChanges {
  documents: number;
  bytes: number;
  of: 'spare' | 'previous' | 'nothing';
}

interface Base {
  writer: SearchIndexWriter;
  of: SearchIndexReport['of'];
  changes: ContentChanges | null;
}

/**
 * Makes or updates the embedded search index. An updated index has the same content and answers as one made afresh. A previous
 * index that is missing, damaged or of another version is ignored.
 */
export async function updateSearchIndex(options: SearchIndexOptions): Promise<SearchIndexReport> {
  const { out, spare } = options;
  const temporary = `${out}.tmp`;
  mkdirSync(dirname(out), { recursive: true });
  rmSync(temporary, { force: true });
  try {
    if (spare && takeSpare(spare.file, temporary)) {
      const report = await fromSpare(options, spare, temporary);
      if (report) return report;
    }
    rmSync(temporary, { force: true });
    return await complete(await openCopy(options, temporary), options, temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Moves the spare here, unless it has other hard links, as backups make: their file must keep its state. */
function takeSpare(file: string, temporary: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return false;
  if (stats.nlink > 1) rmSync(file);
  else renameSync(file, temporary);
  return stats.nlink === 1;
}

/** Returns null if the spare is being read, is damaged or has another content. */
async function fromSpare(
  options: SearchIndexOptions,
  { changes }: Spare,
  temporary: string,
): Promise<SearchIndexReport | null> {
  const writer = await SearchIndexWriter.reopen(temporary);
  try {
    if ((await writer?.content()) !== changes.from) {
      writer?.close();
      return null;
    }
    return await complete({ writer: writer!, of: 'spare', changes }, options, temporary);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

async function openCopy({ previous, changes }: SearchIndexOptions, temporary: string): Promise<Base> {
  if (previous !== null && existsSync(previous)) {
    copyFileSync(previous, temporary, constants.COPYFILE_FICLONE);
    const writer = await SearchIndexWriter.reopen(temporary);
    if (writer) return { writer, of: 'previous', changes };
    rmSync(temporary, { force: true });
  }
  return { writer: await SearchIndexWriter.create(temporary), of: 'nothing', changes };
}

async function complete(
  { writer, of, changes }: Base,
  { out, content, documents, onProgress }: SearchIndexOptions,
  temporary: string,
): Promise<SearchIndexReport> {
  try {
    const isKnown = changes !== null && (await writer.content()) === changes.from;
    await fillIndex(writer, isKnown ? changes.put : documents(), done => onProgress?.(done));
    if (isKnown) await writer.remove([...changes.removed]);
    else await writer.removeOthers();
    const report = await writer.finish(content);
    writer.close();
    renameSync(temporary, out);
    return { ...report, of, bytes: statSync(out).size };
  } catch (error) {
    writer.close();
    throw error;
  }
}
