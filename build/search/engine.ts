import type { SearchAnswer, SearchQuery } from '../contract/search.ts';

/** The interface of both engines. Configuration chooses one. */
export interface SearchEngine {
  readonly name: string;
  /** Searches that may run at the same time. The queue refuses more. */
  readonly slots: number;
  /**
   * @param query its text is not empty (`asksForNothing` is false)
   * @param signal aborted when no client waits for the answer
   * @throws SearchEngineError for every failure of the backend
   */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>;
  processes?(): (number | undefined)[];
  close(): Promise<void>;
}

export type SearchFailure = 'unavailable' | 'timed out';

/** A failure of the engine. The log gets `message`, no client does. No `cause` of a library: those hold addresses and keys. */
export class SearchEngineError extends Error {
  readonly kind: SearchFailure;

  constructor(kind: SearchFailure, message: string) {
    super(message);
    this.kind = kind;
  }
}
