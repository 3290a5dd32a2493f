import { statSync } from 'node:fs';
import { join } from 'node:path';
import { command, EXIT, type Flags, UsageError } from '../common/command-line.ts';
import { makeProgress } from '../report/progress.ts';
import { countDocuments, documentDigests, listTree } from '../search/documents/tree-documents.ts';
import { readTypesense } from '../search/typesense/connection.ts';
import { adminClient, asIndexError } from '../search/typesense/index/client.ts';
import { runIndex } from '../search/typesense/index/run.ts';

const USAGE = `Fills Typesense from a finished tree.

Usage: npm run index -- [--dist DIR] [--full]

Options:
  --dist DIR   the tree (default: $DIST or dist)
  --full       compare all documents, not only those of the manifest's parts that differ from what the collection tells that it holds
  --help       print this

Variables:
  TYPESENSE_URL         the server, such as http://127.0.0.1:8108; several nodes separated by commas
  TYPESENSE_API_KEY     a key that may write
  TYPESENSE_COLLECTION  the name that the server of the API searches (default: pandect)
`;

const OPTIONS = { dist: { type: 'string' }, full: { type: 'boolean', default: false } } as const;

/** Half a minute, in which a server may restart or a cluster may elect a leader. */
const RETRIES = 30;

async function fill(flags: Flags<typeof OPTIONS>): Promise<number> {
  const dist = flags.dist || process.env.DIST || 'dist';
  const { nodes, apiKey, collection: alias } = readTypesense(process.env);
  if (!statSync(join(dist, 'api'), { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${dist} is no finished tree: it has no directory api. npm run build makes one.`);
  const began = performance.now();
  // Reports a wrong address at once; retries are for later failures.
  await adminClient(nodes, apiKey, nodes.length - 1)
    .collections()
    .retrieve();
  const { result, collection, documents, compared, imported, removed } = await runIndex({
    client: adminClient(nodes, apiKey, RETRIES),
    nodeClients: nodes.map(node => adminClient([node], apiKey, 0)),
    alias,
    readTree: parts => listTree(dist, parts),
    countDocuments: parts => countDocuments(dist, parts),
    readDigests: () => documentDigests(dist),
    full: flags.full,
    now: new Date(),
    progress: makeProgress(process.stderr, Date.now),
  });
  const seconds = (performance.now() - began) / 1000;
  console.log(`Collection ${collection}, served as ${alias}: ${result}`);
  console.log(`Documents: ${documents}; ${compared} compared, ${imported} written, ${removed} removed`);
  console.log(`Seconds: ${seconds.toFixed(1)}`);
  return EXIT.done;
}

export const run = command({
  usage: USAGE,
  options: OPTIONS,
  explain: error =>
    `${asIndexError(error).message}\nSearches are answered as before; run the command again to go on.`,
  execute: fill,
});
