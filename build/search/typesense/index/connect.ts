import type { Client } from 'typesense';
import { CERTAIN } from '../../references/references.ts';
import { foldedWords } from '../../text/tokens.ts';
import { DOCUMENTS, type DocumentRecord, RECORDS, readMention } from '../record.ts';
import { stemsOf, tellingStems } from '../stems.ts';
import { isNotFound } from './client.ts';
import { exported, filtersOf } from './exported.ts';
import { RecordWriter } from './record-writer.ts';

/**
 * What documents tell of each other: popular names become a field of the acts that they name, abbreviations become synonyms of
 * the collection. The server counts both, so that only the counts are read.
 */
export async function connect(client: Client, collection: string): Promise<void> {
  const counts = await countsOf(client, collection, ['mentions', 'spelled']);
  await nameActs(client, collection, counts[0]!);
  await writeSynonyms(client, collection, counts[1]!).catch(error => {
    if (!isNotFound(error)) throw error;
  });
}

/** Values with the number of documents that hold each, the most frequent first. */
type ValueCounts = [value: string, documents: number][];

/** A corpus of a million documents has fewer that matter. */
const MOST_VALUES = 50_000;

async function countsOf(
  client: Client,
  collection: string,
  fields: readonly string[],
): Promise<ValueCounts[]> {
  const { facet_counts = [] } = await client
    .collections(collection)
    .documents()
    .search({
      q: '*',
      query_by: 'heading',
      filter_by: DOCUMENTS,
      facet_by: fields.join(','),
      max_facet_values: MOST_VALUES,
      per_page: 0,
    });
  return fields.map(field =>
    (facet_counts.find(({ field_name }) => field_name === field)?.counts ?? []).map(({ value, count }) => [
      value,
      count,
    ]),
  );
}

async function nameActs(client: Client, collection: string, mentions: ValueCounts): Promise<void> {
  const weights = new Map<string, Map<string, number>>();
  for (const [text, documents] of mentions) {
    const { name, key, weight } = readMention(text);
    const stems = stemsOf(name);
    const ofKey = weights.get(key) ?? new Map<string, number>();
    weights.set(key, ofKey.set(stems, (ofKey.get(stems) ?? 0) + weight * documents));
  }
  const namesOf = (key: string): string[] =>
    Array.from(weights.get(key) ?? []).flatMap(([name, weight]) => (weight >= CERTAIN ? [name] : []));
  const keys = [...weights.keys()].filter(key => namesOf(key).length > 0);
  const writer = new RecordWriter(client, collection, 'update');
  for (const filter of filtersOf('citations:=', keys)) {
    for await (const { id, citations, acts } of exported(client, collection, filter, [
      'id',
      'citations',
      'acts',
    ])) {
      const names = Array.from(new Set(citations.flatMap(namesOf))).sort();
      if (names.join('\n') !== acts?.join('\n')) await writer.add({ id, acts: names });
    }
  }
  await writer.flush();
}

/** An abbreviation in more than this share of all documents is an ordinary word. */
const COMMON = 0.05;
/** Documents that must spell out an abbreviation. */
const SPELLING = 2;
const MOST_LONG_FORMS = 2;
const SHORTEST = 2;
/** The server's limit of searches in one request. */
const SEARCHES = 50;

async function writeSynonyms(client: Client, collection: string, spelled: ValueCounts): Promise<void> {
  const wanted = new Map<string, string[]>();
  for (const [text, documents] of spelled) {
    const [short = '', ...long] = text.split(' ');
    const known = wanted.get(short) ?? [];
    if (documents < SPELLING || short.length < SHORTEST || known.length >= MOST_LONG_FORMS) continue;
    const stems = tellingStems(foldedWords(long.join(' '))).join(' ');
    if (!known.includes(stems)) wanted.set(short, [...known, stems]);
  }
  for (const short of await commonAmong(client, collection, [...wanted.keys()])) wanted.delete(short);
  // The library warns of these requests, which version 30 answers no more.
  const path = `/collections/${collection}/synonyms`;
  const stored = await client.apiCall.get<{ synonyms: Synonym[] }>(path);
  const former = new Map(stored.synonyms.map(({ id, synonyms }) => [id, synonyms.join('\n')]));
  for (const [short, synonyms] of wanted) {
    if (former.get(short) !== synonyms.join('\n'))
      await client.apiCall.put(`${path}/${short}`, { root: short, synonyms });
    former.delete(short);
  }
  for (const gone of former.keys()) await client.apiCall.delete(`${path}/${gone}`);
}

interface Synonym {
  id: string;
  synonyms: string[];
}

async function commonAmong(client: Client, collection: string, words: readonly string[]): Promise<string[]> {
  const common: string[] = [];
  for (let i = 0; i < words.length; i += SEARCHES) {
    const batch = words.slice(i, i + SEARCHES);
    const searches = batch.map(q => ({
      collection,
      q,
      query_by: 'words',
      prefix: false,
      num_typos: 0,
      per_page: 0,
    }));
    const { results } = await client.multiSearch.perform<DocumentRecord[]>({ searches });
    for (const [j, { found = 0, out_of = 0 }] of results.entries())
      if (found > (COMMON * out_of) / RECORDS) common.push(batch[j]!);
  }
  return common;
}
