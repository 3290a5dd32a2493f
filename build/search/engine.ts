import type { SearchAnswer, SearchQuery } from '../contract/search.ts';

/** What a search engine is to the rest of the shim. Which one answers is configuration. */
export interface SearchEngine {
  readonly name: string;
  /** Searches that may run at the same time. Whoever asks for more of them is refused, or makes all slow. */
  readonly places: number;
  /**
   * @param query its text asks for something (`asksForNothing` is false)
   * @param signal aborted when no one waits for the answer any more
   * @throws SearchEngineError, and nothing else for what may go wrong with a backend
   */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>;
  /** The ids of its processes, where it has any. */
  processes?(): (number | undefined)[];
  close(): Promise<void>;
}

export type SearchFailure = 'unavailable' | 'timed out';

/**
 * A failure of the engine. `message` is for the log, never for the client. Do not hand over a client
 * library's error as `cause`: such objects carry addresses and keys.
 */
export class SearchEngineError extends Error {
  readonly kind: SearchFailure;

  constructor(kind: SearchFailure, message: string) {
    super(message);
    this.kind = kind;
  }
}
