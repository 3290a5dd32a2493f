import { parseNodes } from '../../../../build/contract/search/typesense.ts';
import type { SearchQuery } from '../../../../build/contract/search.ts';
import { silent } from '../../../../build/report/progress.ts';
import { listTree } from '../../../../build/search/tree.ts';
import { adminClient, nodeClients } from '../../../../build/search/typesense/client.ts';
import { type IndexSummary, runIndex } from '../../../../build/search/typesense/run.ts';
import { analyze } from '../../../../shim/search/query/analyze.ts';
import { TypesenseEngine } from '../../../../shim/search/typesense/engine.ts';
import * as request from '../../../../shim/search/typesense/request.ts';
import { API_KEY, startTypesense } from '../../../helpers/typesense-server.ts';
import type { Subject } from '../../../search-contract/subject.ts';

const ALIAS = 'pandect';

/** Makes an alias serve a tree. @param urls of the nodes, separated by commas */
export const fill = (urls: string, alias: string, tree: string): Promise<IndexSummary> =>
  runIndex({
    client: adminClient(parseNodes(urls), API_KEY, 15),
    nodeClients: nodeClients(parseNodes(urls), API_KEY),
    alias,
    readTree: () => listTree(tree),
    now: new Date(),
    progress: silent,
  });

export const engineOf = (urls: string, alias: string, apiKey = API_KEY): TypesenseEngine =>
  new TypesenseEngine({ nodes: parseNodes(urls), apiKey, collection: alias, timeoutMs: 5000, places: 16 });

/** A real server of its own for each engine. */
export const typesense = (binary: string): Subject => ({
  name: 'typesense',
  // 0.24 does not stem, and tolerates typos.
  traits: { exact: false },
  async open(tree) {
    const server = await startTypesense(binary);
    await fill(server.url, ALIAS, tree);
    const engine = engineOf(server.url, ALIAS);
    return {
      name: engine.name,
      places: engine.places,
      search: (query, signal) => engine.search(query, signal),
      bare: (query, signal) => ask(server.url, query, signal),
      memory: () => server.memory(),
      async close() {
        await engine.close();
        await server.stop();
      },
    };
  },
});

/** One request to the server, as our engine makes it for a query without citations. */
async function ask(url: string, query: SearchQuery, signal: AbortSignal): Promise<unknown> {
  const analysis = analyze(query.q);
  const search = {
    ...request.commonParameters(query, analysis.prefix),
    collection: ALIAS,
    q: request.queryText(analysis),
    filter_by: request.filterText(request.filtersOf(query.filters)),
    sort_by: request.sortText(query.sort),
    page: Math.floor(query.offset / query.limit) + 1,
    per_page: query.limit,
  };
  const response = await fetch(`${url}/multi_search`, {
    method: 'POST',
    headers: { 'x-typesense-api-key': API_KEY },
    body: JSON.stringify({ searches: [search] }),
    signal,
  });
  return response.json();
}
