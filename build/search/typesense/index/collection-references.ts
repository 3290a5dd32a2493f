import type { Client } from 'typesense';
import type { CollectionReferences, Referring } from './connections.ts';
import { exported } from './meta-records.ts';
import { FILTER_BATCH, inBatches } from './record-writer.ts';

/** The server's default limit of searches in one request. */
const SEARCHES = 50;

/** Reads the references between a collection's documents. */
export const referencesIn = (client: Client, collection: string): CollectionReferences => ({
  async documentsWith(keys) {
    const found: Referring[] = [];
    for (const batch of inBatches(keys, FILTER_BATCH)) {
      const filter = `citations:=[${batch.join(',')}] && part:=0`;
      const records = exported<Referring>(client, collection, filter, 'document,citations,cites');
      for await (const record of records) found.push(record);
    }
    return found;
  },
  async countsOfCiting(lists) {
    const counts: number[] = [];
    for (const batch of inBatches(lists, SEARCHES)) {
      const searches = batch.map(keys => ({
        collection,
        q: '*',
        // Only first records hold citations. No document cites an empty list.
        filter_by: `cites:=[${keys.length === 0 ? 'none' : keys.join(',')}]`,
        include_fields: 'id',
        per_page: 1,
      }));
      const { results } = await client.multiSearch.perform<object[]>({ searches });
      for (const result of results) {
        if (!('found' in result)) throw new Error(`Typesense answers: ${JSON.stringify(result)}`);
        counts.push(result.found);
      }
    }
    return counts;
  },
});
