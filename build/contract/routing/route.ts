import { ApiError, methodNotAllowed, noSuchEndpoint, uriTooLong } from '../errors.ts';
import type { RoutedSource } from '../sources.ts';
import { type Endpoint, endpointOf } from './endpoints.ts';
import { answerRoute } from './resources.ts';
import type { Route, RoutedRequest } from './routes.ts';
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
      return routeTo(endpoint, target, request);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { kind: 'error', error, resource: endpoint?.resource ?? null };
    }
  };

function routeTo(endpoint: Endpoint | null, target: Target, request: RoutedRequest): Route {
  if (!endpoint) throw noSuchEndpoint();
  if (request.method === 'OPTIONS') return { kind: 'options' };
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method);
  return answerRoute(endpoint, target.search, request.accept);
}
