import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'typesense';
import { isNotFound } from './client.ts';
import { collectionSchema, SCHEMA_VERSION } from './schema.ts';

/** Collections are named `<alias>-<schema version>-<time of creation>`. All but the serving one are left over from failed runs. */

const PATIENCE_MS = 10_000;
const PAUSE_MS = 100;

export async function servingCollection(client: Client, alias: string): Promise<string | null> {
  try {
    return (await client.aliases(alias).retrieve()).collection_name;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function collectionsOf(client: Client, alias: string): Promise<string[]> {
  const all = await client.collections().retrieve();
  return all
    .map(({ name }) => name)
    .filter(name => name.startsWith(`${alias}-`) && /^[0-9a-f]{8}-\d{17}$/.test(name.slice(alias.length + 1)))
    .sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
}

const timeOf = (name: string): string => name.slice(-17);

/** Returns the collection to write: the serving one, that of an interrupted run, or a new one, which another schema needs. */
export async function collectionToWrite(
  client: Client,
  alias: string,
  serving: string | null,
  now: Date,
): Promise<string> {
  const current = `${alias}-${SCHEMA_VERSION}-`;
  const usable = (await collectionsOf(client, alias)).filter(name => name.startsWith(current));
  const known = usable.find(name => name === serving) ?? usable.at(-1);
  if (known) return known;
  const name = current + now.toISOString().replace(/\D/g, '');
  await client.collections().create(collectionSchema(name));
  return name;
}

/** Makes the alias name this collection on all nodes, and removes all its other collections. */
export async function putInService(
  client: Client,
  nodes: readonly Client[],
  alias: string,
  name: string,
): Promise<void> {
  await client.aliases().upsert(alias, { collection_name: name });
  await Promise.all(nodes.map(node => untilServed(node, alias, name)));
  for (const other of await collectionsOf(client, alias)) {
    if (other !== name) await client.collections(other).delete().catch(ignoreNotFound);
  }
}

/** Followers of a cluster learn of an alias shortly after the leader. It does not wait for nodes that are down. */
async function untilServed(node: Client, alias: string, name: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const serving = await servingCollection(node, alias).catch(() => name);
    if (serving === name) return;
    await sleep(PAUSE_MS);
  }
}

/** A lagging node still lists removed collections. */
function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
