import type { Client } from 'typesense';
import type { Progress } from '../../../report/progress.ts';
import { withFilesAtHand } from '../../documents/files-at-hand.ts';
import type { TreeDocument } from '../../documents/tree-documents.ts';
import { DOCUMENTS, documentIdOf, encodeKey, textIdOf } from '../encoding.ts';
import { becomes, documentsOf, exported, filtersOf, IndexError, orNull } from './client.ts';
import { collectionToWrite, putInService, servingCollection } from './collections.ts';
import { connect } from './connect.ts';
import { importRecords } from './import.ts';
import { recordsOf } from './records.ts';

export interface IndexRun {
  client: Client;
  /** A client for each node alone, without retries. */
  nodeClients: readonly Client[];
  alias: string;
  /** Lists the tree's documents. @param parts manifest parts to list, by path */
  readTree: (parts?: ReadonlySet<string>) => AsyncIterable<TreeDocument>;
  /** Counts them. @param parts as above */
  countDocuments: (parts?: ReadonlySet<string>) => number;
  /** Reads the digests of the manifest parts that list documents, by path; empty without a manifest. */
  readDigests: () => ReadonlyMap<string, string>;
  /** Compares everything, whatever the collection tells that it holds. */
  full: boolean;
  now: Date;
  progress: Progress;
}

export interface IndexSummary {
  result: 'unchanged' | 'updated' | 'replaced';
  collection: string;
  documents: number;
  /** Compared documents; the others are in unchanged parts. */
  compared: number;
  /** Written because they are new or changed. */
  imported: number;
  removed: number;
}

/**
 * Makes the alias serve the tree's documents. A collection of the current schema is updated in place: changed documents are
 * replaced one by one, so that each is always found. Another schema needs a new collection, which then takes the place of the
 * serving one. The collection tells which parts of the manifest it holds: only documents of other parts are compared, and an
 * interrupted run goes on where it ended.
 * @throws IndexError, and the client's errors. The alias then names what it named before.
 */
export async function runIndex(run: IndexRun): Promise<IndexSummary> {
  const { client, nodeClients, alias, now } = run;
  const serving = await servingCollection(client, alias);
  const collection = await collectionToWrite(client, alias, now);
  const filled = await fill(run, collection);
  await putInService(client, nodeClients, alias, collection);
  const isChanged = filled.imported + filled.removed > 0;
  const result = collection !== serving ? 'replaced' : isChanged ? 'updated' : 'unchanged';
  return { result, collection, ...filled };
}

async function fill(run: IndexRun, collection: string): Promise<Omit<IndexSummary, 'result' | 'collection'>> {
  const { client, readDigests, readTree, progress } = run;
  const stored = documentsOf(client, collection);
  const digests = readDigests();
  const held = run.full || digests.size === 0 ? null : await readHeld(client, collection);
  const changed = held && new Set(changedParts(held.parts, digests));
  const filters = changed ? filtersOf('listed:=', Array.from(changed, encodeKey)) : ['kind:=[document,text]'];
  const hashes = new Map<string, string>();
  for await (const { id, hash } of exported(stored, filters, ['id', 'hash'])) hashes.set(id, hash);
  const others = held ? held.documents - documentsAmong(hashes) : 0;
  // An interrupted run leaves no description, and the next one compares everything.
  await writeHeld(client, collection, null);
  let [compared, imported] = [0, 0];
  async function* unwritten() {
    for await (const document of readTree(changed ?? undefined)) {
      const id = encodeKey(document.identifier);
      const [own, ofText] = [id, textIdOf(id)].map(one => hashes.get(one));
      // Its number of records stays: between two writes a phrase would find both, or neither.
      const isDivided = ofText !== undefined || (own === undefined ? null : false);
      const isHeld = own !== undefined && own === hashOf(document) && (ofText ?? own) === own;
      if (isHeld) progress.advance(1);
      else yield { document, isDivided };
      for (const one of [id, textIdOf(id)]) hashes.delete(one);
      compared++;
    }
  }
  async function* changedRecords() {
    for await (const { document, isDivided } of withFilesAtHand(unwritten(), one => one.document.paths?.())) {
      yield recordsOf(document.read(), hashOf(document), encodeKey(document.part ?? ''), isDivided);
      imported++;
      progress.advance(1);
    }
  }
  progress.start('Indexing', run.countDocuments(changed ?? undefined));
  await importRecords(stored, changedRecords()).finally(() => progress.stop());
  const removed = documentsAmong(hashes);
  const documents = others + compared;
  if (documents === 0) throw new IndexError('The tree holds no documents.');
  // A text before its document: without that it would be found and not be shown.
  for (const filter of filtersOf('id:', [...hashes.keys()].sort().reverse()))
    await stored.delete({ filter_by: filter });
  await untilShown(run, collection, documents);
  // A run that was interrupted may have written everything but this.
  if (held === null || imported + removed > 0) await connect(client, collection);
  const parts = Object.fromEntries(digests);
  // A tree that was published anew meanwhile is compared again.
  if (changedParts(parts, readDigests()).length === 0)
    await writeHeld(client, collection, { documents, parts });
  return { documents, compared, imported, removed };
}

const hashOf = ({ part = '', hash }: TreeDocument): string => encodeKey(`${part} ${hash}`);

const documentsAmong = (hashes: ReadonlyMap<string, string>): number =>
  [...hashes.keys()].filter(id => id === documentIdOf(id)).length;

/** Returns the paths of parts that two manifests do not share. */
const changedParts = (held: Held['parts'], digests: ReadonlyMap<string, string>): string[] =>
  [...new Set([...Object.keys(held), ...digests.keys()])].filter(path => held[path] !== digests.get(path));

/** In milliseconds. Followers of a cluster show a write shortly after the leader has confirmed it. */
const PATIENCE = 30_000;

/** Resolves when all nodes that answer have this number of documents. @throws IndexError if one has not for too long */
async function untilShown({ nodeClients }: IndexRun, collection: string, documents: number): Promise<void> {
  const all = { collection, q: '*', query_by: 'heading', filter_by: DOCUMENTS, per_page: 0 };
  for (const node of nodeClients) {
    // A node that does not know the collection yet has no number.
    const shown = async () =>
      (await node.multiSearch.perform<object[]>({ searches: [all] })).results[0]?.found ?? 0;
    // A kept connection may have been reset during a long import, so a node is asked twice.
    const isShown = async () =>
      (await shown()
        .catch(shown)
        .catch(() => documents)) === documents;
    if (await becomes(isShown, PATIENCE)) continue;
    throw new IndexError(`Collection ${collection} has ${await shown()} documents instead of ${documents}.`);
  }
}

const HELD = 'held';

/** What a collection holds, in a record of its own; absent while that changes. */
interface Held {
  documents: number;
  /** The digests of the manifest's parts, by path. */
  parts: Record<string, string>;
}

const ofHeld = (client: Client, collection: string) =>
  client.collections<{ id: string; kind: string; held?: Held }>(collection);

/** Returns null if the collection does not tell what it holds. */
const readHeld = async (client: Client, collection: string): Promise<Held | null> =>
  (await orNull(ofHeld(client, collection).documents(HELD).retrieve()))?.held ?? null;

const writeHeld = (client: Client, collection: string, held: Held | null) =>
  ofHeld(client, collection)
    .documents()
    .upsert({ id: HELD, kind: HELD, ...(held && { held }) });
