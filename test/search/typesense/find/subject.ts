import { silent } from '../../../../build/report/progress.ts';
import {
  countDocuments,
  documentDigests,
  listTree,
} from '../../../../build/search/documents/tree-documents.ts';
import type { SearchEngine } from '../../../../build/search/engine.ts';
import { parseNodes, type TypesenseSettings } from '../../../../build/search/typesense/connection.ts';
import { createTypesenseEngine } from '../../../../build/search/typesense/find/engine.ts';
import { adminClient } from '../../../../build/search/typesense/index/client.ts';
import { type IndexRun, type IndexSummary, runIndex } from '../../../../build/search/typesense/index/run.ts';
import { API_KEY, startTypesense } from '../../../helpers/typesense-server.ts';
import type { Subject } from '../../../search-contract/subject.ts';

const ALIAS = 'pandect';

/** Makes an alias serve a tree. @param urls of the nodes, separated by commas */
export const fill = (
  urls: string,
  alias: string,
  tree: string,
  readTree: IndexRun['readTree'] = parts => listTree(tree, parts),
): Promise<IndexSummary> =>
  runIndex({
    client: adminClient(parseNodes(urls), API_KEY, 60, 30),
    nodeClients: parseNodes(urls).map(node => adminClient([node], API_KEY, 0)),
    alias,
    countDocuments: parts => countDocuments(tree, parts),
    readDigests: () => documentDigests(tree),
    full: false,
    readTree,
    now: new Date(),
    progress: silent,
  });

/** In milliseconds. Benchmarks tell how long a search takes that the shim would have given up. */
const PATIENCE = 60_000;

export const engineOf = (
  urls: string,
  alias: string,
  options: { apiKey?: string; timeoutMs?: number; tree?: string } = {},
): SearchEngine =>
  createTypesenseEngine({
    ...{ nodes: parseNodes(urls), apiKey: API_KEY, collection: alias, timeoutMs: 5000, slots: 16, tree: '' },
    ...options,
  });

// The server decides which words it drops or corrects.
const DESCRIPTION = { name: 'typesense', traits: { exact: false } };

/** A real server of its own for each engine. */
export const typesense = (binary: string): Subject => ({
  ...DESCRIPTION,
  async open(tree, list = listTree) {
    const server = await startTypesense(binary);
    await fill(server.url, ALIAS, tree, parts => list(tree, parts));
    const engine = engineOf(server.url, ALIAS, { timeoutMs: PATIENCE, tree });
    return {
      name: engine.name,
      slots: engine.slots,
      search: (query, signal) => engine.search(query, signal),
      memory: () => server.memory(),
      async close() {
        await engine.close();
        await server.stop();
      },
    };
  },
});

/** A server that is there, and that `npm run index` has filled with the tree. */
export const typesenseThere = (settings: TypesenseSettings): Subject => ({
  ...DESCRIPTION,
  open: async tree => createTypesenseEngine({ ...settings, tree, timeoutMs: PATIENCE, slots: 16 }),
});
