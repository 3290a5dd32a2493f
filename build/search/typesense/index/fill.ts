import type { Client } from 'typesense';
import type { SearchDocument } from '../../documents/search-document.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import type { InventoryWriter } from './collection-inventory.ts';
import { deleteRecords, RecordWriter } from './record-writer.ts';
import { recordsOf } from './records.ts';
import { keyOf, type StoredDocuments } from './stored-documents.ts';

export interface Filled {
  documents: number;
  records: number;
  imported: number;
  /** A document of the tree for a test search. */
  probe: SearchDocument | null;
}

/**
 * Makes a collection hold the tree's documents. New records are added before old ones are removed, so that a changed document
 * is always found.
 * @param stored the collection's documents
 * @param inventory receives the documents of each manifest part @param digests of these parts, by path
 */
export async function fillCollection(
  client: Client,
  collection: string,
  stored: StoredDocuments,
  tree: AsyncIterable<TreeDocument>,
  inventory: InventoryWriter,
  digests: ReadonlyMap<string, string>,
  onImport: () => void,
): Promise<Filled> {
  const writer = new RecordWriter(client, collection);
  let documents = 0;
  let records = 0;
  let probe: SearchDocument | null = null;
  let part: string | undefined;
  let list = new Map<string, number>();
  const endPart = async (): Promise<void> => {
    const digest = digests.get(part ?? '');
    if (part !== undefined && digest !== undefined) await inventory.put(part, digest, list);
    list = new Map();
  };
  const add = async (document: TreeDocument): Promise<void> => {
    if (document.part !== part) await endPart();
    part = document.part;
    const key = keyOf(document);
    let parts = stored.completeParts(key);
    if (parts === 0) {
      const searchDocument = document.read();
      const made = recordsOf(searchDocument, key);
      for (const record of made) await writer.add(record, document.identifier);
      parts = made.length;
      probe ??= searchDocument;
      onImport();
    }
    stored.take(key);
    list.set(key, parts);
    documents++;
    records += parts;
  };
  try {
    for await (const document of tree) await add(document);
    await endPart();
    await writer.flush();
  } finally {
    await writer.settled();
  }
  await deleteRecords(client, collection, stored.remainingIds());
  return { documents, records, imported: writer.imported, probe };
}
