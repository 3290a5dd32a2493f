import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RATE_LIMIT_HEADERS } from './limits/plugin.ts';

/** CORS for all origins, with the headers of the specification, sections 4.4 and 5, exposed (DESIGN.md, section 8). */

/** All that a read-only API needs; OPTIONS is for preflights. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': ['ETag', ...RATE_LIMIT_HEADERS].join(', '),
} as const;

export function addCors(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(CORS_HEADERS);
    done();
  });
}

/** What a preflight asks for (Fetch Standard, section 3.3): every method that there is, and every header. */
export function preflightHeaders(request: FastifyRequest): Record<string, string> {
  const asked = request.headers['access-control-request-headers'];
  const methods = { 'access-control-allow-methods': ALLOWED_METHODS };
  return asked === undefined
    ? methods
    : { ...methods, 'access-control-allow-headers': asked, vary: 'Access-Control-Request-Headers' };
}
