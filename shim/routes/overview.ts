import type { FastifyInstance } from 'fastify';
import { contentUnavailable } from '../../build/contract/errors.ts';
import { healthUrl, openapiUrl, pathOf, sourcesUrl, statsUrl } from '../../build/contract/paths.ts';
import type { ContentStore } from '../content.ts';
import { sendFile, withFile } from '../respond.ts';
import type { TreeFiles } from '../tree-files.ts';
import { endpoint } from './endpoint.ts';

/** Sources, stats and the API's own description. */
export function overviewRoutes(app: FastifyInstance, files: TreeFiles): void {
  for (const url of [sourcesUrl, statsUrl, openapiUrl]) {
    endpoint(app, url, (request, reply) =>
      withFile(files.get(pathOf(url)), file => {
        if (!file) throw contentUnavailable();
        return sendFile(request, reply, file, 'overview');
      }),
    );
  }
}

/** The health check (specification, section 4.10): always 200, and only the content database counts. */
export function healthRoute(app: FastifyInstance, store: ContentStore, version: string): void {
  const started = process.hrtime.bigint();
  endpoint(app, healthUrl, (_request, reply) => {
    const { problem, documents, schemaVersion } = store;
    return reply.header('cache-control', 'no-store').send({
      status: problem === null ? 'ok' : 'error',
      version,
      database: { connected: problem === null, documents, schema_version: schemaVersion },
      uptime: Number((process.hrtime.bigint() - started) / 1_000_000n) / 1000,
      // What to do about it: the only reader who sees an error here is the operator.
      ...(problem === null ? {} : { message: problem }),
    });
  });
}
