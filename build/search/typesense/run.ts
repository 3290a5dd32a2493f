import type { Client } from 'typesense';
import type { Progress } from '../../report/progress.ts';
import type { TreeDocument } from '../tree.ts';
import { checkCollection } from './check.ts';
import { IndexError } from './client.ts';
import {
  collectionsOf,
  createCollection,
  hasCurrentSchema,
  putInService,
  recordIdsIn,
  servingCollection,
} from './collections.ts';
import { fillCollection } from './fill.ts';
import { HeldWriter, readHeld, recordsWith } from './held.ts';
import { countLexicon, readLexicon, writeLexicon } from './lexicon.ts';
import { changesAtNight, lexiconAfter, type NightInput, updateParts } from './night.ts';
import { type Difference, difference, StoredDocuments } from './stored.ts';

export interface IndexRun {
  client: Client;
  /** A client for each node alone. */
  nodeClients: readonly Client[];
  alias: string;
  /** Reads the tree from its beginning. @param parts of the manifest, by path: only their documents */
  readTree: (parts?: ReadonlySet<string>) => AsyncIterable<TreeDocument>;
  /** Digests of the parts of the tree's manifest that list documents, by path; empty where it has no manifest. */
  digests: ReadonlyMap<string, string>;
  /** Compare everything, whatever the collection tells of itself. */
  full: boolean;
  now: Date;
  progress: Progress;
}

export interface IndexSummary {
  result: 'unchanged' | 'updated' | 'replaced';
  collection: string;
  documents: number;
  records: number;
  /** Documents of the tree that were compared with what the collection holds; the others are in parts that it holds as they are. */
  compared: number;
  /** Records written. */
  imported: number;
  /** Documents that went, or whose former content did. */
  removed: number;
}

/** Where more of the tree differs, a new collection is filled beside the one that serves. */
const FEW_CHANGES = 0.2;
/** Where more documents differ, everything is compared: what changed at night is held in memory. */
const MOST_AT_NIGHT = 20_000;

/**
 * Makes the alias serve what the tree holds. Few changes go into the serving collection; many, or a new schema,
 * go into a new one (or one that an interrupted run has left), which then takes its place. Where the collection tells which
 * manifest it holds, only the parts of it are compared that differ.
 * @throws IndexError, and what the client throws. The alias then names what it named before.
 */
export async function runIndex(run: IndexRun): Promise<IndexSummary> {
  const { client, alias } = run;
  const collections = await collectionsOf(client, alias);
  const serving = await servingCollection(client, alias);
  const usable = collections.filter(name => hasCurrentSchema(alias, name));
  if (serving && usable.includes(serving)) {
    const summary = run.full ? null : await updateAtNight(run, serving);
    if (summary) return summary;
    const updated = await compareAll(run, serving, true);
    if (updated) return updated;
  }
  const leftOver = usable.findLast(name => name !== serving) ?? null;
  return (await compareAll(run, leftOver, false)) as IndexSummary;
}

const areFew = (changes: number, documents: number): boolean =>
  changes <= Math.max(1, FEW_CHANGES * documents);

/** @returns null where the collection does not tell what it holds, tells something wrong, or too much differs */
async function updateAtNight(run: IndexRun, collection: string): Promise<IndexSummary | null> {
  const { client, digests, readTree } = run;
  const held = await readHeld(client, collection);
  if (!held || digests.size === 0) return null;
  const { num_documents: stored } = await client.collections(collection).retrieve();
  if (stored !== recordsWith(held)) return null;
  const input: NightInput = { client, collection, held, digests, readTree };
  const changes = await changesAtNight(input);
  if (!changes) return null;
  const { compared, missing, superfluous } = changes;
  const { documents, records } = held;
  const now = documents + missing - superfluous;
  if (now <= 0 || missing + superfluous > MOST_AT_NIGHT || !areFew(missing + superfluous, now)) return null;
  const summary: IndexSummary = {
    result: 'unchanged',
    collection,
    documents,
    records,
    compared,
    imported: 0,
    removed: 0,
  };
  const done = changes.parts.length === 0 ? summary : await applyNight(run, input, changes, summary);
  if (done) await putInService(client, run.nodeClients, run.alias, collection);
  return done;
}

async function applyNight(
  run: IndexRun,
  input: NightInput,
  changes: Parameters<typeof updateParts>[1],
  summary: IndexSummary,
): Promise<IndexSummary | null> {
  const { client, collection, held } = input;
  const last = await readLexicon(client, collection, held.lexicon.version);
  if (!last) return null;
  run.progress.start('Indexing', changes.missing);
  const night = await updateParts(input, changes, () => run.progress.advance(1));
  run.progress.stop();
  if (!night) return null;
  const { documents, records, imported, probe, writer } = night;
  const filled = { documents, records, imported, probe };
  const others = held.lexicon.records + (await writer.flush());
  await checkCollection(client, collection, { ...filled, records: records + others });
  const lexicon = await writeLexicon(client, collection, await lexiconAfter(input, night, last));
  const now = await writer.finish({ documents, records, lexicon });
  await checkCollection(client, collection, { ...filled, records: recordsWith(now) });
  const isUnchanged = changes.missing + changes.superfluous === 0;
  return {
    ...summary,
    result: isUnchanged ? 'unchanged' : 'updated',
    documents,
    records,
    imported,
    removed: changes.superfluous,
  };
}

/** @param collection null for a new one @param few do nothing where much differs @returns null where it does */
async function compareAll(
  run: IndexRun,
  collection: string | null,
  few: boolean,
): Promise<IndexSummary | null> {
  const { client, alias, readTree, now } = run;
  const stored = await StoredDocuments.from(collection === null ? [] : recordIdsIn(client, collection));
  try {
    const found = await difference(stored, readTree());
    if (found.documents === 0) throw new IndexError('The tree holds no documents.');
    if (few && !areFew(found.missing + found.superfluous, found.documents)) return null;
    const target = collection ?? (await createCollection(client, alias, now));
    return await bringUpToDate(run, target, stored, found, few ? 'updated' : 'replaced');
  } finally {
    stored.close();
  }
}

async function bringUpToDate(
  run: IndexRun,
  collection: string,
  stored: StoredDocuments,
  { documents, missing, superfluous }: Difference,
  result: 'updated' | 'replaced',
): Promise<IndexSummary> {
  const { client, nodeClients, alias, readTree, digests, progress } = run;
  progress.start('Indexing', missing);
  const writer = await HeldWriter.begin(client, collection, null);
  const filled = await fillCollection(client, collection, stored, readTree(), writer, digests, () =>
    progress.advance(1),
  );
  progress.stop();
  await writer.flush();
  const content = await countLexicon(client, collection, filled.documents);
  const lexicon = await writeLexicon(client, collection, content);
  const { records, imported } = filled;
  const held = await writer.finish({ documents: filled.documents, records, lexicon });
  await checkCollection(client, collection, { ...filled, records: recordsWith(held) });
  await putInService(client, nodeClients, alias, collection);
  const isUnchanged = result === 'updated' && missing + superfluous === 0;
  return {
    result: isUnchanged ? 'unchanged' : result,
    collection,
    documents: filled.documents,
    records,
    compared: documents,
    imported,
    removed: superfluous,
  };
}
