import path from 'node:path';
import cors from '@fastify/cors';
import staticFiles from '@fastify/static';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { uriTooLong } from '../build/contract/errors.ts';
import { ContentStore } from './content.ts';
import { addErrorHandlers, onClientError, onFrameworkError } from './errors.ts';
import type { KeyStore } from './keys/store.ts';
import { RATE_LIMIT_HEADERS, rateLimits } from './limits/plugin.ts';
import { addRequestLog } from './request-log.ts';
import { documentRoutes } from './routes/documents.ts';
import { knowAllMethods } from './routes/endpoint.ts';
import { hierarchyRoutes } from './routes/hierarchy.ts';
import { listRoutes } from './routes/lists.ts';
import { healthRoute, overviewRoutes } from './routes/overview.ts';
import { type Search, searchRoute } from './routes/search.ts';
import { TreeFiles } from './tree-files.ts';

export interface ServerOptions {
  /** The tree to serve. It may be missing, or replaced while the server runs. */
  dist: string;
  keys: KeyStore;
  logger: FastifyBaseLogger;
  /** Of the package, for `/api/health`. */
  version: string;
  /** The proxies whose X-Forwarded-For is believed, comma-separated; false for none. */
  trustProxy: string | false;
  search: Search;
}

/** Longer URLs are refused. The longest that means anything is a search for 500 characters, percent-encoded. */
const MAX_URL_LENGTH = 8192;

/** The whole API over one tree, ready to listen. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { logger, keys, version, trustProxy, search } = options;
  const dist = path.resolve(options.dist);
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    // One line for each request, our own: see request-log.ts.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    exposeHeadRoutes: true,
    frameworkErrors: onFrameworkError(() => app),
    clientErrorHandler: onClientError,
  });
  const store = new ContentStore({ dist, log: logger });
  const files = new TreeFiles(dist);
  store.onChange(() => files.clear());

  knowAllMethods(app);
  addRequestLog(app);
  addErrorHandlers(app);
  // Preflights go on to the routes, so that they carry the rate limit headers like everything else.
  await app.register(cors, {
    preflightContinue: true,
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    exposedHeaders: ['ETag', ...RATE_LIMIT_HEADERS],
  });
  await app.register(rateLimits, { keys });
  app.addHook('onRequest', async request => {
    if (request.raw.url && request.raw.url.length > MAX_URL_LENGTH) throw uriTooLong();
  });
  await app.register(staticFiles, { root: dist, serve: false });

  documentRoutes(app, files, store);
  listRoutes(app, files, store);
  hierarchyRoutes(app, files, store);
  overviewRoutes(app, files);
  healthRoute(app, store, version);
  searchRoute(app, search);

  await store.open();
  app.addHook('onClose', () => store.close());
  return app;
}
