import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { SearchAnswer, SearchQuery } from '../../../build/contract/search.ts';
import { SearchEngineError, type SearchFailure } from '../engine.ts';
import { answerQuery } from './answer.ts';
import { CurrentIndex } from './index.ts';

/** Runs in a thread of its own (`engine.ts`): no query delays what the shim's event loop has to do. */

export interface SearchTask {
  query: SearchQuery;
  /** Any message means that no one waits for the answer any more. */
  stop: MessagePort;
}

/** Errors lose their class between threads, so failures are values. */
export type SearchOutcome = { answer: SearchAnswer } | { failure: SearchFailure; message: string };

const current = new CurrentIndex((workerData as { file: string }).file);

export default async function search({ query, stop }: SearchTask): Promise<SearchOutcome> {
  const stopping = new AbortController();
  if (receiveMessageOnPort(stop)) stopping.abort();
  try {
    const index = await current.get();
    stop.on('message', () => {
      stopping.abort();
      index.interrupt();
    });
    stopping.signal.throwIfAborted();
    return { answer: await answerQuery(index, query, stopping.signal) };
  } catch (error) {
    const { message } = error as Error;
    if (stopping.signal.aborted) return { failure: 'timed out', message };
    // Whatever SQLite did not like, the file may be the reason: the next query opens it again.
    if (!(error instanceof SearchEngineError)) current.drop();
    return { failure: 'unavailable', message };
  } finally {
    stop.close();
  }
}
