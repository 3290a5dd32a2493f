import type { FastifyInstance } from 'fastify';
import { CACHE_CONTROL } from '../../build/contract/caching.ts';
import { REPRESENTATIONS, searchUrl } from '../../build/contract/paths.ts';
import { parseSearchQuery, type SearchQuery } from '../../build/contract/search.ts';
import { endpoint } from './endpoint.ts';

/** Answers search queries with a finished response body. @throws ApiError 503, 504 */
export type Search = (query: SearchQuery) => Promise<string>;

export function searchRoute(app: FastifyInstance, search: Search): void {
  endpoint(app, searchUrl, async (_request, reply, params) => {
    const json = await search(parseSearchQuery(params));
    return reply
      .header('cache-control', CACHE_CONTROL.search)
      .type(REPRESENTATIONS.json.contentType)
      .send(json);
  });
}
