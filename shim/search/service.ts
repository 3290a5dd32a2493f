import { type DidYouMean, searchBody } from '../../build/contract/envelope.ts';
import { searchTimedOut, searchUnavailable } from '../../build/contract/errors.ts';
import { etagOf } from '../../build/contract/etag.ts';
import type { SearchAnswer, SearchQuery } from '../../build/contract/search.ts';
import type { Listing } from '../../build/lists/listing.ts';
import { type SearchEngine, SearchEngineError } from '../../build/search/engine.ts';
import { asksForNothing } from '../../build/search/query/analyze.ts';
import { AnswerCache, type CacheUses } from './answer-cache.ts';
import { withLevelIdentifiers, withLevelKeys } from './level-keys.ts';
import { SearchQueue } from './queue.ts';

interface SearchServiceOptions {
  engine: SearchEngine;
  /** Identifies the served tree; answers from another tree are not used. */
  buildId: () => string;
  /** Called when nothing is found: returns the values that an unknown filter value may mean. */
  suggest?: (query: SearchQuery) => DidYouMean | null;
  /** The lists of all sources, which know the levels of documents. */
  listings?: () => readonly Listing[];
  /** Returns the identifier of the document that an alias names; null if it is no alias. */
  resolveAlias?: (identifier: string) => Promise<string | null>;
  now: () => number;
  timeLimit: number;
  /** Called for every failure of the engine and every refused search. Clients see no details. */
  onFailure: (failure: SearchEngineError) => void;
  /** Called for every search that the cache did not answer. */
  onSearched?: ((result: SearchResult, seconds: number) => void) | undefined;
}

export interface Asker {
  client: string;
  /** Calls its listener when the client is gone, at the latest. */
  onLeft(listener: () => void): void;
}

/** Result of a search: `busy` without a free slot, `abandoned` if its client left. */
export type SearchResult = 'ok' | 'busy' | 'timeout' | 'unavailable' | 'abandoned';

interface SearchState {
  running: number;
  waiting: number;
  uses: CacheUses;
}

export interface SearchService {
  /** @throws ApiError 503 if the engine fails or too many searches wait, 504 if it takes too long, waiting included */
  answer(query: SearchQuery, asker: Asker): Promise<FoundAnswer>;
  state(): SearchState;
  close(): Promise<void>;
}

/** A response body. The same query gets the same bytes within a minute, so that they are compressed only once. */
interface FoundAnswer {
  json: string;
  /** Of these bytes. Clients never see it: the next answer to the query contains another time. */
  etag: string;
}

const CACHE = { size: 500, ttl: 60 } as const;

/** Answers `/api/search` with either engine: cache, time limit, errors and the form of the response. */
export function createSearchService(options: SearchServiceOptions): SearchService {
  const { engine, buildId, now } = options;
  const cache = new AnswerCache<FoundAnswer>(CACHE);
  const queue = new SearchQueue(engine.slots);
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
    // First of all, since refused searches may be very many.
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
  {
    engine,
    suggest,
    listings = () => [],
    resolveAlias,
    now,
    timeLimit,
    onFailure,
    onSearched,
  }: SearchServiceOptions,
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
    const keyed = withLevelKeys(listings(), query);
    const answer = await queue.run(client, stop.signal, () =>
      searched(keyed, one => engine.search(one, stop.signal), resolveAlias),
    );
    const found = withLevelIdentifiers(listings(), query, answer);
    tell('ok');
    const did_you_mean = found.estimated_total_hits === 0 ? (suggest?.(query) ?? null) : null;
    return serialise(found, query, did_you_mean, began, now());
  } catch (error) {
    tell(resultOf(error, abandoned));
    if (!(error instanceof SearchEngineError)) throw error;
    // A client that left is no failure.
    if (!abandoned.aborted) onFailure(error);
    throw error.kind === 'timed out' ? searchTimedOut() : searchUnavailable();
  } finally {
    clearTimeout(timer);
  }
}

/** Replaces a cited alias by its document's identifier; the answer repeats the query as it was sent. */
async function searched(
  query: SearchQuery,
  search: (query: SearchQuery) => Promise<SearchAnswer>,
  resolveAlias: SearchServiceOptions['resolveAlias'],
): Promise<SearchAnswer> {
  const found = await search(query);
  const { citation } = found;
  if (!citation?.identifier || citation.exists) return found;
  const identifier = await resolveAlias?.(citation.identifier);
  if (!identifier) return found;
  const own = await search({ ...query, q: identifier });
  const { text, kind } = citation;
  return { ...own, citation: own.citation ? { ...own.citation, text, kind } : citation };
}

/** Errors of another class come from the full queue. */
function resultOf(error: unknown, abandoned: AbortSignal): SearchResult {
  if (!(error instanceof SearchEngineError)) return 'busy';
  if (abandoned.aborted) return 'abandoned';
  return error.kind === 'timed out' ? 'timeout' : 'unavailable';
}

const OVERDUE = new SearchEngineError('timed out', 'The time is over');

/** @param began, ended milliseconds since the epoch; a clock that was set back meanwhile gives no negative time */
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
  const answeredAt = new Date(ended).toISOString();
  const remarks = { citation: answer.citation ?? null, did_you_mean };
  const { json } = searchBody(found, query, Math.max(0, ended - began), answeredAt, remarks);
  return { json, etag: etagOf(json) };
}

/** The answer to an empty query. Engines disagree on its meaning, so they are not asked. */
const noHits = ({ facets }: SearchQuery): SearchAnswer => ({
  hits: [],
  estimated_total_hits: 0,
  facets: Object.fromEntries(facets.map(facet => [facet, {}])),
});
