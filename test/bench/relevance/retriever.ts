import { readParams } from '../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../build/contract/search.ts';
import type { SearchEngine } from '../../../build/search/engine.ts';
import { hitsIn } from '../../search-contract/subject.ts';

/** Whatever answers a query with documents in an order: an engine of ours, or what it is held against. */
export interface Retriever {
  name: string;
  /** Identifiers, the best first. @param limit the most of them */
  find(query: string, limit: number): Promise<string[]>;
}

/** Milliseconds. A benchmark waits longer than a client would. */
const PATIENCE = 60_000;

export const fromEngine = (engine: SearchEngine): Retriever => ({
  name: engine.name,
  async find(query, limit) {
    const params = readParams(`q=${encodeURIComponent(query)}&limit=${limit}&facets=,&highlight=false`);
    const answer = await engine.search(parseSearchQuery(params), AbortSignal.timeout(PATIENCE));
    return hitsIn(answer).map(({ identifier }) => identifier);
  },
});
