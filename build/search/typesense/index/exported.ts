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
  const documents = client.collections(collection).documents();
  const stream = await documents.exportStream({ filter_by: filter, include_fields: fields.join(',') });
  let begun = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = `${begun}${chunk}`.split('\n');
    begun = lines.pop()!;
    if (begun.length > LONGEST_LINE) throw new IndexError('Typesense answers with a record of no end.');
    for (const line of lines) yield JSON.parse(line);
  }
  if (begun !== '') yield JSON.parse(begun);
}

/** Writes filters for some values each: a long list does not fit one request. Keys and ids need no quotes. */
export function* filtersOf(start: string, values: readonly string[]): Generator<string> {
  for (let i = 0; i < values.length; i += FILTER_BATCH)
    yield `${start}[${values.slice(i, i + FILTER_BATCH).join(',')}]`;
}
