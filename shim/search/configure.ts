import path from 'node:path';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import { createEmbeddedEngine } from '../../build/search/embedded/find/engine.ts';
import type { SearchEngine } from '../../build/search/engine.ts';
import { TypesenseEngine } from '../../build/search/typesense/find/engine.ts';
import type { TypesenseNode } from '../../build/search/typesense/record.ts';

/** Milliseconds that a search may take before it is answered 504. */
export const SEARCH_TIME_LIMIT = 3000;

/** Long enough for a query, short enough for another node to be asked within the time limit. */
const NODE_TIMEOUT = 1200;
const EMBEDDED_PROCESSES = 2;
/** MB of pages of the index that each search process keeps, where nobody says how many. */
export const SEARCH_MEMORY = 64;
/** Searches that a Typesense server has to do at the same time; each is one request or a few. */
const TYPESENSE_PLACES = 16;

export interface TypesenseSettings {
  nodes: readonly TypesenseNode[];
  /** A search-only key suffices. */
  apiKey: string;
  collection: string;
}

interface EngineOptions {
  /** MB of pages that each process of the embedded engine keeps. */
  memory?: number;
  /** Processes that share what one alone would have. */
  shares?: number;
}

/** The engine that the settings ask for: Typesense where it is configured, else the tree's own index. */
export function configureEngine(
  dist: string,
  typesense: TypesenseSettings | null,
  { memory = SEARCH_MEMORY, shares = 1 }: EngineOptions = {},
): SearchEngine {
  const shareOf = (all: number): number => Math.max(1, Math.floor(all / shares));
  if (typesense)
    return new TypesenseEngine({ ...typesense, timeoutMs: NODE_TIMEOUT, places: shareOf(TYPESENSE_PLACES) });
  return createEmbeddedEngine({
    file: path.resolve(dist, SEARCH_INDEX),
    processes: shareOf(EMBEDDED_PROCESSES),
    memory,
  });
}
