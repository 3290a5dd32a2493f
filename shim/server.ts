import path from 'node:path';
import staticFiles from '@fastify/static';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { FILES, PAGES } from '../build/contract/file-addresses.ts';
import { kindOfWord } from '../build/contract/path-words.ts';
import { RESOURCE_NAMES, RESOURCES, type ResourceName } from '../build/contract/resources.ts';
import { addressesOf, isPaged } from '../build/contract/routing/match.ts';
import { MAX_URL_LENGTH } from '../build/contract/routing/target.ts';
import { SOURCES } from '../build/contract/sources.ts';
import type { SearchEngine } from '../build/search/engine.ts';
import { addAnswerListeners } from './http/answer-listeners.ts';
import { addCommonHeaders } from './http/common-headers.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
  serverWithin,
} from './http/connections.ts';
import { addErrorHandlers, onClientError, onFrameworkError } from './http/errors.ts';
import { Pipelines } from './http/pipelines.ts';
import { withProbes } from './http/probes.ts';
import { Readiness } from './http/readiness.ts';
import { checkRequests } from './http/request-checks.ts';
import { requestIds } from './http/request-id.ts';
import { REQUEST_LOG, type RequestLogOptions, requestLog } from './http/request-log.ts';
import { Unsent, type UnsentBounds } from './http/unsent-bytes.ts';
import type { KeyStore } from './keys/key-store.ts';
import { trustOf } from './limits/forwarded.ts';
import { rateLimits } from './limits/plugin.ts';
import type { Counter } from './limits/windows.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import type { Origins } from './mcp/origins.ts';
import { serverFigures } from './metrics/figures.ts';
import type { Metrics } from './metrics/metrics.ts';
import { answerContent } from './routes/content.ts';
import { DirectAnswers } from './routes/direct-answers.ts';
import { endpoint, type Handler, knowAllMethods } from './routes/endpoint.ts';
import { handlersOf } from './routes/handlers.ts';
import { serveTree } from './routes/served-tree.ts';
import { inBatches } from './search/request-batches.ts';

/** Adds an endpoint for each row of the tables of resources. MCP adds its own. */
function addEndpoints(
  app: FastifyInstance,
  content: Handler,
  handled: Readonly<Partial<Record<ResourceName, Handler>>>,
): void {
  for (const name of RESOURCE_NAMES) {
    const row = RESOURCES[name];
    if (row.answered === 'mcp') continue;
    for (const address of addressesOf(name, SOURCES)) {
      // The endpoint of documents or levels has them: the routing rule tells them apart.
      if (address.path.includes('*/')) continue;
      const url = address.path.replace(/:(\w+)/g, (_, word) => `:${kindOfWord(word)?.name ?? word}`);
      endpoint(app, url, handled[name] ?? content, { isAlwaysAnswered: row.counts === false });
      // Files of list pages lie below the list, among its documents.
      if (isPaged(row) && name !== 'list') endpoint(app, `${url}/_q/:file(^.*\\.json$)`, content);
    }
  }
  const pages = PAGES.flatMap(url => SOURCES.map(({ id }) => url.replace(':source', id)));
  for (const url of new Set([...FILES.flatMap(({ paths }) => paths), ...pages])) endpoint(app, url, content);
}

export interface ServerOptions {
  /** The tree to serve, which may be missing, or replaced at any time. */
  dist: string;
  /** The archive with former versions that the tree does not have; absent: there is none. */
  archive?: string | null;
  keys: KeyStore;
  logger: FastifyBaseLogger;
  /** Takes the lines of requests, which hold no headers; by default the same. */
  requestLogger?: FastifyBaseLogger;
  version: string;
  /** Proxies whose X-Forwarded-For is trusted, comma-separated; false for none. */
  trustProxy: string | false;
  /** Closed with the server. */
  engine: SearchEngine;
  /** For each search, in milliseconds. */
  searchTimeLimit?: number;
  /** Origins of pages that may speak MCP; by default those of this machine (README.md, MCP). */
  mcpOrigins?: Origins;
  /** Counts requests for the rate limits; by default in this process. */
  counter?: Counter;
  limits?: Partial<ConnectionLimits>;
  unsent?: UnsentBounds;
  /** Ready when the catalog is open; announces the end of the server. */
  readiness?: Readiness;
  requests?: RequestLogOptions;
  metrics?: Metrics | null;
  hasProbes?: boolean;
}

/** Makes a server of the whole API over one tree, ready to listen. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { logger, keys, version, trustProxy, engine, mcpOrigins = 'loopback', counter } = options;
  const { readiness = new Readiness(), hasProbes = false, requests = REQUEST_LOG, metrics = null } = options;
  const dist = path.resolve(options.dist);
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const isTrusted = trustProxy === false ? null : trustOf(trustProxy);
  const idOf = requestIds(isTrusted);
  const pipelines = new Pipelines();
  let direct: DirectAnswers | null = null;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    // request-log.ts writes one line for each request, and needs no child loggers.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isTrusted ?? false,
    genReqId: idOf,
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    exposeHeadRoutes: true,
    // Requests on open connections are answered while the server stops, too.
    return503OnClosing: false,
    frameworkErrors: onFrameworkError(() => app),
    clientErrorHandler: onClientError(() => app, pipelines),
    serverFactory: handle => {
      const answer = inBatches((request, response) =>
        direct ? direct.handle(request, response, handle) : handle(request, response),
      );
      return serverWithin(limits, readiness, pipelines, hasProbes ? withProbes(readiness, answer) : answer);
    },
  });
  const archive = options.archive ? path.resolve(options.archive) : null;
  const tree = serveTree({
    ...{ dist, archive, engine, log: logger },
    timeLimit: options.searchTimeLimit,
    onSearched: metrics?.searched,
  });
  readiness.require(() => (tree.store.build === '' ? 'there is no catalog' : null));

  knowAllMethods(app);
  addAnswerListeners(app, [
    requestLog(options.requestLogger ?? logger, requests),
    ...(metrics ? [metrics.answered] : []),
  ]);
  const { handled, computed } = handlersOf(tree, version);
  const content = answerContent(tree, computed);
  addErrorHandlers(app, content);
  addCommonHeaders(app);
  await app.register(rateLimits, { keys, ...(counter && { counter }) });
  const refusalOf = limitConnections(app, limits, pipelines);
  checkRequests(app);
  app.decorate('compressed', tree.files.compressed);
  app.decorate('unsent', new Unsent(options.unsent));
  await app.register(staticFiles, { root: dist, serve: false });

  addEndpoints(app, content, handled);
  await app.register(mcpEndpoint, { tree, version, origins: mcpOrigins });

  const find = tree.lookUps.find.bind(tree.lookUps);
  direct = new DirectAnswers({ app, find, refusalOf, idOf, isTrusted });
  metrics?.watch(serverFigures({ app, tree, keys, readiness, version }));
  await tree.open();
  app.addHook('onClose', () => tree.close());
  return app;
}
