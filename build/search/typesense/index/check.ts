import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'typesense';
import { foldedWords } from '../../text/tokens.ts';
import { encodeKey } from '../record.ts';
import { IndexError, isNotFound } from './client.ts';
import type { Filled } from './fill.ts';

/** Followers of a cluster show a write shortly after the leader has confirmed it. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

/** @throws IndexError if a collection lacks records or does not find them */
export async function checkCollection(client: Client, name: string, filled: Filled): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const fault = await faultOf(client, name, filled).catch(faultOfLag);
    if (fault === null) return;
    if (Date.now() > deadline) throw new IndexError(`The check of collection ${name} failed: ${fault}.`);
    await sleep(PAUSE_MS);
  }
}

function faultOfLag(error: unknown): string {
  if (isNotFound(error)) return 'a node does not have it';
  throw error;
}

async function faultOf(client: Client, name: string, filled: Filled): Promise<string | null> {
  const { num_documents: records } = await client.collections(name).retrieve();
  if (records !== filled.records) return `it has ${records} records instead of ${filled.records}`;
  const documents = await countFound(client, name, '*');
  if (documents !== filled.documents) return `it has ${documents} documents instead of ${filled.documents}`;
  if (!filled.probe) return null;
  const { heading, identifier } = filled.probe;
  const query = foldedWords(heading).slice(0, 5).join(' ') || '*';
  const found = await countFound(client, name, query, `document:=${encodeKey(identifier)}`);
  return found === 1 ? null : `a search for the heading of ${identifier} does not find it`;
}

async function countFound(client: Client, name: string, q: string, ...filter: string[]): Promise<number> {
  const answer = await client
    .collections(name)
    .documents()
    .search({
      q,
      query_by: 'heading',
      filter_by: ['part:=0', ...filter].join(' && '),
      // Without filter and order, the server counts only the groups of one page.
      sort_by: 'identifier_order:asc',
      group_by: 'document',
      group_limit: 1,
      per_page: 1,
      include_fields: 'id',
    });
  return answer.found;
}
