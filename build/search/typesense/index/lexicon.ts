import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'typesense';
import { LEXICON, type LexiconContent, type LexiconHead, piecesOf } from '../lexicon-format.ts';
import { IndexError, isNotFound } from './client.ts';
import { INVENTORY } from './collection-inventory.ts';
import { References } from './connections.ts';
import { COUNTED_FIELDS, type Counted, LexiconCounts } from './lexicon-counts.ts';
import { exported, metaRecord, piecesIn, readMetaRecord, readPieces, writePieces } from './meta-records.ts';
import { RecordWriter } from './record-writer.ts';

interface StoredLexicon {
  version: string;
  records: number;
}

/** Stores the lexicon. The head is written last, so that readers get one complete version; the former one is then removed. */
export async function writeLexicon(
  client: Client,
  collection: string,
  content: LexiconContent,
): Promise<StoredLexicon> {
  const text = JSON.stringify(content);
  const version = versionOf(text);
  const pieces = piecesIn(text);
  const head: LexiconHead = { version, pieces };
  const stored = { version, records: pieces + 1 };
  if ((await readMetaRecord(client, collection, LEXICON)) === JSON.stringify(head)) return stored;
  const writer = new RecordWriter(client, collection);
  await writePieces(writer, { id: `${LEXICON}-${version}`, document: piecesOf(version) }, text);
  await writer.flush();
  await writer.add(metaRecord(LEXICON, LEXICON, 0, JSON.stringify(head)), LEXICON);
  await writer.flush();
  const filter = `part:<0 && source:!=${INVENTORY} && document:!=[${LEXICON},${piecesOf(version)}]`;
  await client.collections(collection).documents().delete({ filter_by: filter });
  return stored;
}

const versionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Returns null if the collection's lexicon is missing or incomplete. */
export async function readLexicon(
  client: Client,
  collection: string,
  version: string,
): Promise<LexiconContent | null> {
  const head = JSON.parse(
    (await readMetaRecord(client, collection, LEXICON)) ?? 'null',
  ) as LexiconHead | null;
  if (head?.version !== version) return null;
  const text = await readPieces(client, collection, piecesOf(version));
  return versionOf(text) === version ? (JSON.parse(text) as LexiconContent) : null;
}

/** Followers of a cluster show a write shortly after the leader has confirmed it. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

/** Counts the lexicon from the records. @throws IndexError if a node lacks some of `documents` for too long */
export async function countLexicon(
  client: Client,
  collection: string,
  documents: number,
): Promise<LexiconContent> {
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
  const counts = new LexiconCounts();
  const references = new References();
  try {
    for await (const record of exported<Counted>(client, collection, 'part:=0', COUNTED_FIELDS)) {
      counts.add(record);
      references.add(record);
    }
    const sums = counts.content();
    return { ...sums, ...references.connections(sums.names) };
  } finally {
    references.close();
  }
}
