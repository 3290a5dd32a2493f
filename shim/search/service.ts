import { type DidYouMean, searchBody } from '../../build/contract/envelope.ts';
import { searchTimedOut, searchUnavailable } from '../../build/contract/errors.ts';
import { etagOf } from '../../build/contract/etag.ts';
import type { SearchAnswer, SearchQuery } from '../../build/contract/search.ts';
import { type SearchEngine, SearchEngineError } from '../../build/search/engine.ts';
import { asksForNothing } from '../../build/search/query/analyze.ts';
import { AnswerCache, type CacheUses } from './answer-cache.ts';
import { SearchQueue } from './queue.ts';

interface SearchServiceOptions {
  engine: SearchEngine;
  /** Names the tree that is served: answers from another one are not used any more. */
  buildId: () => string;
  /** Told where nothing is found: the values that a filter may mean which nothing has. */
  meant?: (query: SearchQuery) => DidYouMean | null;
  /** The identifier of the document that an alias leads to; null where it is no alias. */
  aliased?: (identifier: string) => Promise<string | null>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds that a search may take. */
  timeLimit: number;
  /** Told of every failure of the engine, and of searches that it was too busy for; the client is not. */
  onFailure: (failure: SearchEngineError) => void;
  /** Told of every search that was not answered from what was kept. */
  onSearched?: ((result: SearchResult, seconds: number) => void) | undefined;
}

/** Who asks. */
export interface Asker {
  /** Whose searches share places and turns. */
  client: string;
  /** Has its listener called when no one is there any more to take the answer, at the latest. */
  onLeft(listener: () => void): void;
}

/** How a search went: `busy` where there was no place for it, `abandoned` where its client left. */
export type SearchResult = 'ok' | 'busy' | 'timeout' | 'unavailable' | 'abandoned';

/** What it is busy with, and how often an answer was there already. */
interface SearchState {
  running: number;
  waiting: number;
  uses: CacheUses;
}

export interface SearchService {
  /** @throws ApiError 503 where the engine fails or too many searches wait, 504 where it takes too long, waiting included */
  answer(query: SearchQuery, asker: Asker): Promise<FoundAnswer>;
  state(): SearchState;
  close(): Promise<void>;
}

/** A response body. Whoever asks the same within the minute gets the same bytes, so that they need to be compressed only once. */
interface FoundAnswer {
  json: string;
  /** Of these bytes. It goes to no client: the next answer to the query tells another time. */
  etag: string;
}

const CACHE = { size: 500, ttl: 60 } as const;

/** `/api/search` over either engine: cache, time limit, errors and the response's form. */
export function createSearchService(options: SearchServiceOptions): SearchService {
  const { engine, buildId, now } = options;
  const cache = new AnswerCache<FoundAnswer>(CACHE);
  const queue = new SearchQueue(engine.places);
  const admit = (client: string): void => {
    try {
      queue.admit(client);
    } catch (error) {
      options.onSearched?.('busy', 0);
      throw error;
    }
  };
  const answered = (query: SearchQuery, client: string, onLeft: Asker['onLeft']): Promise<FoundAnswer> => {
    const key = `${buildId()} ${JSON.stringify(query)}`;
    // Before anything is made for it: those that are refused may be very many.
    if (!cache.has(key)) admit(client);
    return cache.get(key, abandoned => find(options, queue, query, client, abandoned), onLeft);
  };
  return {
    async answer(query, { client, onLeft }) {
      return asksForNothing(query.q)
        ? serialise(noHits(query), query, null, now(), now())
        : answered(query, client, onLeft);
    },
    state: () => ({ ...queue.load, uses: cache.uses }),
    async close() {
      cache.close();
      await engine.close();
    },
  };
}

async function find(
  { engine, meant, aliased, now, timeLimit, onFailure, onSearched }: SearchServiceOptions,
  queue: SearchQueue,
  query: SearchQuery,
  client: string,
  abandoned: AbortSignal,
): Promise<FoundAnswer> {
  const began = now();
  const start = performance.now();
  const tell = (result: SearchResult) => onSearched?.(result, (performance.now() - start) / 1000);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(OVERDUE), timeLimit);
  abandoned.addEventListener('abort', () => stop.abort(OVERDUE), { once: true });
  try {
    const found = await queue.run(client, stop.signal, () =>
      searched(query, one => engine.search(one, stop.signal), aliased),
    );
    tell('ok');
    const did_you_mean = found.estimated_total_hits === 0 ? (meant?.(query) ?? null) : null;
    return serialise(found, query, did_you_mean, began, now());
  } catch (error) {
    tell(resultOf(error, abandoned));
    if (!(error instanceof SearchEngineError)) throw error;
    // That a client went away is nobody's failure.
    if (!abandoned.aborted) onFailure(error);
    throw error.kind === 'timed out' ? searchTimedOut() : searchUnavailable();
  } finally {
    clearTimeout(timer);
  }
}

/** A citation that names an alias finds what its document's own identifier finds, and is told as it was asked for. */
async function searched(
  query: SearchQuery,
  search: (query: SearchQuery) => Promise<SearchAnswer>,
  aliased: SearchServiceOptions['aliased'],
): Promise<SearchAnswer> {
  const found = await search(query);
  const { citation } = found;
  if (!citation?.identifier || citation.exists) return found;
  const identifier = await aliased?.(citation.identifier);
  if (!identifier) return found;
  const own = await search({ ...query, q: identifier });
  const { text, kind } = citation;
  return { ...own, citation: own.citation ? { ...own.citation, text, kind } : citation };
}

/** What is no failure of the engine is the queue's, which is full. */
function resultOf(error: unknown, abandoned: AbortSignal): SearchResult {
  if (!(error instanceof SearchEngineError)) return 'busy';
  if (abandoned.aborted) return 'abandoned';
  return error.kind === 'timed out' ? 'timeout' : 'unavailable';
}

const OVERDUE = new SearchEngineError('timed out', 'The time is over');

/** @param began in milliseconds since the epoch, as `ended`: a clock that was set back meanwhile gives no negative time */
function serialise(
  answer: SearchAnswer,
  query: SearchQuery,
  did_you_mean: DidYouMean | null,
  began: number,
  ended: number,
): FoundAnswer {
  const found = {
    hits: `[${answer.hits.join(',')}]`,
    facets: JSON.stringify(answer.facets),
    total: answer.estimated_total_hits,
  };
  const told = new Date(ended).toISOString();
  const remarks = { citation: answer.citation ?? null, did_you_mean };
  const { json } = searchBody(found, query, Math.max(0, ended - began), told, remarks);
  return { json, etag: etagOf(json) };
}

/** To a query of only punctuation and operators. Engines disagree on what it means, so they are not asked. */
const noHits = ({ facets }: SearchQuery): SearchAnswer => ({
  hits: [],
  estimated_total_hits: 0,
  facets: Object.fromEntries(facets.map(facet => [facet, {}])),
});
