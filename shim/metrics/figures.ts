import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { CHANGES_INDEX } from '../../build/contract/paths.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import type { Readiness } from '../http/readiness.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { SharedWindows } from '../limits/shared/windows.ts';
import type { ServedTree } from '../routes/served-tree.ts';

type Labels = Record<string, string>;

export interface Figure {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  labels?: readonly string[];
  /** How figures of several processes are combined. */
  aggregator: 'sum' | 'min' | 'max';
  read(): Iterable<[Labels, number]> | Promise<Iterable<[Labels, number]>>;
}

export interface ServerParts {
  app: FastifyInstance;
  tree: ServedTree;
  keys: KeyStore;
  readiness: Readiness;
  version: string;
}

/** The bytes of the history that hold the time of the newest build: its entry comes first. */
const HEAD = { first: 0, last: 4095 };

/** @returns milliseconds since the epoch; 0 where the tree has no history */
async function newestBuild(files: TreeFiles): Promise<number> {
  let head = '';
  try {
    for await (const chunk of files.open({ path: CHANGES_INDEX }, HEAD)) head += chunk;
  } catch {
    return 0;
  }
  return Date.parse(/"published":"([^"]*)"/.exec(head)?.[1] ?? '') || 0;
}

const one = (value: number): [Labels, number][] => [[{}, value]];

export function serverFigures(parts: ServerParts): Figure[] {
  return [...stateFigures(parts), ...searchFigures(parts.tree), ...cacheFigures(parts.tree)];
}

function stateFigures({ app, tree: { store, files }, keys, readiness, version }: ServerParts): Figure[] {
  return [
    {
      name: 'pandect_ready',
      help: '1 where requests should be sent to this server, as /readyz says.',
      type: 'gauge',
      aggregator: 'min',
      read: () => one(readiness.problem === null ? 1 : 0),
    },
    {
      name: 'pandect_connections',
      help: 'Open connections of clients.',
      type: 'gauge',
      aggregator: 'sum',
      read: () =>
        new Promise(resolve => app.server.getConnections((error, count) => resolve(one(error ? 0 : count)))),
    },
    {
      name: 'pandect_build_info',
      help: 'The build of the catalog that is served, and the version of the program.',
      type: 'gauge',
      labels: ['build', 'version'],
      aggregator: 'max',
      read: () => [[{ build: store.build, version }, 1]],
    },
    {
      name: 'pandect_catalog_documents',
      help: 'Documents of the catalog that is served.',
      type: 'gauge',
      aggregator: 'min',
      read: () => one(store.documents),
    },
    {
      name: 'pandect_build_published_timestamp_seconds',
      help: 'When the newest build of the tree was made; 0 where the tree does not tell.',
      type: 'gauge',
      aggregator: 'min',
      read: async () => one((await newestBuild(files)) / 1000),
    },
    {
      name: 'pandect_catalog_opened_timestamp_seconds',
      help: 'When this server took the catalog up; 0 where there is none.',
      type: 'gauge',
      aggregator: 'min',
      read: () => one(store.opened / 1000),
    },
    {
      name: 'pandect_catalog_ok',
      help: '0 where the catalog of the tree cannot be read, whether or not an earlier one is served.',
      type: 'gauge',
      aggregator: 'min',
      read: () => one(store.problem === null ? 1 : 0),
    },
    {
      name: 'pandect_keys_file_ok',
      help: '0 where the keys file cannot be used.',
      type: 'gauge',
      aggregator: 'min',
      read: () => one(keys.problem === '' ? 1 : 0),
    },
  ];
}

function searchFigures({ search, engine }: ServedTree): Figure[] {
  return [
    {
      name: 'pandect_search_running',
      help: 'Searches that the engine is busy with.',
      type: 'gauge',
      aggregator: 'sum',
      read: () => one(search.state().running),
    },
    {
      name: 'pandect_search_waiting',
      help: 'Searches that wait for a place.',
      type: 'gauge',
      aggregator: 'sum',
      read: () => one(search.state().waiting),
    },
    {
      name: 'pandect_search_process_memory_bytes',
      help: 'Resident memory of the processes of the embedded engine.',
      type: 'gauge',
      labels: ['process'],
      aggregator: 'sum',
      read: async () => {
        const memory = await Promise.all((engine.processes?.() ?? []).map(residentMemory));
        return memory.map((bytes, process): [Labels, number] => [{ process: String(process) }, bytes]);
      },
    },
  ];
}

function cacheFigures({ files, search }: ServedTree): Figure[] {
  const uses = (): [Labels, number][] =>
    Object.entries({
      files: files.uses,
      compressed: files.compressed.uses,
      search: search.state().uses,
    }).flatMap(([cache, { hits, misses }]): [Labels, number][] => [
      [{ cache, result: 'hit' }, hits],
      [{ cache, result: 'miss' }, misses],
    ]);
  return [
    {
      name: 'pandect_cache_requests_total',
      help: 'What was looked for in caches: files of the tree, compressed answers, answers of searches.',
      type: 'counter',
      labels: ['cache', 'result'],
      aggregator: 'sum',
      read: uses,
    },
    {
      name: 'pandect_cache_bytes',
      help: 'What the cache of files and compressed answers holds.',
      type: 'gauge',
      aggregator: 'sum',
      read: () => one(files.heldBytes),
    },
  ];
}

export const logFigures = (log: { readonly lost: number }): Figure[] => [
  {
    name: 'pandect_log_lines_lost_total',
    help: 'Lines of the log that could not be written.',
    type: 'counter',
    aggregator: 'sum',
    read: () => one(log.lost),
  },
];

export const storeFigures = (store: SharedWindows): Figure[] => [
  {
    name: 'pandect_limit_store_up',
    help: '0 where the store of the limits is away, and each process counts for itself.',
    type: 'gauge',
    aggregator: 'min',
    read: () => one(store.status.isConnected ? 1 : 0),
  },
  {
    name: 'pandect_limit_counted_here_total',
    help: 'Requests that were counted in their process since the store of the limits could not.',
    type: 'counter',
    aggregator: 'sum',
    read: () => one(store.status.countedHere),
  },
];

/** @returns bytes; 0 where the process is gone, or the system does not tell */
async function residentMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}
