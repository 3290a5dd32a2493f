import { type SearchEngine, SearchEngineError } from '../../engine.ts';
import { SearchProcess } from './process.ts';

interface EmbeddedEngineOptions {
  /** The search index; it may appear, be replaced or disappear at any time. */
  file: string;
  /** Queries that run at the same time, each in a process of its own. */
  processes: number;
  /** MB of pages of the index that each process keeps in memory. */
  memory: number;
  /** Milliseconds in which a stopped query has to end by itself. */
  grace?: number;
}

/** SQLite hears an interrupt within milliseconds; not so within the ranking of many phrases, or a very long text. */
const GRACE = 1000;

/** The engine that needs nothing installed: SQLite FTS5 over the index that the build wrote. */
export function createEmbeddedEngine({
  file,
  processes,
  memory,
  grace = GRACE,
}: EmbeddedEngineOptions): SearchEngine {
  const all = Array.from({ length: processes }, () => new SearchProcess({ file, memory, grace }));
  return {
    name: 'embedded',
    places: processes,
    async search(query, signal) {
      const free = all.find(({ isBusy }) => !isBusy);
      if (!free) throw new SearchEngineError('unavailable', 'All search processes are busy');
      const outcome = await free.run(query, signal);
      if ('answer' in outcome) return outcome.answer;
      throw new SearchEngineError(outcome.failure, outcome.message);
    },
    processes: () => all.map(({ pid }) => pid),
    async close() {
      await Promise.all(all.map(process => process.close()));
    },
  };
}
