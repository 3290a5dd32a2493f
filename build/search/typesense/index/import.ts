import type { ImportResponse } from 'typesense/lib/Typesense/Documents.js';
import { type Documents, IndexError } from './client.ts';

/** Large enough to keep the server busy, small enough to hold some in memory and to repeat. */
const BATCH_CHARACTERS = 1_000_000;
/** Batches on their way. The server indexes one while it receives the next. */
const IN_FLIGHT = 3;
/** Records that the server indexes before it looks for searches again; its default, 40, costs a tenth more of its time. */
const INDEXED_AT_ONCE = 200;

/**
 * Imports records in batches, some at a time; while these are on their way no further records are read. A repeated batch does no
 * harm: it only writes the same records again. Records that come together are in one batch, the last of them at its end: if the
 * server has that one, it has them all.
 * @param action `update` changes fields of records that are there
 * @throws IndexError, the client's errors, and those of the records, all when no batch is on its way any more
 */
export async function importRecords(
  documents: Documents,
  records: AsyncIterable<readonly object[]>,
  action: 'upsert' | 'update' = 'upsert',
): Promise<void> {
  const batches = batchesOf(records);
  const senders = Array.from({ length: IN_FLIGHT }, async () => {
    // The senders share the batches, and a failure of one ends them for all.
    for await (const batch of batches)
      refuseFailures(await documents.import(batch, { action, batch_size: INDEXED_AT_ONCE }), batch);
  });
  const failed = (await Promise.allSettled(senders)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** Yields batches of records, a line of JSON for each. */
async function* batchesOf(records: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let batch = '';
  for await (const together of records) {
    for (const record of together) batch += `${batch && '\n'}${JSON.stringify(record)}`;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield batch;
    batch = '';
  }
  if (batch !== '') yield batch;
}

/** The server answers 200 even if it took none of the records. */
function refuseFailures(answer: string, batch: string): void {
  const failures = answer.split('\n').flatMap((text, i) => {
    const result = JSON.parse(text) as ImportResponse;
    if (result.success) return [];
    const { id, hit } = JSON.parse(batch.split('\n')[i] ?? '{}') as { id: string; hit?: string };
    return [`${hit ? JSON.parse(hit).identifier : id}: ${result.error}`];
  });
  if (failures.length === 0) return;
  const shown = failures.slice(0, 5).join('\n  ');
  throw new IndexError(`Typesense did not take ${failures.length} records, such as\n  ${shown}`);
}
