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
  /** A search-only key suffices. */
  apiKey: string;
  /** A collection or, so that it can be replaced, an alias. */
  collection: string;
  /** For one request to one node. */
  timeoutMs: number;
}

export interface FoundSlice {
  records: RecordHit[];
  /** All documents that match. */
  total: number;
  result: Result;
  /** Of the searches that were asked in the same request. */
  beside: Result[];
}

/** The largest page that Typesense gives. */
export const LARGEST_PAGE = 250;
/** Hits beyond this are refused; no corpus has them. */
const LAST_HIT = 4_000_000_000;

/** A page of the largest hits, and facets of every agency and day, take a tenth of it. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Searches one collection and fails fast: another node is tried at once, a request never waits long. */
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
      // As often as there are nodes: a connection that was kept open may have died with its server.
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

  /**
   * @param beside searches for the same request
   * @throws SearchEngineError, and what the library throws
   */
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

  /** Several searches in one request. @throws SearchEngineError, and what the library throws */
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
  /** From 0. */
  first: number;
  size: number;
  pages: number;
}

/**
 * Typesense knows pages only (`offset` came with 0.25). Mostly there is a page, somewhat larger than what is wanted,
 * that holds the whole stretch, and costs far less than a second search for the rest; else there are several.
 */
export function pagesOf({ offset: wanted, limit }: Slice): Pages {
  const offset = Math.min(wanted, LAST_HIT);
  for (let size = limit; size <= LARGEST_PAGE; size++) {
    if ((offset % size) + limit <= size) return { first: Math.floor(offset / size), size, pages: 1 };
  }
  const size = Math.min(limit, LARGEST_PAGE);
  return { first: Math.floor(offset / size), size, pages: Math.ceil(((offset % size) + limit) / size) };
}
