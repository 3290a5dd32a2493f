import { type Changes, changedParts, type UpdateInput } from './changed-parts.ts';
import { checkCollection } from './check.ts';
import { readInventory, recordsWith } from './collection-inventory.ts';
import { collectionsOf, hasCurrentSchema, putInService, servingCollection } from './collections.ts';
import { compareAll } from './full-update.ts';
import { lexiconAfter, updateParts } from './incremental-update.ts';
import type { IndexRun, IndexSummary } from './index-run.ts';
import { readLexicon, writeLexicon } from './lexicon.ts';

/**
 * Makes the alias serve the tree's documents. The serving collection takes few changes; for many, or a new schema, a new
 * collection (or one of an interrupted run) is filled and replaces it. With an inventory only the differing manifest parts are
 * compared.
 * @throws IndexError, and the client's errors. The alias then names what it named before.
 */
export async function runIndex(run: IndexRun): Promise<IndexSummary> {
  const { client, alias } = run;
  const collections = await collectionsOf(client, alias);
  const serving = await servingCollection(client, alias);
  const usable = collections.filter(name => hasCurrentSchema(alias, name));
  if (serving && usable.includes(serving)) {
    const summary = run.full ? null : await updateIncrementally(run, serving);
    if (summary) return summary;
    const updated = await compareAll(run, serving, true);
    if (updated) return updated;
  }
  const leftOver = usable.findLast(name => name !== serving) ?? null;
  return (await compareAll(run, leftOver, false)) as IndexSummary;
}

/** Returns null if the collection's inventory is missing or wrong, or too much differs. */
async function updateIncrementally(run: IndexRun, collection: string): Promise<IndexSummary | null> {
  const { client, readDigests, readTree } = run;
  const digests = readDigests();
  const inventory = await readInventory(client, collection);
  if (!inventory || digests.size === 0) return null;
  const { num_documents: stored } = await client.collections(collection).retrieve();
  if (stored !== recordsWith(inventory)) return null;
  const input: UpdateInput = { client, collection, inventory, digests, readTree };
  const changes = await changedParts(input);
  if (!changes) return null;
  const { documents, records } = inventory;
  const summary: IndexSummary = {
    result: 'unchanged',
    collection,
    documents,
    records,
    compared: changes.compared,
    imported: 0,
    removed: 0,
  };
  const done = changes.parts.length === 0 ? summary : await applyChanges(run, input, changes, summary);
  if (done) await putInService(client, run.nodeClients, run.alias, collection);
  return done;
}

async function applyChanges(
  run: IndexRun,
  input: UpdateInput,
  changes: Changes,
  summary: IndexSummary,
): Promise<IndexSummary | null> {
  const { client, collection, inventory, digests } = input;
  const last = await readLexicon(client, collection, inventory.lexicon.version);
  if (!last) return null;
  run.progress.start('Indexing', changes.missing);
  const update = await updateParts(input, changes, () => run.progress.advance(1));
  run.progress.stop();
  if (!update) return null;
  const { documents, records, imported, probe, writer } = update;
  const filled = { documents, records, imported, probe };
  const before = inventory.lexicon.records + (await writer.flush());
  await checkCollection(client, collection, { ...filled, records: records + before });
  const lexicon = await writeLexicon(client, collection, await lexiconAfter(input, update, last));
  const others = await writer.finish({ documents, records, lexicon }, digests, run.readDigests());
  await checkCollection(client, collection, { ...filled, records: records + others });
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
