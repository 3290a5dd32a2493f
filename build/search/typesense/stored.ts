import { encodeKey, parseRecordId, recordIds } from '../../contract/search/typesense.ts';
import type { TreeDocument } from '../tree.ts';

/** The key under which a document's content is stored: another content has another key. */
export const keyOf = (document: TreeDocument): string => encodeKey(document.hash);

/** Which documents a collection holds, and which of them completely. */
export class StoredDocuments {
  readonly #byKey = new Map<string, { parts: number; present: number }>();

  /** @param ids of all records of the collection */
  static async from(ids: AsyncIterable<string>): Promise<StoredDocuments> {
    const stored = new StoredDocuments();
    for await (const id of ids) {
      const { key, parts } = parseRecordId(id);
      const document = stored.#byKey.get(key);
      if (document) document.present++;
      else stored.#byKey.set(key, { parts, present: 1 });
    }
    return stored;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** How many records a document has here; 0 unless all of them are here. */
  completeParts(key: string): number {
    const document = this.#byKey.get(key);
    return document && document.present === document.parts ? document.parts : 0;
  }

  /** Takes a document out: what remains at the end is in no tree. */
  take(key: string): void {
    this.#byKey.delete(key);
  }

  /** Ids of records of the documents that have not been taken, some of which may be absent. */
  *remainingIds(): Generator<string> {
    for (const [key, { parts }] of this.#byKey) yield* recordIds(key, parts);
  }
}

export interface Difference {
  /** Documents of the tree. */
  documents: number;
  /** Documents of the tree that are not stored completely. */
  missing: number;
  /** Stored documents that the tree does not have. */
  superfluous: number;
}

/** Compares without reading any document's text. */
export async function difference(
  stored: StoredDocuments,
  tree: AsyncIterable<TreeDocument>,
): Promise<Difference> {
  let documents = 0;
  let present = 0;
  for await (const document of tree) {
    documents++;
    if (stored.completeParts(keyOf(document))) present++;
  }
  return { documents, missing: documents - present, superfluous: stored.size - present };
}
