import { ApiError, methodNotAllowed, noSuchEndpoint, uriTooLong } from '../errors.ts';
import { namesHtml } from '../site-paths.ts';
import type { RoutedSource } from '../sources.ts';
import { type Endpoint, endpointOf } from './endpoints.ts';
import { answerRoute } from './resources.ts';
import type { Resource, Route, RoutedRequest } from './routes.ts';
import { siteRoute, viewRoute } from './site.ts';
import { MAX_URL_LENGTH, readTarget, type Target } from './target.ts';

/**
 * The routing rule: which file of the tree answers a request, or that none can, or that the request is wrong
 * (build/contract/README.md, Routing). `small.ts` is the same where little room is.
 */

/** @param sources the table of sources */
export const router =
  (sources: readonly RoutedSource[]) =>
  (request: RoutedRequest): Route => {
    let endpoint: Endpoint | null = null;
    try {
      if (request.method === 'OPTIONS' && request.target === '*') return { kind: 'options' };
      const target = readTarget(request.target);
      if (request.target.length > MAX_URL_LENGTH) throw uriTooLong();
      endpoint = endpointOf(sources, target.segments);
      return routeTo(endpoint, target, request, sources);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const resource = endpoint?.resource ?? null;
      return {
        kind: 'error',
        error,
        resource,
        isToldInPage: error.status === 404 && isForPeople(resource, request),
      };
    }
  };

/** Not below `/api`, where programs ask. */
const isForPeople = (resource: Resource | null, { method, target, accept }: RoutedRequest): boolean =>
  resource === 'view' ||
  ((resource === null || resource === 'site') &&
    /^(?:GET|HEAD)$/.test(method) &&
    !API.test(target) &&
    namesHtml(accept));

const API = /^(?:https?:[/][/][^/?#]*)?[/]api(?:[/?#]|$)/i;

function routeTo(
  endpoint: Endpoint | null,
  target: Target,
  request: RoutedRequest,
  sources: readonly RoutedSource[],
): Route {
  if (!endpoint) throw noSuchEndpoint();
  // What its methods and bodies mean is between its client and the shim.
  if (endpoint.resource === 'mcp') return { kind: 'origin', reason: 'mcp', asked: { resource: 'mcp' } };
  if (request.method === 'OPTIONS') return { kind: 'options' };
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method);
  if (endpoint.resource === 'view') return viewRoute(endpoint.place, target.search, sources);
  if (endpoint.resource === 'site') return siteRoute(endpoint.path, isForPeople('site', request));
  return answerRoute(endpoint, target.search, request.accept);
}
