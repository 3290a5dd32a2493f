import { checkCollection } from './check.ts';
import { IndexError } from './client.ts';
import { InventoryWriter } from './collection-inventory.ts';
import { createCollection, putInService, recordIdsIn } from './collections.ts';
import { fillCollection } from './fill.ts';
import { areFew, type IndexRun, type IndexSummary } from './index-run.ts';
import { countLexicon, writeLexicon } from './lexicon.ts';
import { type Difference, difference, StoredDocuments } from './stored-documents.ts';

/** @param collection null for a new one @param few give up if much differs @returns null if it gave up */
export async function compareAll(
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
  const { client, nodeClients, alias, readTree, readDigests, progress } = run;
  const digests = readDigests();
  progress.start('Indexing', missing);
  const writer = await InventoryWriter.begin(client, collection, null);
  const filled = await fillCollection(client, collection, stored, readTree(), writer, digests, () =>
    progress.advance(1),
  );
  progress.stop();
  const content = await countLexicon(client, collection, filled.documents);
  const lexicon = await writeLexicon(client, collection, content);
  const { records, imported } = filled;
  const others = await writer.finish(
    { documents: filled.documents, records, lexicon },
    digests,
    readDigests(),
  );
  await checkCollection(client, collection, { ...filled, records: records + others });
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
