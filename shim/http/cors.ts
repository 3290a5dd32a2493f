import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_HEADERS, optionsHeaders } from '../../build/contract/headers.ts';

/** What every response carries: CORS for all origins, and a word to browsers. */

export function addCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(COMMON_HEADERS);
    done();
  });
}

/** Answers OPTIONS. @param methods that are allowed; those of the API where they are left out */
export const methodsTeller =
  (methods?: string) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .code(204)
      .headers(optionsHeaders(request.headers['access-control-request-headers'], methods))
      .send();

export const tellMethods = methodsTeller();
