import type { FastifyInstance } from 'fastify';
import { REPRESENTATIONS, searchUrl } from '../../build/contract/paths.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import type { SearchService } from '../search/service.ts';
import { endpoint } from './endpoint.ts';
import { cacheControl } from './respond.ts';

/** Full-text search over whichever engine is configured (specification, section 4.6). */
export function searchRoute(app: FastifyInstance, service: SearchService): void {
  endpoint(app, searchUrl, async (request, reply, params) => {
    const json = await service.answer(parseSearchQuery(params), {
      client: request.client?.id ?? '',
      // The client may have gone while its request waited for its turn.
      onLeft: listener => (reply.raw.destroyed ? listener() : reply.raw.once('close', listener)),
    });
    return reply
      .header('cache-control', cacheControl(request, 'search'))
      .type(REPRESENTATIONS.json.contentType)
      .send(json);
  });
}
