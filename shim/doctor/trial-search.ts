import { readParams } from '../../build/contract/params.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import { configureEngine, SEARCH_TIME_LIMIT } from '../search/configure.ts';
import type { Settings } from '../settings.ts';

export interface Trial {
  failure: string | null;
  milliseconds: number;
}

export async function trial({ dist, typesense, searchMemory }: Settings): Promise<Trial> {
  const engine = configureEngine(dist, typesense, { memory: searchMemory });
  const began = performance.now();
  let failure: string | null = null;
  try {
    await engine.search(QUERY, AbortSignal.timeout(SEARCH_TIME_LIMIT));
  } catch (error) {
    failure = (error as Error).message;
  } finally {
    await engine.close();
  }
  return { failure, milliseconds: Math.round(performance.now() - began) };
}

const QUERY = parseSearchQuery(readParams('q=law&limit=1&highlight=false'));
