import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_HEADERS } from '../../build/contract/headers.ts';
import { ALLOWED_METHODS } from '../../build/contract/methods.ts';

/** What every response carries: CORS for all origins, and a word to browsers. */

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
