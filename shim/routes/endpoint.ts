import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { methodNotAllowed } from '../../build/contract/errors.ts';
import { ALLOWED_METHODS, MCP_METHODS } from '../../build/contract/methods.ts';
import type { AskedByPath } from '../../build/contract/routing/routes.ts';
import { methodsTeller, tellMethods } from '../http/cors.ts';
import type { Sent } from './coding.ts';

/** Every method but these. CONNECT never reaches a router. */
const methodsBut = (allowed: string): string[] =>
  METHODS.filter(method => ![...allowed.split(', '), 'CONNECT'].includes(method));

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Sent;

/** Answers a request that no file answers, since the parameter `unless` of its resource is given. */
export type ComputedHandler = (request: FastifyRequest, reply: FastifyReply, asked: AskedByPath) => Sent;

/** Lets the router know every method that Node's HTTP parser does, so that 405 is answered for all of them. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of methodsBut(ALLOWED_METHODS)) {
    // Of a QUERY Fastify wants to know its content type before there is an endpoint.
    if (!app.supportedMethods.includes(method) || method === 'QUERY')
      app.addHttpMethod(method, { overrideExisting: true } as object);
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
  refuseOthers(app, url, ALLOWED_METHODS);
}

/** Adds an endpoint that takes bodies: POST is answered, OPTIONS tells so, any other method is 405. */
export function postEndpoint(
  app: FastifyInstance,
  url: string,
  options: Pick<RouteShorthandOptions, 'onRequest'>,
  handler: Handler,
): void {
  app.post(url, options, handler);
  app.options(url, methodsTeller(MCP_METHODS));
  refuseOthers(app, url, MCP_METHODS);
}

function refuseOthers(app: FastifyInstance, url: string, allowed: string): void {
  app.route({
    method: methodsBut(allowed),
    url,
    // Before the body is looked at: whatever it is, it is not wanted.
    onRequest: async (request, reply) => {
      reply.header('allow', allowed);
      throw methodNotAllowed(request.method, allowed);
    },
    handler: () => undefined,
  });
}
