import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDamage } from '../../../state/header.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import { fillIndex } from './fill.ts';
import { type SearchIndexChanges, SearchIndexWriter } from './index-writer.ts';

interface SearchIndexOptions {
  /** Where the index goes; it appears there whole or not at all. */
  out: string;
  /** An index of an earlier state of the tree, which may be `out` itself: it is copied. Null makes the index afresh. */
  previous: string | null;
  /** Another one, which nobody needs any more: it is changed itself, and gone afterwards. Left out or null: there is none. */
  spare?: Spare | null;
  /** Names the documents of the coming tree; whoever updates the index later tells by it what has changed since. It may come last. */
  content: string | Promise<string>;
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

export interface Spare {
  file: string;
  /** An index with another content than these are of is no use. */
  changes: ContentChanges;
}

export interface SearchIndexReport extends SearchIndexChanges {
  /** In the index. */
  documents: number;
  /** Its size. */
  bytes: number;
  /** What it was made of. */
  of: 'spare' | 'previous' | 'nothing';
}

/** A writer of the coming index. */
interface Base {
  writer: SearchIndexWriter;
  of: SearchIndexReport['of'];
  changes: ContentChanges | null;
}

/**
 * Makes or updates the embedded search index. An updated index holds the same and answers the same as one made
 * afresh. A previous index that is missing, damaged or of another version is not used.
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

/**
 * Whoever else has the file under a name of its own, as backups do that link what is alike, keeps it as it is.
 * @returns whether the file is there now, for this build alone
 */
function takeSpare(file: string, temporary: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return false;
  if (stats.nlink > 1) rmSync(file);
  else renameSync(file, temporary);
  return stats.nlink === 1;
}

/** @returns null where it cannot be used: somebody reads it, it is damaged, or not what it should be */
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
