import { configureEngine } from '../../../shim/search/configure.ts';
import { startShim } from '../shim.ts';
import type { SiteKind } from './site.ts';

/** MB of the search index that a search process keeps: the sample's is smaller. */
const MEMORY = 16;

/** The real shim with its embedded engine. Visitors have a key: tests ask faster than people. */
export const shimSite: SiteKind = {
  name: 'the shim',
  hasShim: true,
  hindrance: () => null,
  async start(dist) {
    const shim = await startShim({ dist, engine: configureEngine(dist, null, MEMORY) });
    return {
      base: new URL(`http://127.0.0.1:${shim.port}/`),
      headers: { 'x-api-key': shim.key },
      stop: shim.close,
    };
  },
};
