import { listTree } from '../../build/search/documents/tree-documents.ts';
import { parseNodes } from '../../build/search/typesense/connection.ts';
import { adminClient, documentsOf } from '../../build/search/typesense/index/client.ts';
import { importRecords } from '../../build/search/typesense/index/import.ts';
import { API_KEY, startTypesense, typesenseBinary } from '../helpers/typesense-server.ts';
import { fill } from '../search/typesense/find/subject.ts';
import { benchTree } from './search-tree.ts';

/** Each way fills so many new servers, by turns. */
const ROUNDS = 3;

/**
 * How long Typesense takes to be filled from a tree, beside a bare import of the same documents.
 * @param args the tree; that of the real corpora where it is not given
 */
export async function run(args: string[]): Promise<void> {
  const binary = typesenseBinary();
  if (binary === null) throw new Error('TYPESENSE_SERVER must name a server.');
  const tree = await benchTree(args);
  const ways = { bare: importBare, filled: (url: string) => fill(url, 'pandect', tree) };
  for (let round = 0; round < ROUNDS; round++) {
    const seconds: number[] = [];
    for (const [name, way] of Object.entries(ways)) {
      const server = await startTypesense(binary);
      const [began, before] = [performance.now(), process.cpuUsage()];
      await way(server.url, tree);
      const own = process.cpuUsage(before);
      seconds.push((performance.now() - began) / 1000);
      await server.stop();
      console.log(
        `${name}: ${seconds.at(-1)!.toFixed(1)} s; the indexer's processor ${((own.user + own.system) / 1e6).toFixed(1)} s`,
      );
    }
    console.log(`filled takes ${(seconds[1]! / seconds[0]!).toFixed(2)} times as long as bare`);
  }
}

const WORD = { type: 'string', facet: true, optional: true } as const;
const NUMBER = { ...WORD, type: 'int32' } as const;

/** What whoever knows nothing of Pandect would import: heading and text to search, and the values of filters and facets. */
async function importBare(url: string, tree: string): Promise<void> {
  const client = adminClient(parseNodes(url), API_KEY, 3);
  await client.collections().create({
    name: 'bare',
    fields: [
      ...['heading', 'body'].map(name => ({ name, type: 'string' as const })),
      { name: 'agencies', type: 'string[]', facet: true },
      ...['source', 'document_type', 'status', 'granularity', 'publication_date'].map(name => ({
        name,
        ...WORD,
      })),
      ...['title_number', 'cited_by_count'].map(name => ({ name, ...NUMBER })),
    ],
  });
  async function* records() {
    for await (const { read } of listTree(tree)) {
      const { heading, body, agencies, granularity, cited_by_count, publication_date, filtered } = read();
      const present = Object.entries({ ...filtered, publication_date }).filter(([, value]) => value !== null);
      yield [{ heading, body, agencies, granularity, cited_by_count, ...Object.fromEntries(present) }];
    }
  }
  await importRecords(documentsOf(client, 'bare'), records());
}
