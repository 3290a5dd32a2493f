import type { Client } from 'typesense';
import type { SearchDocument } from '../../documents/search-document.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import type { InventoryWriter } from './collection-inventory.ts';
import { deleteRecords, RecordWriter } from './record-writer.ts';
import { recordsOf } from './records.ts';
import { keyOf, type StoredDocuments } from './stored-documents.ts';

export interface Filled {
  /** Documents and records that the collection must hold now. */
  documents: number;
  records: number;
  imported: number;
  /** A document of the tree, to search for. */
  probe: SearchDocument | null;
}

/**
 * Makes a collection hold what the tree holds. New records come first and old ones go last, so that a document
 * that has changed is found at every moment.
 * @param stored what the collection holds
 * @param inventory takes the documents of each part of the manifest @param digests of these parts, by path
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
