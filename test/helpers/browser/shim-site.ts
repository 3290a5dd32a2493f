import type { SearchEngine } from '../../../build/search/engine.ts';
import { configureEngine } from '../../../shim/search/configure.ts';
import { startShim } from '../shim.ts';
import type { SiteKind } from './site.ts';

/** MB of the search index that a search process keeps: the sample's is smaller. */
const MEMORY = 16;

/** The engine as it is configured by default. */
export const embeddedEngine = (dist: string): SearchEngine => configureEngine(dist, null, { memory: MEMORY });

/**
 * The real shim. Visitors have a key: tests ask faster than people.
 * @param engineOf makes what answers searches of a tree
 */
export const shimWith = (name: string, engineOf: (dist: string) => SearchEngine): SiteKind => ({
  name,
  hasShim: true,
  hindrance: () => null,
  async start(dist) {
    const shim = await startShim({ dist, engine: engineOf(dist) });
    return {
      base: new URL(`http://127.0.0.1:${shim.port}/`),
      headers: { 'x-api-key': shim.key },
      isOfFiles: false,
      stop: shim.close,
    };
  },
});

export const shimSite = shimWith('the shim', embeddedEngine);
