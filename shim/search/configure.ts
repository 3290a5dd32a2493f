import path from 'node:path';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import { createEmbeddedEngine } from '../../build/search/embedded/find/engine.ts';
import type { SearchEngine } from '../../build/search/engine.ts';
import type { TypesenseSettings } from '../../build/search/typesense/connection.ts';
import { createTypesenseEngine } from '../../build/search/typesense/find/engine.ts';

/** Milliseconds before a search is answered with 504. */
export const SEARCH_TIME_LIMIT = 3000;

/** Long enough for a query, short enough to try another node within the time limit. */
const NODE_TIMEOUT = 1200;
const EMBEDDED_PROCESSES = 2;
/** Default MB of index pages in each search process. */
export const SEARCH_MEMORY = 64;
/** Concurrent searches on a Typesense server; each makes a few requests. */
const TYPESENSE_SLOTS = 16;

interface EngineOptions {
  memory?: number;
  /** Number of shim processes that divide the engine's processes among them. */
  shares?: number;
}

/** Creates the configured engine: Typesense if it is set up, else the tree's own index. */
export function configureEngine(
  dist: string,
  typesense: TypesenseSettings | null,
  { memory = SEARCH_MEMORY, shares = 1 }: EngineOptions = {},
): SearchEngine {
  const shareOf = (all: number): number => Math.max(1, Math.floor(all / shares));
  if (typesense)
    return createTypesenseEngine({
      ...typesense,
      tree: dist,
      timeoutMs: NODE_TIMEOUT,
      slots: shareOf(TYPESENSE_SLOTS),
    });
  return createEmbeddedEngine({
    file: path.resolve(dist, SEARCH_INDEX),
    processes: shareOf(EMBEDDED_PROCESSES),
    memory,
  });
}
