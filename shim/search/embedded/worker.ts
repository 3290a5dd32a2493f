import { workerData } from 'node:worker_threads';
import type { SearchAnswer, SearchQuery } from '../../../build/contract/search.ts';
import { SearchEngineError, type SearchFailure } from '../engine.ts';
import { answerQuery } from './answer.ts';
import { CurrentIndex } from './index.ts';

/** Runs in a thread of its own (`engine.ts`): no query delays what the shim's event loop has to do. */

export interface SearchTask {
  query: SearchQuery;
  /** One shared number, 0 as long as someone waits for the answer. A channel for each search would cost more. */
  stop: Int32Array;
}

/** Errors lose their class between threads, so failures are values. */
export type SearchOutcome = { answer: SearchAnswer } | { failure: SearchFailure; message: string };

/** Milliseconds. */
const WATCH_INTERVAL = 25;

const current = new CurrentIndex((workerData as { file: string }).file);

export default async function search({ query, stop }: SearchTask): Promise<SearchOutcome> {
  const stopping = new AbortController();
  let watch: NodeJS.Timeout | undefined;
  try {
    const index = await current.get();
    const look = () => {
      if (Atomics.load(stop, 0) === 0) return;
      stopping.abort();
      index.interrupt();
    };
    look();
    stopping.signal.throwIfAborted();
    watch = setInterval(look, WATCH_INTERVAL);
    return { answer: await answerQuery(index, query, stopping.signal) };
  } catch (error) {
    const { message } = error as Error;
    if (stopping.signal.aborted) return { failure: 'timed out', message };
    // Whatever SQLite did not like, the file may be the reason: the next query opens it again.
    if (!(error instanceof SearchEngineError)) current.drop();
    return { failure: 'unavailable', message };
  } finally {
    clearInterval(watch);
  }
}
