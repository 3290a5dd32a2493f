import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { methodNotAllowed } from '../../build/contract/errors.ts';
import { ALLOWED_METHODS, MCP_METHODS } from '../../build/contract/methods.ts';
import type { RequestedByPath } from '../../build/contract/routing/routes.ts';
import { methodsTeller, tellMethods } from '../http/common-headers.ts';
import type { Sent } from './send-coded.ts';

/** Returns all methods except these. CONNECT never reaches a router. */
const methodsBut = (allowed: string): string[] =>
  METHODS.filter(method => ![...allowed.split(', '), 'CONNECT'].includes(method));

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Sent;

/** Answers a request without a file, since it has the parameter `unless` of its resource. */
export type ComputedHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  requested: RequestedByPath,
) => Sent;

/** Makes the router know every method of Node's HTTP parser, so that unknown methods get 405. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of methodsBut(ALLOWED_METHODS)) {
    // Fastify checks the content type of a QUERY before there is an endpoint.
    if (!app.supportedMethods.includes(method) || method === 'QUERY')
      app.addHttpMethod(method, { overrideExisting: true } as object);
  }
}

export interface EndpointOptions {
  /** Skips query checks and rate limits. */
  isAlwaysAnswered?: boolean;
}

/** Adds an endpoint for GET and HEAD. OPTIONS lists them; any other method is 405. */
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

/** Adds an endpoint for POST with a body. OPTIONS lists it; any other method is 405. */
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
    // Refuses before reading the body.
    onRequest: async (request, reply) => {
      reply.header('allow', allowed);
      throw methodNotAllowed(request.method, allowed);
    },
    handler: () => undefined,
  });
}
