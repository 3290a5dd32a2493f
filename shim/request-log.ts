import type { FastifyInstance } from 'fastify';
import { redactUrl } from './limits/redact.ts';

/** One line for each request, without keys: what was asked, by whom, and how it went. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: redactUrl(request.raw.url ?? ''),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 1000) / 1000,
        client: request.client?.id,
        tier: request.client?.tier,
      },
      'request',
    );
  });
}
