import { createHash } from 'node:crypto';
import type { Client } from 'typesense';
import type { CollectionFieldSchema } from 'typesense/lib/Typesense/Collection.js';
import { EQUAL_FILTERS, SEARCH_FILTERS } from '../../../contract/search-filters.ts';
import { isCombined } from '../encoding.ts';
import { becomes, orNull } from './client.ts';
import type { Field } from './records.ts';

/** Raise it when the same document makes other records than before: by `records.ts`, or by what that reads. */
const RECORD_VERSION = 19;

const fields = (
  type: CollectionFieldSchema['type'],
  rest: Partial<CollectionFieldSchema>,
  ...names: Field[]
): CollectionFieldSchema[] => names.map(name => ({ name, type, ...rest }));

const OPTIONAL = { optional: true } as const;
const FACET = { facet: true, ...OPTIONAL } as const;

/** Other fields (`hit`, `signature`) are stored on disk, not in memory. */
const FIELDS: CollectionFieldSchema[] = [
  ...fields('string', {}, 'kind'),
  ...EQUAL_FILTERS.flatMap(name =>
    fields(
      SEARCH_FILTERS[name].type === 'integer' ? 'int32' : 'string',
      isCombined(name) ? OPTIONAL : FACET,
      name,
    ),
  ),
  ...fields('string', FACET, 'combined', 'outermost'),
  ...fields('string[]', FACET, 'agency', 'level', 'spelled', 'mentions'),
  ...fields('int32', FACET, 'publication_date', 'publication_year'),
  ...fields('int32', OPTIONAL, 'precedence', 'cited_by_count'),
  ...fields('int64', OPTIONAL, 'identifier_place', 'identifier_place_rest', 'document_number_place'),
  ...fields('string', OPTIONAL, 'listed', 'heading', 'kin', 'names', 'words'),
  ...fields('string[]', OPTIONAL, 'agency_key', 'levels', 'acts', 'short'),
  ...fields('string[]', OPTIONAL, 'citations', 'cited_keys', 'text', 'long_text', 'text_citations'),
];

/** A collection of another version is replaced, not updated. */
const SCHEMA_VERSION = createHash('sha256')
  .update(JSON.stringify([RECORD_VERSION, FIELDS]))
  .digest('hex')
  .slice(0, 8);

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
