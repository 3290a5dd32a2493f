import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios from 'axios';
import { Client } from 'typesense';
import type { Slice } from '../../../contract/query.ts';
import { cautious, type TypesenseNode } from '../record.ts';
import { failureOf } from './failure.ts';
import type { Parameters, ReturnedRecord } from './request.ts';
import { type Result, recordsIn } from './result.ts';

export interface TypesenseOptions {
  nodes: readonly TypesenseNode[];
  apiKey: string;
  collection: string;
  timeoutMs: number;
}

/** A search of which a slice is wanted. */
export interface Wanted {
  search: Parameters;
  slice: Slice;
}

export interface FoundSlice {
  search: Parameters;
  records: ReturnedRecord[];
  /** The number of all found documents, and their facets. */
  result: Result;
}

export const LARGEST_PAGE = 250;
/** The server's limit of searches in one request. */
const SEARCHES = 50;
/** Typesense refuses hits beyond this; no corpus has them. */
const LAST_HIT = 4_000_000_000;

/** A page of the largest hits, with facets of every agency and day, takes a tenth of it. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Searches one collection and fails fast: it tries another node at once. */
export class TypesenseClient {
  readonly #client: Client;
  readonly #collection: string;
  readonly #timeoutMs: number;
  readonly #nodes: number;
  readonly #agents = [new HttpAgent({ keepAlive: true }), new HttpsAgent({ keepAlive: true })] as const;

  constructor({ nodes, apiKey, collection, timeoutMs }: TypesenseOptions) {
    this.#collection = collection;
    this.#timeoutMs = timeoutMs;
    this.#nodes = nodes.length;
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

  /** Sends searches in one request, each for a slice of what it finds. @throws SearchEngineError, and the library's errors */
  async ask(wanted: readonly Wanted[], signal: AbortSignal): Promise<FoundSlice[]> {
    const pages = wanted.map(({ slice }) => pagesOf(slice));
    const results = await this.searchAll(
      wanted.flatMap(({ search }, i) =>
        Array.from({ length: pages[i]!.pages }, (_, j) => ({
          ...search,
          page: pages[i]!.first + j + 1,
          per_page: pages[i]!.size,
        })),
      ),
      signal,
    );
    return wanted.map(({ search, slice: { offset, limit } }, i) => {
      const { first, size, pages: count } = pages[i]!;
      const [result, ...others] = results.splice(0, count) as [Result, ...Result[]];
      const start = Math.min(offset, LAST_HIT) - first * size;
      const records = [result, ...others].flatMap(recordsIn).slice(start, start + limit);
      return { search, result, records };
    });
  }

  /** Sends any number of searches. @throws SearchEngineError, and the library's errors */
  async searchAll(searches: readonly Parameters[], abortSignal: AbortSignal): Promise<Result[]> {
    const common = { collection: this.#collection, search_cutoff_ms: this.#timeoutMs };
    const all = searches.map(search => ({ ...common, ...search }));
    const requests = Array.from({ length: Math.ceil(all.length / SEARCHES) }, (_, i) =>
      this.#answers(all.slice(i * SEARCHES, (i + 1) * SEARCHES), abortSignal),
    );
    const results = (await Promise.all(requests)).flat();
    for (const { code, error, search_cutoff } of results) {
      if (error !== undefined) throw failureOf(code ?? 0, error);
      if (search_cutoff) throw failureOf(408);
    }
    return results;
  }

  /** Asks another node if one does not know the collection: it may have just started. Nodes take requests in turn. */
  async #answers(searches: Parameters[], abortSignal: AbortSignal): Promise<Answered[]> {
    for (let others = this.#nodes - 1; ; others--) {
      const answer = await this.#client.multiSearch.perform({ searches }, {}, { abortSignal });
      const { results } = answer as unknown as { results: Answered[] };
      if (others <= 0 || !results.some(({ code }) => code === 404)) return results;
    }
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}

type Answered = Result & { code?: number; error?: string; search_cutoff?: boolean };

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
