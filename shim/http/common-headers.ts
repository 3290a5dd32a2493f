import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_HEADERS, optionsHeaders } from '../../build/contract/headers.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

/** Headers of every response: CORS for all origins, instructions to browsers, and the id of the request in the log. */

export function addCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(COMMON_HEADERS).header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

/** Answers OPTIONS. @param methods that are allowed; by default those of the API */
export const methodsTeller =
  (methods?: string) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .code(204)
      .headers(optionsHeaders(request.headers['access-control-request-headers'], methods))
      .send();

export const tellMethods = methodsTeller();
