import type { Client } from 'typesense';
import { recordIds, type TypesenseRecord } from '../../contract/search/typesense.ts';
import type { LexiconContent } from '../../contract/search/typesense-words.ts';
import type { SearchDocument } from '../document.ts';
import type { TreeDocument } from '../tree.ts';
import { updatedConnections } from './connections.ts';
import { type DocumentList, type Held, HeldWriter, readList } from './held.ts';
import { referencesIn } from './held-references.ts';
import { countLexicon } from './lexicon.ts';
import { COUNTED_FIELDS, type Counted, countedOf, LexiconCounts } from './lexicon-counts.ts';
import { exported } from './own-records.ts';
import { recordsOf } from './records.ts';
import { keyOf } from './stored.ts';
import { deleteRecords, FILTER_BATCH, idFilter, inBatches, RecordWriter } from './writer.ts';

/** What differs between what a collection tells of itself and the tree, part by part of the manifest. */

export interface NightInput {
  client: Client;
  collection: string;
  held: Held;
  /** Digests of the tree's parts, by path. */
  digests: ReadonlyMap<string, string>;
  /** The documents of these parts. */
  readTree(parts: ReadonlySet<string>): AsyncIterable<TreeDocument>;
}

/** The parts that differ, and how many of their documents. */
export interface Changes {
  /** By path. */
  parts: string[];
  /** Documents of the tree that were looked at. */
  compared: number;
  missing: number;
  superfluous: number;
}

/** A part's documents as the collection has them and as the tree has them. */
interface ComparedPart {
  stored: DocumentList;
  documents: Map<string, TreeDocument>;
}

/** @returns null where the collection does not have the lists that it tells of */
export async function changesAtNight(input: NightInput): Promise<Changes | null> {
  const { held, digests } = input;
  const paths = new Set([...Object.keys(held.parts), ...digests.keys()]);
  const parts = [...paths].filter(path => held.parts[path]?.sha256 !== digests.get(path));
  const changes: Changes = { parts, compared: 0, missing: 0, superfluous: 0 };
  for (const path of parts) {
    const compared = await comparePart(input, path);
    if (!compared) return null;
    const { stored, documents } = compared;
    changes.compared += documents.size;
    changes.missing += without(documents.keys(), stored).length;
    changes.superfluous += without(stored.keys(), documents).length;
  }
  return changes;
}

async function comparePart(
  { client, collection, held, digests, readTree }: NightInput,
  path: string,
): Promise<ComparedPart | null> {
  const part = held.parts[path];
  const stored = part ? await readList(client, collection, path, part) : new Map<string, number>();
  if (!stored) return null;
  const documents = new Map<string, TreeDocument>();
  if (digests.has(path))
    for await (const document of readTree(new Set([path]))) documents.set(keyOf(document), document);
  return { stored, documents };
}

const without = (keys: Iterable<string>, others: { has(key: string): boolean }): string[] =>
  [...keys].filter(key => !others.has(key));

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
  const superfluous = new Map<string, number>();
  try {
    for (const path of changes.parts) {
      const compared = await comparePart(input, path);
      if (!compared) return null;
      const { stored, documents } = compared;
      const list = new Map<string, number>();
      for (const [key, document] of documents) {
        const parts = stored.get(key) ?? (await importDocument(records, night, key, document));
        if (!stored.has(key)) onImport();
        list.set(key, parts);
      }
      for (const key of without(stored.keys(), documents)) superfluous.set(key, stored.get(key) ?? 0);
      const digest = digests.get(path);
      if (digest === undefined || list.size === 0) await writer.remove(path);
      else await writer.put(path, digest, list);
    }
    await records.flush();
  } finally {
    await records.settled();
  }
  night.imported = records.imported;
  if (!(await takeFormer(input, superfluous, night))) return null;
  await deleteRecords(client, collection, idsOf(superfluous));
  return night;
}

async function importDocument(
  writer: RecordWriter,
  night: Night,
  key: string,
  document: TreeDocument,
): Promise<number> {
  const searchDocument = document.read();
  const made = recordsOf(searchDocument, key);
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
  superfluous: ReadonlyMap<string, number>,
  night: Night,
): Promise<boolean> {
  let found = 0;
  for (const batch of inBatches(superfluous, FILTER_BATCH)) {
    const firsts = batch.map(([key, parts]) => recordIds(key, parts)[0] ?? '');
    const records = exported<Counted>(client, collection, idFilter(firsts), COUNTED_FIELDS);
    for await (const before of records) {
      found++;
      const { after = null } = night.changed.get(before.document) ?? {};
      night.changed.set(before.document, { before, after });
    }
  }
  night.documents -= superfluous.size;
  for (const parts of superfluous.values()) night.records -= parts;
  return found === superfluous.size;
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
