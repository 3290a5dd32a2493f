import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RATE_LIMIT_HEADERS } from '../limits/plugin.ts';

/** What every response carries: CORS for all origins, and a word to browsers. */

/** All that a read-only API needs; OPTIONS is for preflights. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** The headers that scripts may read are the ETag, those of rate limits and those of ranges (build/contract/README.md). */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': ['ETag', ...RATE_LIMIT_HEADERS, 'Accept-Ranges', 'Content-Range'].join(
    ', ',
  ),
  // A corpus may hold anything; no browser is to take it for a page or a script.
  'x-content-type-options': 'nosniff',
} as const;

export function addCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(COMMON_HEADERS);
    done();
  });
}

/** The answer to OPTIONS. */
export const tellMethods = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(204)
    .headers({ allow: ALLOWED_METHODS, ...preflightHeaders(request) })
    .send();

/** What a preflight asks for (Fetch Standard, section 3.3): every method that there is, and every header. */
function preflightHeaders(request: FastifyRequest): Record<string, string> {
  const asked = request.headers['access-control-request-headers'];
  const methods = { 'access-control-allow-methods': ALLOWED_METHODS };
  return asked === undefined
    ? methods
    : { ...methods, 'access-control-allow-headers': asked, vary: 'Access-Control-Request-Headers' };
}
