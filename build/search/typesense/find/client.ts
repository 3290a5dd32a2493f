import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios from 'axios';
import { Client } from 'typesense';
import type { Slice } from '../../../contract/query.ts';
import { cautious, type TypesenseNode } from '../record.ts';
import { failureOf } from './failure.ts';
import type { Parameters } from './request.ts';
import { type RecordHit, type Result, recordsIn } from './result.ts';

export interface TypesenseOptions {
  nodes: readonly TypesenseNode[];
  apiKey: string;
  collection: string;
  timeoutMs: number;
}

export interface FoundSlice {
  records: RecordHit[];
  total: number;
  result: Result;
  beside: Result[];
}

export const LARGEST_PAGE = 250;
/** Typesense refuses hits beyond this; no corpus has them. */
const LAST_HIT = 4_000_000_000;

/** A page of the largest hits, with facets of every agency and day, takes a tenth of it. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Searches one collection and fails fast: it tries another node at once. */
export class TypesenseClient {
  readonly #client: Client;
  readonly #collection: string;
  readonly #timeoutMs: number;
  readonly #agents = [new HttpAgent({ keepAlive: true }), new HttpsAgent({ keepAlive: true })] as const;

  constructor({ nodes, apiKey, collection, timeoutMs }: TypesenseOptions) {
    this.#collection = collection;
    this.#timeoutMs = timeoutMs;
    this.#client = new Client({
      nodes: [...nodes],
      apiKey,
      connectionTimeoutSeconds: timeoutMs / 1000,
      // One retry per node: a kept-open connection may have died with its server.
      numRetries: nodes.length,
      retryIntervalSeconds: 0.05,
      healthcheckIntervalSeconds: 5,
      httpAgent: this.#agents[0],
      httpsAgent: this.#agents[1],
      axiosAdapter: cautious(axios.getAdapter('http'), MAX_ANSWER_BYTES),
      // The library's log lines hold addresses.
      logLevel: 'silent',
    });
  }

  /** @param beside searches for the same request @throws SearchEngineError, and the library's errors */
  async search(
    parameters: Parameters,
    slice: Slice,
    signal: AbortSignal,
    beside: readonly Parameters[] = [],
  ): Promise<FoundSlice> {
    const { first, size, pages } = pagesOf(slice);
    const searches = Array.from({ length: pages }, (_, i) => ({ page: first + i + 1, per_page: size }));
    const results = await this.searchAll(
      [...searches.map(page => ({ ...parameters, ...page })), ...beside],
      signal,
    );
    const others = results.splice(pages);
    const [result] = results as [Result];
    const start = Math.min(slice.offset, LAST_HIT) - first * size;
    const records = results.flatMap(recordsIn).slice(start, start + slice.limit);
    return { records, total: result.found, result, beside: others };
  }

  /** Sends several searches in one request. @throws SearchEngineError, and the library's errors */
  async searchAll(searches: readonly Parameters[], abortSignal: AbortSignal): Promise<Result[]> {
    const common = { collection: this.#collection, search_cutoff_ms: this.#timeoutMs };
    const { results } = (await this.#client.multiSearch.perform(
      { searches: searches.map(search => ({ ...common, ...search })) },
      {},
      { abortSignal },
    )) as unknown as { results: (Result & { code?: number; error?: string; search_cutoff?: boolean })[] };
    for (const { code, error, search_cutoff } of results) {
      if (error !== undefined) throw failureOf(code ?? 0, error);
      if (search_cutoff) throw failureOf(408);
    }
    return results;
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}

interface Pages {
  first: number;
  size: number;
  pages: number;
}

/**
 * Converts a slice to pages, the only slices of Typesense before 0.25. Usually one slightly larger page holds the whole slice
 * and costs far less than a second search; otherwise there are several.
 */
export function pagesOf({ offset: wanted, limit }: Slice): Pages {
  const offset = Math.min(wanted, LAST_HIT);
  for (let size = limit; size <= LARGEST_PAGE; size++) {
    if ((offset % size) + limit <= size) return { first: Math.floor(offset / size), size, pages: 1 };
  }
  const size = Math.min(limit, LARGEST_PAGE);
  return { first: Math.floor(offset / size), size, pages: Math.ceil(((offset % size) + limit) / size) };
}
