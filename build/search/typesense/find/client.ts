import { Errors } from 'typesense';
import { SearchEngineError } from '../../engine.ts';
import { makeClient, sendBounded, type TypesenseSettings } from '../connection.ts';
import type { Parameters } from './request.ts';
import type { Result } from './result.ts';

type ClientOptions = TypesenseSettings & { timeoutMs: number };

/** A page of the largest hits, with facets of every agency and day, takes a tenth of it. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Sends any number of searches in one request. It throws SearchEngineError, and the library's errors. */
export type SearchAll = (searches: readonly Parameters[]) => Promise<Result[]>;

/** Returns what searches one collection until a signal. It fails fast, and tries another node at once. */
export function searcherOf(options: ClientOptions): (abortSignal: AbortSignal) => SearchAll {
  const { collection, timeoutMs, nodes } = options;
  const client = makeClient(options, sendBounded(MAX_ANSWER_BYTES), {
    connectionTimeoutSeconds: timeoutMs / 1000,
    // One retry per node: a kept-open connection may have died with its server.
    numRetries: nodes.length,
    retryIntervalSeconds: 0.05,
    healthcheckIntervalSeconds: 5,
  });
  return abortSignal => async searches => {
    if (searches.length === 0) return [];
    const all = searches.map(search => ({ collection, search_cutoff_ms: timeoutMs, ...search }));
    const limit = { limit_multi_searches: all.length } as object;
    for (let others = nodes.length - 1; ; others--) {
      const answer = await client.multiSearch.perform({ searches: all }, limit, { abortSignal });
      const { results } = answer as { results: Answered[] };
      // A node that has just started does not know the collection. Nodes take requests in turn.
      if (others <= 0 || !results.some(({ code }) => code === 404)) return results.map(checked);
    }
  };
}

type Answered = Result & { code?: number; error?: string };

function checked(result: Answered): Result {
  if (result.error !== undefined) throw failureOf(result.code ?? 0, result.error);
  if (result.search_cutoff) throw failureOf(408);
  return result;
}

const TIMEOUTS = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/** The library's error objects hold the address and the key: only a code or a status is passed on. */
export function asEngineError(error: unknown, signal: AbortSignal): SearchEngineError {
  if (error instanceof SearchEngineError) return error;
  if (signal.aborted) return new SearchEngineError('timed out', 'The search was given up');
  if (error instanceof Errors.TypesenseError) return failureOf(error.httpStatus ?? 0);
  const { code } = error as { code?: string };
  if (code && TIMEOUTS.has(code))
    return new SearchEngineError('timed out', `Typesense does not answer (${code})`);
  return new SearchEngineError('unavailable', `Typesense cannot be reached (${code ?? 'no answer'})`);
}

export function failureOf(status: number, message = ''): SearchEngineError {
  if (status === 408) return new SearchEngineError('timed out', 'Typesense ran out of time');
  const reason =
    status === 404
      ? 'has no such collection, or one of another version'
      : `answers ${status} ${message}`.trim();
  return new SearchEngineError('unavailable', `Typesense ${reason}`);
}
