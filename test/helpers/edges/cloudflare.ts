import type { RoutedRequest } from '../../../build/contract/routing/routes.ts';
import type { Edge } from './edge.ts';
import { startWorker, upload, workerHindrance } from './worker.ts';

/** The Worker in workerd, with the tree in R2. */
export const cloudflareEdge: Edge = {
  name: 'cloudflare',
  hindrance: workerHindrance,
  isFileServer: false,
  tellsChanges: true,
  async start({ dist, origin }) {
    const worker = await startWorker(origin ? { origin: origin.origin } : {});
    await upload(worker, dist);
    return { base: new URL(`http://127.0.0.1:${worker.port}`), stop: worker.close };
  },
  // Cloudflare normalises paths before a Worker sees them, and knows the usual methods alone.
  isRefused: ({ method, target }: RoutedRequest) => {
    const { pathname, search } = new URL(`http://localhost${target}`);
    return pathname + search !== target.replace(/\?$/, '') || !METHODS.has(method);
  },
};

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
