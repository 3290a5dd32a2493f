import type { Client } from 'typesense';
import { encodeKey } from '../record.ts';
import { metaRecord, piecesIn, readMetaRecord, readPieces, writePieces } from './meta-records.ts';
import { idFilter, RecordWriter } from './record-writer.ts';

/**
 * The collection's record of its own content, which stays correct in every copy and backup: for each manifest part its digest,
 * and in separate records the documents of each part. It exists only while nothing changes: an interrupted run leaves none, and
 * the next run compares everything.
 */
export interface Inventory {
  records: number;
  documents: number;
  lexicon: { version: string; records: number };
  parts: Record<string, InventoryPart>;
}

interface InventoryPart {
  sha256: string;
  list: string;
  pieces: number;
}

/** Number of records of each document, by the key of its content (`keyOf`). */
export type DocumentList = ReadonlyMap<string, number>;

/** The `source` of all these records and the id of the first, which is written last: no document has such. */
export const INVENTORY = 'held';
/** The `document` of the records that describe all parts. */
const ALL = `${INVENTORY}1`;
const listOf = (part: string): string => `${INVENTORY}0${encodeKey(part)}`;

/** Returns null if the collection has no inventory. */
export async function readInventory(client: Client, collection: string): Promise<Inventory | null> {
  const head = await readMetaRecord(client, collection, INVENTORY);
  if (head === null) return null;
  const text = await readPieces(client, collection, ALL);
  return encodeKey(text) === head ? (JSON.parse(text) as Inventory) : null;
}

const recordsOfInventory = (inventory: Inventory): number =>
  1 + piecesIn(JSON.stringify(inventory)) + recordsOfLists(inventory);

const recordsOfLists = ({ parts }: Pick<Inventory, 'parts'>): number =>
  Object.values(parts).reduce((sum, { pieces }) => sum + pieces, 0);

export const recordsWith = (inventory: Inventory): number =>
  inventory.records + inventory.lexicon.records + recordsOfInventory(inventory);

/** Returns null if the list is not the one that was written. */
export async function readList(
  client: Client,
  collection: string,
  path: string,
  { list }: InventoryPart,
): Promise<DocumentList | null> {
  const text = await readPieces(client, collection, listOf(path));
  if (encodeKey(text) !== list) return null;
  return new Map(
    text.split(' ').map(entry => {
      const [key = '', parts] = entry.split('-');
      return [key, Number(parts)];
    }),
  );
}

/** Changes the inventory of a collection, which is absent until `finish`. */
export class InventoryWriter {
  readonly parts = new Map<string, InventoryPart>();
  readonly #client: Client;
  readonly #collection: string;
  readonly #writer: RecordWriter;

  private constructor(client: Client, collection: string) {
    this.#client = client;
    this.#collection = collection;
    this.#writer = new RecordWriter(client, collection);
  }

  /** @param last the inventory to keep in part; null to start anew */
  static async begin(client: Client, collection: string, last: Inventory | null): Promise<InventoryWriter> {
    const writer = new InventoryWriter(client, collection);
    await writer.#delete(last ? idFilter([INVENTORY]) : `source:=${INVENTORY}`);
    if (last) await writer.#delete(`document:=${ALL}`);
    for (const [path, part] of Object.entries(last?.parts ?? {})) writer.parts.set(path, part);
    return writer;
  }

  async put(path: string, sha256: string, documents: DocumentList): Promise<void> {
    await this.remove(path);
    const text = Array.from(documents, ([key, parts]) => `${key}-${parts}`).join(' ');
    const document = listOf(path);
    await writePieces(this.#writer, { id: document, document, source: INVENTORY }, text);
    this.parts.set(path, { sha256, list: encodeKey(text), pieces: piecesIn(text) });
  }

  async remove(path: string): Promise<void> {
    if (this.parts.delete(path)) await this.#delete(`document:=${listOf(path)}`);
  }

  /** Resolves when the server has all lists. @returns the number of their records */
  async flush(): Promise<number> {
    await this.#writer.flush();
    return recordsOfLists({ parts: Object.fromEntries(this.parts) });
  }

  /**
   * Writes the inventory, except for a tree without manifest or one that was published anew meanwhile.
   * @param digests of the tree's parts @param now the same at the end
   * @returns the number of records beside those of documents
   */
  async finish(
    rest: Omit<Inventory, 'parts'>,
    digests: ReadonlyMap<string, string>,
    now: ReadonlyMap<string, string>,
  ): Promise<number> {
    await this.#writer.flush();
    const inventory: Inventory = { ...rest, parts: Object.fromEntries(this.parts) };
    if (digests.size === 0 || !isSame(digests, now))
      return inventory.lexicon.records + recordsOfLists(inventory);
    const text = JSON.stringify(inventory);
    await writePieces(this.#writer, { id: ALL, document: ALL, source: INVENTORY }, text);
    await this.#writer.flush();
    await this.#writer.add(
      { ...metaRecord(INVENTORY, INVENTORY, 0, encodeKey(text)), source: INVENTORY },
      INVENTORY,
    );
    await this.#writer.flush();
    return recordsWith(inventory) - inventory.records;
  }

  #delete(filter: string): Promise<unknown> {
    return this.#client.collections(this.#collection).documents().delete({ filter_by: filter });
  }
}

const isSame = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([path, digest]) => b.get(path) === digest);
