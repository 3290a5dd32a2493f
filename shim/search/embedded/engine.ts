import { Piscina } from 'piscina';
import { bundled } from '../../../build/common/bundle.cjs';
import type { SearchAnswer, SearchQuery } from '../../../build/contract/search.ts';
import { type SearchEngine, SearchEngineError } from '../engine.ts';
import type { SearchOutcome, SearchTask } from './worker.ts';

export interface EmbeddedEngineOptions {
  /** The search index; it may appear, be replaced or disappear at any time. */
  file: string;
  /** Queries that run at the same time, each in a thread of its own. */
  threads: number;
}

/** Queries that wait for a thread. More of them could not be answered in time anyway. */
const QUEUE = 200;
/** Milliseconds in which a stopped query has to end by itself, before its thread is replaced. */
const GRACE = 1000;

/** The engine that needs nothing installed: SQLite FTS5 over the index that the build wrote. */
export function createEmbeddedEngine({ file, threads }: EmbeddedEngineOptions): SearchEngine {
  const pool = new Piscina<SearchTask, SearchOutcome>({
    filename: bundled(new URL('./worker.ts', import.meta.url)),
    workerData: { file },
    minThreads: threads,
    maxThreads: threads,
    maxQueue: QUEUE,
    execArgv: ['--enable-source-maps'],
  });
  return {
    name: 'embedded',
    search: (query, signal) => search(pool, query, signal),
    close: () => pool.close({ force: true }),
  };
}

async function search(
  pool: Piscina<SearchTask, SearchOutcome>,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const replaceThread = new AbortController();
  let stuck: NodeJS.Timeout | undefined;
  const onAbort = () => {
    Atomics.store(stop, 0, 1);
    stuck = setTimeout(() => replaceThread.abort(), GRACE);
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    const outcome = await pool.run({ query, stop }, { signal: replaceThread.signal });
    if ('answer' in outcome) return outcome.answer;
    throw new SearchEngineError(outcome.failure, outcome.message);
  } catch (error) {
    if (error instanceof SearchEngineError) throw error;
    throw new SearchEngineError(signal.aborted ? 'timed out' : 'unavailable', String(error));
  } finally {
    clearTimeout(stuck);
    signal.removeEventListener('abort', onAbort);
  }
}
