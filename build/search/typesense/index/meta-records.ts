import { StringDecoder } from 'node:string_decoder';
import type { Client } from 'typesense';
import type { TypesenseRecord } from '../record.ts';
import { IndexError, isNotFound } from './client.ts';
import type { RecordWriter } from './record-writer.ts';

/** Records with data about the collection. Their parts are negative, those of documents are not, so no search finds them. */

/** UTF-16 code units of one record, which the server takes and returns in one request. */
const PIECE = 500_000;

export const piecesIn = (text: string): number => Math.ceil(text.length / PIECE);

/** @param id begins the records' ids @param document is the same for all of them */
export async function writePieces(
  writer: RecordWriter,
  { id, document, source = '' }: Pick<TypesenseRecord, 'id' | 'document'> & { source?: string },
  text: string,
): Promise<void> {
  for (let i = 0; i < piecesIn(text); i++) {
    const piece = text.slice(i * PIECE, (i + 1) * PIECE);
    await writer.add({ ...metaRecord(`${id}-${i}`, document, i + 1, piece), source }, document);
  }
}

export async function readPieces(client: Client, collection: string, document: string): Promise<string> {
  const pieces: string[] = [];
  const records = exported<Pick<TypesenseRecord, 'part' | 'lexicon'>>(
    client,
    collection,
    `document:=${document}`,
    'part,lexicon',
  );
  for await (const { part, lexicon = '' } of records) pieces[-2 - part] = lexicon;
  return pieces.join('');
}

export async function readMetaRecord(client: Client, collection: string, id: string): Promise<string | null> {
  try {
    const record = await client.collections(collection).documents(id).retrieve();
    return (record as Partial<TypesenseRecord>).lexicon ?? null;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

export const metaRecord = (
  id: string,
  document: string,
  index: number,
  lexicon: string,
): TypesenseRecord => ({
  id,
  document,
  part: -1 - index,
  lexicon,
  heading: '',
  body: '',
  name: 0,
  stems: '',
  labels: '',
  signature: '',
  citations: [],
  source: '',
  status: '',
  granularity: '',
  identifier_order: '',
  hit: '',
});

/** Yields the records of a filter. @param fields of them, separated by commas */
export async function* exported<T>(
  client: Client,
  collection: string,
  filter: string,
  fields: string,
): AsyncGenerator<T> {
  const stream = await client
    .collections(collection)
    .documents()
    .exportStream({ ...(filter !== '' && { filter_by: filter }), include_fields: fields });
  for await (const line of linesOf(stream)) if (line !== '') yield JSON.parse(line) as T;
}

/** Requested fields take far less: a piece, or a document's references. */
const LONGEST_LINE = 16 * 1024 * 1024;

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder();
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const [end = '', ...more] = decoder.write(chunk).split('\n');
    begun.push(end);
    length += end.length;
    if (length > LONGEST_LINE) throw new IndexError('Typesense answers with a record of no end.');
    for (const next of more) {
      yield begun.join('');
      begun = [next];
      length = next.length;
    }
  }
  yield begun.join('');
}
