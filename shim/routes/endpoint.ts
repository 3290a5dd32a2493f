import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed } from '../../build/contract/errors.ts';
import { Params } from '../../build/contract/params.ts';
import { ALLOWED_METHODS, preflightHeaders } from '../cors.ts';
import type { Sent } from '../respond.ts';

/** CONNECT never reaches a router. */
const REFUSED = METHODS.filter(method => ![...ALLOWED_METHODS.split(', '), 'CONNECT'].includes(method));

export type Handler<P> = (
  request: FastifyRequest<{ Params: P }>,
  reply: FastifyReply,
  params: Params,
) => Sent;

/** Lets the router know every method that Node's HTTP parser does, so that 405 is answered for all of them. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of REFUSED) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/** Adds an endpoint: GET and HEAD are answered, OPTIONS tells so, any other method is 405. */
export function endpoint<P>(app: FastifyInstance, url: string, handler: Handler<P>): void {
  app.get<{ Params: P }>(url, (request, reply) => handler(request, reply, new Params(searchOf(request))));
  app.options(url, (request, reply) =>
    reply
      .code(204)
      .headers({ allow: ALLOWED_METHODS, ...preflightHeaders(request) })
      .send(),
  );
  app.route({
    method: REFUSED,
    url,
    // Before the body is looked at: whatever it is, it is not wanted.
    onRequest: async (request, reply) => {
      reply.header('allow', ALLOWED_METHODS);
      throw methodNotAllowed(`The method ${request.method} is not allowed. Allowed are ${ALLOWED_METHODS}.`);
    },
    handler: () => undefined,
  });
}

function searchOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
