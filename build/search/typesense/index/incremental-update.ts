import type { SearchDocument } from '../../documents/search-document.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import type { LexiconContent } from '../lexicon-format.ts';
import { recordIds, type TypesenseRecord } from '../record.ts';
import { type Changes, listIn, type NightInput } from './changed-parts.ts';
import { HeldWriter } from './collection-inventory.ts';
import { referencesIn } from './collection-references.ts';
import { updatedConnections } from './connections.ts';
import { countLexicon } from './lexicon.ts';
import { COUNTED_FIELDS, type Counted, countedOf, LexiconCounts } from './lexicon-counts.ts';
import { exported } from './meta-records.ts';
import { deleteRecords, FILTER_BATCH, idFilter, inBatches, RecordWriter } from './record-writer.ts';
import { recordsOf } from './records.ts';
import { keyOf } from './stored-documents.ts';

export interface Night {
  writer: HeldWriter;
  imported: number;
  /** Of documents, that the collection must hold now. */
  records: number;
  documents: number;
  probe: SearchDocument | null;
  /** What changed documents were and are, by the key of the document. */
  changed: Map<string, { before: Counted | null; after: Counted | null }>;
}

/**
 * Brings the parts up to date that differ: new records come first and old ones go last.
 * @returns null where the collection does not hold what it tells of
 */
export async function updateParts(
  input: NightInput,
  changes: Changes,
  onImport: () => void,
): Promise<Night | null> {
  const { client, collection, held, digests } = input;
  const writer = await HeldWriter.begin(client, collection, held);
  const records = new RecordWriter(client, collection);
  const night: Night = {
    writer,
    imported: 0,
    records: held.records,
    documents: held.documents,
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
        list.set(keyOf(document), await importDocument(records, night, document));
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
  night.imported = records.imported;
  if (!(await takeFormer(input, former, night))) return null;
  await deleteRecords(client, collection, idsOf(former));
  return night;
}

async function importDocument(writer: RecordWriter, night: Night, document: TreeDocument): Promise<number> {
  const searchDocument = document.read();
  const made = recordsOf(searchDocument, keyOf(document));
  for (const record of made) await writer.add(record, document.identifier);
  night.probe ??= searchDocument;
  night.documents++;
  night.records += made.length;
  const after = countedOf(made[0] as TypesenseRecord);
  night.changed.set(after.document, { before: null, after });
  return made.length;
}

/** Remembers what the documents were that go. @returns whether all of them are there */
async function takeFormer(
  { client, collection }: NightInput,
  former: ReadonlyMap<string, number>,
  night: Night,
): Promise<boolean> {
  let found = 0;
  for (const batch of inBatches(former, FILTER_BATCH)) {
    const firsts = batch.map(([key, parts]) => recordIds(key, parts)[0] ?? '');
    const records = exported<Counted>(client, collection, idFilter(firsts), COUNTED_FIELDS);
    for await (const before of records) {
      found++;
      const { after = null } = night.changed.get(before.document) ?? {};
      night.changed.set(before.document, { before, after });
    }
  }
  night.documents -= former.size;
  for (const parts of former.values()) night.records -= parts;
  return found === former.size;
}

function* idsOf(documents: ReadonlyMap<string, number>): Generator<string> {
  for (const [key, parts] of documents) yield* recordIds(key, parts);
}

/** From so many documents on whose references changed, all are counted anew. */
const MOST_TOUCHED = 20_000;

/** The lexicon after a night, without a look at documents that nothing has to do with. */
export async function lexiconAfter(
  { client, collection }: NightInput,
  { changed, documents }: Night,
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
