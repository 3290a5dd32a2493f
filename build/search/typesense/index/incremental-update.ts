import type { SearchDocument } from '../../documents/search-document.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import type { LexiconContent } from '../lexicon-format.ts';
import { recordIds, type TypesenseRecord } from '../record.ts';
import { type Changes, listIn, type UpdateInput } from './changed-parts.ts';
import { InventoryWriter } from './collection-inventory.ts';
import { referencesIn } from './collection-references.ts';
import { updatedConnections } from './connections.ts';
import { countLexicon } from './lexicon.ts';
import { COUNTED_FIELDS, type Counted, countedOf, LexiconCounts } from './lexicon-counts.ts';
import { exported } from './meta-records.ts';
import { deleteRecords, FILTER_BATCH, idFilter, inBatches, RecordWriter } from './record-writer.ts';
import { recordsOf } from './records.ts';
import { keyOf } from './stored-documents.ts';

interface IncrementalUpdate {
  writer: InventoryWriter;
  imported: number;
  records: number;
  documents: number;
  probe: SearchDocument | null;
  changed: Map<string, { before: Counted | null; after: Counted | null }>;
}

/** Adds new records before it removes old ones, so that changed documents stay found. Null if the inventory is wrong. */
export async function updateParts(
  input: UpdateInput,
  changes: Changes,
  onImport: () => void,
): Promise<IncrementalUpdate | null> {
  const { client, collection, inventory, digests } = input;
  const writer = await InventoryWriter.begin(client, collection, inventory);
  const records = new RecordWriter(client, collection);
  const update: IncrementalUpdate = {
    writer,
    imported: 0,
    records: inventory.records,
    documents: inventory.documents,
    probe: null,
    changed: new Map(),
  };
  const former = new Map<string, number>();
  try {
    for (const { path, missing, superfluous } of changes.parts) {
      const stored = await listIn(input, path);
      if (!stored) return null;
      const list = new Map(stored);
      for (const key of superfluous) {
        former.set(key, stored.get(key) ?? 0);
        list.delete(key);
      }
      for (const document of missing) {
        list.set(keyOf(document), await importDocument(records, update, document));
        onImport();
      }
      const digest = digests.get(path);
      if (digest === undefined || list.size === 0) await writer.remove(path);
      else await writer.put(path, digest, list);
    }
    await records.flush();
  } finally {
    await records.settled();
  }
  update.imported = records.imported;
  if (!(await takeFormer(input, former, update))) return null;
  await deleteRecords(client, collection, idsOf(former));
  return update;
}

async function importDocument(
  writer: RecordWriter,
  update: IncrementalUpdate,
  document: TreeDocument,
): Promise<number> {
  const searchDocument = document.read();
  const made = recordsOf(searchDocument, keyOf(document));
  for (const record of made) await writer.add(record, document.identifier);
  update.probe ??= searchDocument;
  update.documents++;
  update.records += made.length;
  const after = countedOf(made[0] as TypesenseRecord);
  update.changed.set(after.document, { before: null, after });
  return made.length;
}

/** Notes the former state of documents to remove. @returns whether all are present */
async function takeFormer(
  { client, collection }: UpdateInput,
  former: ReadonlyMap<string, number>,
  update: IncrementalUpdate,
): Promise<boolean> {
  let found = 0;
  for (const batch of inBatches(former, FILTER_BATCH)) {
    const firsts = batch.map(([key, parts]) => recordIds(key, parts)[0] ?? '');
    const records = exported<Counted>(client, collection, idFilter(firsts), COUNTED_FIELDS);
    for await (const before of records) {
      found++;
      const { after = null } = update.changed.get(before.document) ?? {};
      update.changed.set(before.document, { before, after });
    }
  }
  update.documents -= former.size;
  for (const parts of former.values()) update.records -= parts;
  return found === former.size;
}

function* idsOf(documents: ReadonlyMap<string, number>): Generator<string> {
  for (const [key, parts] of documents) yield* recordIds(key, parts);
}

/** Above this number of documents with changed references everything is counted anew. */
const MOST_TOUCHED = 20_000;

/** Returns the lexicon after an update. It reads only documents that the changes touch. */
export async function lexiconAfter(
  { client, collection }: UpdateInput,
  { changed, documents }: IncrementalUpdate,
  last: LexiconContent,
): Promise<LexiconContent> {
  const counts = LexiconCounts.from(last);
  for (const { before, after } of changed.values()) {
    if (before) counts.add(before, -1);
    if (after) counts.add(after);
  }
  const sums = counts.content();
  const connections = await updatedConnections(
    last,
    sums.names,
    changed,
    referencesIn(client, collection),
    MOST_TOUCHED,
  );
  return connections ? { ...sums, ...connections } : countLexicon(client, collection, documents);
}
