import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed } from '../../build/contract/errors.ts';
import { Params } from '../../build/contract/params.ts';
import { ALLOWED_METHODS, tellMethods } from '../http/cors.ts';
import type { Sent } from './coding.ts';

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

export interface EndpointOptions {
  /** Whatever its query holds and whatever its client has used up. */
  isAlwaysAnswered?: boolean;
}

/** Adds an endpoint: GET and HEAD are answered, OPTIONS tells so, any other method is 405. */
export function endpoint<P>(
  app: FastifyInstance,
  url: string,
  handler: Handler<P>,
  { isAlwaysAnswered = false }: EndpointOptions = {},
): void {
  const options = { config: { isUnlimited: isAlwaysAnswered } };
  app.get<{ Params: P }>(url, options, (request, reply) =>
    handler(request, reply, new Params(isAlwaysAnswered ? '' : searchOf(request))),
  );
  app.options(url, options, tellMethods);
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
