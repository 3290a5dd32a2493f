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
import { writeLexicon } from './lexicon.ts';
import { type Difference, difference, StoredDocuments } from './stored.ts';

export interface IndexRun {
  client: Client;
  /** A client for each node alone. */
  nodeClients: readonly Client[];
  alias: string;
  /** Reads the tree from its beginning. */
  readTree: () => AsyncIterable<TreeDocument>;
  now: Date;
  progress: Progress;
}

export interface IndexSummary {
  result: 'unchanged' | 'updated' | 'replaced';
  collection: string;
  documents: number;
  records: number;
  /** Records written. */
  imported: number;
  /** Documents that went, or whose former content did. */
  removed: number;
}

/** Where more of the tree differs, a new collection is filled beside the one that serves. */
const FEW_CHANGES = 0.2;

/**
 * Makes the alias serve what the tree holds. Few changes go into the serving collection; many, or a new schema,
 * go into a new one (or one that an interrupted run has left), which then takes its place.
 * @throws IndexError, and what the client throws. The alias then names what it named before.
 */
export async function runIndex(run: IndexRun): Promise<IndexSummary> {
  const { client, alias } = run;
  const collections = await collectionsOf(client, alias);
  const serving = await servingCollection(client, alias);
  const usable = collections.filter(name => hasCurrentSchema(alias, name));
  if (serving && usable.includes(serving)) {
    const state = await compare(run, serving);
    if (areFew(state.difference)) return bringUpToDate(run, serving, state, 'updated');
  }
  const leftOver = usable.findLast(name => name !== serving);
  if (leftOver) return bringUpToDate(run, leftOver, await compare(run, leftOver), 'replaced');
  const empty = new StoredDocuments();
  const found = await differenceFrom(run, empty);
  const target = await createCollection(client, alias, run.now);
  return bringUpToDate(run, target, { stored: empty, difference: found }, 'replaced');
}

interface FillState {
  stored: StoredDocuments;
  difference: Difference;
}

async function compare(run: IndexRun, collection: string): Promise<FillState> {
  const stored = await StoredDocuments.from(recordIdsIn(run.client, collection));
  return { stored, difference: await differenceFrom(run, stored) };
}

async function differenceFrom({ readTree }: IndexRun, stored: StoredDocuments): Promise<Difference> {
  const found = await difference(stored, readTree());
  if (found.documents === 0) throw new IndexError('The tree holds no documents.');
  return found;
}

const areFew = ({ documents, missing, superfluous }: Difference): boolean =>
  missing + superfluous <= Math.max(1, FEW_CHANGES * documents);

async function bringUpToDate(
  run: IndexRun,
  collection: string,
  { stored, difference: { missing, superfluous } }: FillState,
  result: 'updated' | 'replaced',
): Promise<IndexSummary> {
  const { client, nodeClients, alias, readTree, progress } = run;
  progress.start('Indexing', missing);
  const filled = await fillCollection(client, collection, stored, readTree(), () => progress.advance(1));
  progress.stop();
  const lexicon = await writeLexicon(client, collection, filled.documents);
  await checkCollection(client, collection, { ...filled, records: filled.records + lexicon });
  await putInService(client, nodeClients, alias, collection);
  const { documents, records, imported } = filled;
  const isUnchanged = result === 'updated' && missing + superfluous === 0;
  return {
    result: isUnchanged ? 'unchanged' : result,
    collection,
    documents,
    records,
    imported,
    removed: superfluous,
  };
}
