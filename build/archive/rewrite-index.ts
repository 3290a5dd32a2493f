import type { PartEntry } from './archive.ts';
import type { Run } from './history.ts';
import type { IndexFile } from './index-file.ts';
import { type IndexRow, indexRows } from './index-rows.ts';
import { IndexWriter } from './index-writer.ts';
import { type IndexHead, isAnew, lineOf, versionsIn } from './part-file.ts';

/** What becomes of the index of a part. */
export interface Rewriting<Seen> {
  name: string;
  /** Null: there is none. */
  index: IndexFile | null;
  /** Of the new index. It is written behind all changes. */
  head: IndexHead;
  /** In the order of identifiers. */
  seen: readonly Seen[];
  /** Gives the history of a document; null: as it was. */
  change: (row: IndexRow<Seen>, head: IndexHead) => readonly Run[] | null;
  /** Whether it is written even if no history is another. */
  isNews: boolean;
}

/**
 * Writes an index anew, line by line, where it changes.
 *
 * @param folder of the archive
 * @returns the identifiers of documents whose history is other than before, and what the root says of the new index; null: there is none
 */
export function rewriteIndex<Seen extends { identifier: string }>(
  folder: string,
  { name, index, head, seen, change, isNews }: Rewriting<Seen>,
): { changed: Set<string>; entry: PartEntry | null } {
  const isOtherwise = isAnew(head.editions, index?.head.editions ?? []);
  const changed = new Set<string>();
  let [documents, versions] = [0, index?.entry.versions ?? 0];
  const writer = new IndexWriter(folder, name);
  try {
    for (const row of indexRows(index ?? [], seen)) {
      const now = change(row, head);
      const isChanged = now !== null && now !== row.runs;
      if (isChanged) {
        changed.add(row.identifier);
        versions += versionsIn(now) - versionsIn(row.runs);
        // Nothing is known of the document any longer.
        if (now.length === 0) continue;
      }
      documents += 1;
      const isSame = row.line && !isChanged && !isOtherwise;
      writer.put(isSame ? row.line.text : lineOf(row.identifier, now ?? row.runs, head.editions));
    }
    const isWritten = changed.size > 0 || isNews;
    return { changed, entry: isWritten ? { name, ...writer.finish(head), documents, versions } : null };
  } finally {
    writer.close();
  }
}
