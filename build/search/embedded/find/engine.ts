import { type SearchEngine, SearchEngineError } from '../../engine.ts';
import { SearchProcess } from './process.ts';

interface EmbeddedEngineOptions {
  /** The search index; it may appear, be replaced or disappear at any time. */
  file: string;
  processes: number;
  memory: number;
  /** Milliseconds that a stopped query has to end by itself. */
  grace?: number;
}

/** SQLite stops within milliseconds, but the ranking of many phrases or of a very long text takes longer. */
const GRACE = 1000;

export function createEmbeddedEngine({
  file,
  processes,
  memory,
  grace = GRACE,
}: EmbeddedEngineOptions): SearchEngine {
  const all = Array.from({ length: processes }, () => new SearchProcess({ file, memory, grace }));
  return {
    name: 'embedded',
    slots: processes,
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
