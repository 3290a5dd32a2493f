import type { RoutedRequest } from '../../../build/contract/routing/routes.ts';
import { temporaryFolder } from '../tree.ts';
import type { Edge } from './edge.ts';
import { startWorker, upload, workerHindrance } from './worker.ts';

/** By tree: a folder with its bucket. Putting thousands of objects takes longer than asking for them. */
const buckets = new Map<string, string>();

/** The Worker in workerd, with the tree in R2: as it was when a Worker began with it first. */
export const cloudflareEdge: Edge = {
  name: 'cloudflare',
  hindrance: workerHindrance,
  isFileServer: false,
  tellsChanges: true,
  async start({ dist, origin }) {
    const known = buckets.get(dist);
    const bucket = known ?? temporaryFolder();
    const worker = await startWorker({ bucket, ...(origin && { origin: origin.origin }) });
    if (known === undefined) await upload(worker, dist);
    buckets.set(dist, bucket);
    return { base: new URL(`http://127.0.0.1:${worker.port}`), stop: worker.close };
  },
  // Cloudflare normalises paths before a Worker sees them, and knows the usual methods alone.
  isRefused: ({ method, target }: RoutedRequest) => {
    const { pathname, search } = new URL(`http://localhost${target}`);
    return pathname + search !== target.replace(/\?$/, '') || !METHODS.has(method);
  },
};

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
