import type { Client } from 'typesense';
import { becomes, orNull } from './client.ts';
import { FIELDS, SCHEMA_VERSION } from './schema.ts';

/** Collections are named `<alias>-<schema version>-<time of creation>`. All but the serving one are left over from failed runs. */

export const servingCollection = async (client: Client, alias: string): Promise<string | null> =>
  (await orNull(client.aliases(alias).retrieve()))?.collection_name ?? null;

async function collectionsOf(client: Client, alias: string): Promise<string[]> {
  const all = await client.collections().retrieve();
  return all
    .map(({ name }) => name)
    .filter(name => name.startsWith(`${alias}-`) && /^[0-9a-f]{8}-\d{17}$/.test(name.slice(alias.length + 1)))
    .sort();
}

/** Returns the collection to write: the serving one, that of an interrupted run, or a new one, which another schema needs. */
export async function collectionToWrite(client: Client, alias: string, now: Date): Promise<string> {
  const current = `${alias}-${SCHEMA_VERSION}-`;
  const known = (await collectionsOf(client, alias)).findLast(name => name.startsWith(current));
  if (known) return known;
  const name = current + now.toISOString().replace(/\D/g, '');
  await client.collections().create({ name, fields: FIELDS });
  return name;
}

/** In milliseconds. Followers of a cluster learn of an alias shortly after the leader. */
const PATIENCE = 10_000;

/** Makes the alias name this collection on all nodes that answer, and removes all its other collections. */
export async function putInService(
  client: Client,
  nodes: readonly Client[],
  alias: string,
  name: string,
): Promise<void> {
  await client.aliases().upsert(alias, { collection_name: name });
  const servedBy = (node: Client) => servingCollection(node, alias).catch(() => name);
  await Promise.all(nodes.map(node => becomes(async () => (await servedBy(node)) === name, PATIENCE)));
  // A lagging node still lists removed collections.
  for (const other of await collectionsOf(client, alias))
    if (other !== name) await orNull(client.collections(other).delete());
}
