import type { SearchAnswer, SearchQuery } from '../../../contract/search.ts';
import { SearchEngineError, type SearchFailure } from '../../engine.ts';
import { answerQuery } from './answer.ts';
import { CurrentIndex } from './open-index.ts';

/** The program of a search process (`process.ts`). Arguments: MB of index pages to keep, the index file. */

/** `stop`: no client waits for the answer to the running query. */
export type SearchTask = { query: SearchQuery } | 'stop';

/** Failures are values, since errors lose their class between processes. Each query has one outcome, stopped or not. */
export type SearchOutcome = { answer: SearchAnswer } | { failure: SearchFailure; message: string };

/** Milliseconds. An interrupt ends the running statement, not the next one. */
const INTERRUPT_INTERVAL = 25;

/** Milliseconds between checks for a new index while idle. */
const FOLLOW_INTERVAL = 1000;

const current = new CurrentIndex(process.argv[3] ?? '', Number(process.argv[2]));
let stopping: AbortController | null = null;

async function search(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
  let interrupting: NodeJS.Timeout | undefined;
  try {
    const index = await current.get();
    signal.throwIfAborted();
    signal.addEventListener('abort', () => {
      index.interrupt();
      interrupting = setInterval(() => index.interrupt(), INTERRUPT_INTERVAL);
    });
    return { answer: await answerQuery(index, query, signal) };
  } catch (error) {
    const { message } = error as Error;
    if (signal.aborted) return { failure: 'timed out', message };
    // The file may have caused any SQLite error, so the next query opens it again.
    if (!(error instanceof SearchEngineError)) await current.drop();
    return { failure: 'unavailable', message };
  } finally {
    clearInterval(interrupting);
  }
}

process.on('message', async (task: SearchTask) => {
  // A stop may arrive just after the answer was sent.
  if (task === 'stop') return stopping?.abort();
  stopping = new AbortController();
  const outcome = await search(task.query, stopping.signal);
  stopping = null;
  process.send?.(outcome);
});

setInterval(() => {
  if (!stopping) current.follow().catch(() => undefined);
}, FOLLOW_INTERVAL).unref();

// The shim handles signals to the whole group (Ctrl-C, a service manager): it still finishes open requests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The shim is gone. An ordinary exit would abort while a statement runs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
