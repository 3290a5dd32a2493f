import { ApiError, methodNotAllowed, noSuchEndpoint, uriTooLong } from '../errors.ts';
import { namesHtml } from '../site-paths.ts';
import type { RoutedSource } from '../sources.ts';
import { fileRoute, resourceRoute, viewRoute } from './answers.ts';
import { type Endpoint, matcher } from './match.ts';
import type { Route, RoutedRequest, RoutedResource } from './routes.ts';
import { MAX_URL_LENGTH, readTarget, type Target } from './target.ts';

/** From a request to its answer (build/contract/README.md, Routing). `small.ts` is the same within a size limit. */

/** @param sources the table of sources */
export function router(sources: readonly RoutedSource[]): (request: RoutedRequest) => Route {
  const match = matcher(sources);
  return request => {
    let endpoint: Endpoint | null = null;
    try {
      if (request.method === 'OPTIONS' && request.target === '*') return { kind: 'options' };
      const target = readTarget(request.target);
      if (request.target.length > MAX_URL_LENGTH) throw uriTooLong();
      endpoint = match(target.segments);
      return routeTo(endpoint, target, request, sources);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const resource = endpoint?.resource ?? null;
      return {
        kind: 'error',
        error,
        resource,
        hasErrorPage: error.status === 404 && isForPeople(resource, request),
      };
    }
  };
}

/** False below `/api`, whose clients are programs. */
const isForPeople = (resource: RoutedResource | null, { method, target, accept }: RoutedRequest): boolean =>
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
  // The shim alone interprets its methods and bodies.
  if (endpoint.resource === 'mcp') return resourceRoute(endpoint, target.search, request.accept);
  if (request.method === 'OPTIONS') return { kind: 'options' };
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method);
  if (endpoint.resource === 'view') return viewRoute(endpoint.place, target.search, sources);
  if (!('file' in endpoint)) return resourceRoute(endpoint, target.search, request.accept);
  const { resource, file } = endpoint;
  return fileRoute(resource, file, target.search, resource === 'site' && isForPeople(resource, request));
}
