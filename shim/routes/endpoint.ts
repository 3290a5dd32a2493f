import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed } from '../../build/contract/errors.ts';
import { ALLOWED_METHODS } from '../../build/contract/methods.ts';
import { tellMethods } from '../http/cors.ts';
import type { Sent } from './coding.ts';

/** CONNECT never reaches a router. */
const REFUSED = METHODS.filter(method => ![...ALLOWED_METHODS.split(', '), 'CONNECT'].includes(method));

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Sent;

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
export function endpoint(
  app: FastifyInstance,
  url: string,
  handler: Handler,
  { isAlwaysAnswered = false }: EndpointOptions = {},
): void {
  const options = { config: { isUnlimited: isAlwaysAnswered } };
  app.get(url, options, handler);
  app.options(url, options, tellMethods);
  app.route({
    method: REFUSED,
    url,
    // Before the body is looked at: whatever it is, it is not wanted.
    onRequest: async (request, reply) => {
      reply.header('allow', ALLOWED_METHODS);
      throw methodNotAllowed(request.method);
    },
    handler: () => undefined,
  });
}
