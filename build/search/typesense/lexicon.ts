import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'typesense';
import type { TypesenseRecord } from '../../contract/search/typesense.ts';
import {
  LEXICON,
  type LexiconContent,
  type LexiconHead,
  piecesOf,
} from '../../contract/search/typesense-words.ts';
import { IndexError, isNotFound } from './client.ts';
import { type Counted, connected, LexiconCounts } from './lexicon-counts.ts';
import { RecordWriter } from './writer.ts';

/** UTF-16 code units of one record: the server takes it, and gives it back, in one go. */
const PIECE = 500_000;

/**
 * Makes the lexicon of a collection tell what its documents hold. It is counted from the records themselves: after a night's
 * changes they alone are read again, not the tree. The head is written last, so that who reads finds one version whole.
 * @param documents how many the collection must hold
 * @returns how many records it takes
 * @throws IndexError where a node does not have them in time
 */
export async function writeLexicon(client: Client, collection: string, documents: number): Promise<number> {
  const text = JSON.stringify(await contentOf(client, collection, documents));
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const pieces = Math.ceil(text.length / PIECE);
  const head: LexiconHead = { version, pieces };
  if ((await headIn(client, collection)) === JSON.stringify(head)) return pieces + 1;
  const writer = new RecordWriter(client, collection);
  for (let i = 0; i < pieces; i++) {
    const piece = text.slice(i * PIECE, (i + 1) * PIECE);
    await writer.add(recordOf(`${LEXICON}-${version}-${i}`, piecesOf(version), i + 1, piece), LEXICON);
  }
  await writer.flush();
  await writer.add(recordOf(LEXICON, LEXICON, 0, JSON.stringify(head)), LEXICON);
  await writer.flush();
  const filter = `part:<0 && document:!=[${LEXICON},${piecesOf(version)}]`;
  await client.collections(collection).documents().delete({ filter_by: filter });
  return pieces + 1;
}

async function headIn(client: Client, collection: string): Promise<string | null> {
  try {
    const head = await client.collections(collection).documents(LEXICON).retrieve();
    return (head as Partial<TypesenseRecord>).lexicon ?? null;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Followers of a cluster show a write a moment after the leader has confirmed it. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

async function contentOf(client: Client, collection: string, documents: number): Promise<LexiconContent> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const content = await counted(client, collection).catch(error => {
      if (isNotFound(error)) return null;
      throw error;
    });
    if (content?.documents === documents) return content;
    if (Date.now() > deadline)
      throw new IndexError(`Collection ${collection} does not show all of its ${documents} documents.`);
    await sleep(PAUSE_MS);
  }
}

async function counted(client: Client, collection: string): Promise<LexiconContent> {
  const stream = await client.collections(collection).documents().exportStream({
    filter_by: 'part:=0',
    include_fields: 'document,stems,labels,citations,references',
  });
  const counts = new LexiconCounts();
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') counts.add(JSON.parse(line) as Counted);
  }
  return { ...counts.content(), ...connected(counts.references) };
}

/** Records of documents have parts from 0 on. */
const recordOf = (id: string, document: string, place: number, lexicon: string): TypesenseRecord => ({
  id,
  document,
  part: -1 - place,
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
