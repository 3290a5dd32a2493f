import { Readable } from 'node:stream';
import type { Client } from 'typesense';
import { CERTAIN } from '../../references/references.ts';
import { DOCUMENTS, VALUES } from '../encoding.ts';
import { type Documents, documentsOf, exported, filtersOf } from './client.ts';
import { importRecords } from './import.ts';

/**
 * What documents tell of each other: popular names become a field of the acts that they name, and values of facets have records of
 * their own. The server counts both, so that only the counts are read.
 */
export async function connect(client: Client, collection: string): Promise<void> {
  const documents = documentsOf(client, collection);
  await nameActs(documents, await countsOf(documents, 'mentions'));
  await writeValues(documents);
}

/** Values with the number of documents that hold each, the most frequent first. */
type ValueCounts = readonly { value: string; count: number }[];

/** A corpus of a million documents has fewer that matter. */
const MOST_VALUES = 50_000;

async function countsOf(documents: Documents, field: string): Promise<ValueCounts> {
  const { facet_counts } = await documents.search({
    q: '*',
    query_by: 'heading',
    filter_by: DOCUMENTS,
    facet_by: field,
    max_facet_values: MOST_VALUES,
    per_page: 0,
  });
  return facet_counts?.[0]?.counts ?? [];
}

async function nameActs(documents: Documents, mentions: ValueCounts): Promise<void> {
  /** By key of a provision: names, and how certain each is. */
  const named = new Map<string, Map<string, number>>();
  for (const { value, count } of mentions) {
    const [key = '', weight, ...words] = value.split(' ');
    const names = named.get(key) ?? new Map<string, number>();
    const name = words.join(' ');
    named.set(key, names.set(name, (names.get(name) ?? 0) + Number(weight) * count));
  }
  const namesOf = (key: string): string[] =>
    Array.from(named.get(key) ?? []).flatMap(([name, weight]) => (weight >= CERTAIN ? [name] : []));
  const keys = [...named.keys()].filter(key => namesOf(key).length > 0);
  async function* changes() {
    const filters = filtersOf('citations:=', keys);
    for await (const record of exported(documents, filters, ['id', 'citations', 'acts'])) {
      const acts = Array.from(new Set(record.citations.flatMap(namesOf))).sort();
      if (acts.join('\n') !== record.acts?.join('\n')) yield [{ id: record.id, acts }];
    }
  }
  await importRecords(documents, changes(), 'update');
}

/** How many values of a field one record holds: the server reads all of them for each. */
const HELD_VALUES = { combined: 1, outermost: 1, title_number: 1, publication_year: 1, agency: 8 };
const NUMBERS = ['title_number', 'publication_year'];

/** Writes the records of values, anew after every change: they must be the last ones that hold their values. */
async function writeValues(documents: Documents): Promise<void> {
  const records = VALUES.map((id): Record<string, unknown> => ({ id, kind: 'values' }));
  for (const [field, most] of Object.entries(HELD_VALUES)) {
    const counts = await countsOf(documents, field);
    const values = counts.map(({ value }) => (NUMBERS.includes(field) ? Number(value) : value));
    for (const [i, record] of records.slice(0, Math.ceil(values.length / most)).entries())
      record[field] = most === 1 ? values[i] : values.slice(i * most, (i + 1) * most);
  }
  const used = records.filter(record => Object.keys(record).length > 2);
  await documents.delete({ filter_by: 'kind:=values' });
  await importRecords(documents, Readable.from([used]));
}
