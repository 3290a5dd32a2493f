import { StringDecoder } from 'node:string_decoder';
import type { Client } from 'typesense';
import type { DocumentRecord } from '../record.ts';
import { IndexError } from './client.ts';

/** A filter travels in the address, which may have 4,000 characters. */
const FILTER_BATCH = 80;
/** Far longer than the requested fields of any record. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Yields some fields of the documents that pass a filter. */
export async function* exported<F extends keyof DocumentRecord>(
  client: Client,
  collection: string,
  filter: string,
  fields: readonly F[],
): AsyncGenerator<Pick<DocumentRecord, F>> {
  const stream = await client
    .collections(collection)
    .documents()
    .exportStream({ filter_by: filter, include_fields: fields.join(',') });
  for await (const line of linesOf(stream)) if (line !== '') yield JSON.parse(line);
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder();
  let begun = '';
  for await (const chunk of stream) {
    const [end = '', ...more] = decoder.write(chunk).split('\n');
    begun += end;
    if (begun.length > LONGEST_LINE) throw new IndexError('Typesense answers with a record of no end.');
    for (const next of more) {
      yield begun;
      begun = next;
    }
  }
  yield begun;
}

/** Writes filters for some values each: a long list does not fit one request. Keys and ids need no quotes. */
export function* filtersOf(start: string, values: Iterable<string>): Generator<string> {
  let batch: string[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < FILTER_BATCH) continue;
    yield `${start}[${batch.join(',')}]`;
    batch = [];
  }
  if (batch.length > 0) yield `${start}[${batch.join(',')}]`;
}
