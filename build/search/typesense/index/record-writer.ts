import type { Client } from 'typesense';
import type { ImportResponse } from 'typesense/lib/Typesense/Documents.js';
import type { TypesenseRecord } from '../record.ts';
import { IndexError } from './client.ts';

/** Large enough to keep the server busy, small enough to hold twice in memory and to repeat. */
const BATCH_BYTES = 4_000_000;
/** A filter travels in the address, which may have 4,000 characters. */
export const FILTER_BATCH = 80;

/** Imports records in batches: one is sent while the next one is made. They are upserted, so a repeated batch does no harm. */
export class RecordWriter {
  imported = 0;
  readonly #client: Client;
  readonly #collection: string;
  #lines: string[] = [];
  #identifiers: string[] = [];
  #bytes = 0;
  #sent: Promise<void> = Promise.resolve();

  constructor(client: Client, collection: string) {
    this.#client = client;
    this.#collection = collection;
  }

  async add(record: TypesenseRecord, identifier: string): Promise<void> {
    const line = JSON.stringify(record);
    this.#lines.push(line);
    this.#identifiers.push(identifier);
    this.#bytes += line.length;
    if (this.#bytes >= BATCH_BYTES) await this.#send();
  }

  /** Resolves when the server has taken everything. @throws IndexError, and the client's errors */
  async flush(): Promise<void> {
    await this.#send();
    await this.#sent;
  }

  /** Resolves when no batch is on its way, taken or not. */
  async settled(): Promise<void> {
    await this.#sent.catch(() => undefined);
  }

  async #send(): Promise<void> {
    await this.#sent;
    if (this.#lines.length === 0) return;
    const [lines, identifiers] = [this.#lines, this.#identifiers];
    this.#lines = [];
    this.#identifiers = [];
    this.#bytes = 0;
    this.#sent = this.#import(lines, identifiers);
    // The next waiting caller gets the error.
    this.#sent.catch(() => undefined);
  }

  async #import(lines: readonly string[], identifiers: readonly string[]): Promise<void> {
    const answer = await this.#client
      .collections(this.#collection)
      .documents()
      .import(lines.join('\n'), { action: 'upsert' });
    refuseFailures(answer, identifiers);
    this.imported += identifiers.length;
  }
}

/** The server answers 200 even if it took none of the records. */
function refuseFailures(answer: string, identifiers: readonly string[]): void {
  const failures = answer.split('\n').flatMap((line, i) => {
    const result = JSON.parse(line) as ImportResponse;
    return result.success ? [] : [`${identifiers[i]}: ${result.error}`];
  });
  if (failures.length === 0) return;
  const shown = failures.slice(0, 5).join('\n  ');
  throw new IndexError(`Typesense did not take ${failures.length} records, such as\n  ${shown}`);
}

export async function deleteRecords(
  client: Client,
  collection: string,
  ids: Iterable<string>,
): Promise<void> {
  for (const batch of inBatches(ids, FILTER_BATCH)) {
    await client
      .collections(collection)
      .documents()
      .delete({ filter_by: idFilter(batch) });
  }
}

/** Ids contain only hexadecimal digits, numbers and hyphens, so they need no quotes. */
export const idFilter = (ids: readonly string[]): string => `id:[${ids.join(',')}]`;

export function* inBatches<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
