import { linesOf } from '../../../common/lines.ts';
import type { DocumentRecord } from '../record.ts';
import type { Documents } from './client.ts';

/** A filter travels in the address, which may have 4,000 characters. */
const FILTER_BATCH = 80;
/** Far longer than the requested fields of any record. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Yields some fields of the documents that pass one of the filters. */
export async function* exported<F extends keyof DocumentRecord>(
  documents: Documents,
  filters: Iterable<string>,
  fields: readonly F[],
): AsyncGenerator<Pick<DocumentRecord, F>> {
  for (const filter_by of filters) {
    const stream = await documents.exportStream({ filter_by, include_fields: fields.join(',') });
    for await (const line of linesOf(stream.setEncoding('utf8'), LONGEST_LINE)) yield JSON.parse(line);
  }
}

/** Writes filters for some values each: a long list does not fit one request. Keys and ids need no quotes. */
export function* filtersOf(start: string, values: readonly string[]): Generator<string> {
  for (let i = 0; i < values.length; i += FILTER_BATCH)
    yield `${start}[${values.slice(i, i + FILTER_BATCH).join(',')}]`;
}
