import type { FastifyInstance } from 'fastify';
import { contentUnavailable } from '../../build/contract/errors.ts';
import {
  healthUrl,
  openapiAliases,
  openapiUrl,
  pathOf,
  sourcesUrl,
  statsUrl,
} from '../../build/contract/paths.ts';
import type { ContentStore } from '../content/store.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import type { CachePolicy } from '../http/caching.ts';
import { endpoint, type Handler } from './endpoint.ts';
import { sendFile, withFile } from './respond.ts';

/** Sources, stats and the API's own description. */
export function overviewRoutes(app: FastifyInstance, files: TreeFiles): void {
  for (const { url, aliases = [], policy } of OVERVIEWS) {
    for (const address of [url, ...aliases]) {
      endpoint(app, address, (request, reply) =>
        withFile(files.get(pathOf(url)), file => {
          if (!file) throw contentUnavailable();
          return sendFile(request, reply, file, policy);
        }),
      );
    }
  }
}

interface Overview {
  url: string;
  /** Where else it is looked for. */
  aliases?: readonly string[];
  policy: CachePolicy;
}

const OVERVIEWS: readonly Overview[] = [
  // Its counts are live (specification, section 4.8).
  { url: sourcesUrl, policy: 'list' },
  { url: statsUrl, policy: 'overview' },
  { url: openapiUrl, aliases: openapiAliases, policy: 'overview' },
];

/** The health check (specification, section 4.10): always 200, and only the content database counts. */
export function healthRoute(app: FastifyInstance, store: ContentStore, version: string): void {
  const started = process.hrtime.bigint();
  const answer: Handler<unknown> = (_request, reply) => {
    const { problem, documents, schemaVersion } = store;
    return reply.header('cache-control', 'no-store').send({
      status: problem === null ? 'ok' : 'error',
      version,
      database: { connected: problem === null, documents, schema_version: schemaVersion },
      uptime: Number((process.hrtime.bigint() - started) / 1_000_000n) / 1000,
      ...(problem === null ? {} : { message: problem }),
    });
  };
  endpoint(app, healthUrl, answer, { isAlwaysAnswered: true });
}
