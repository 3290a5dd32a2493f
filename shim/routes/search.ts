import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { readParams } from '../../build/contract/params.ts';
import { searchUrl } from '../../build/contract/paths.ts';
import { readTarget } from '../../build/contract/routing/target.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import type { SearchService } from '../search/service.ts';
import type { Handler } from './endpoint.ts';
import { sendBody } from './respond.ts';
import { setCaching } from './send-coded.ts';

const TAGS = cacheTagHeaders(searchUrl.slice(1));

/** Answers full-text searches with the configured engine (build/contract/README.md, Search). */
export const answerSearch =
  (service: SearchService): Handler =>
  async (request, reply) => {
    const params = readParams(readTarget(request.raw.url ?? '').search);
    const { json, etag } = await service.answer(parseSearchQuery(params), {
      client: request.client?.id ?? '',
      // The client may have left while its request waited.
      onLeft: listener => (reply.raw.destroyed ? listener() : reply.raw.once('close', listener)),
    });
    setCaching(request, reply, 'search', TAGS);
    return sendBody(request, reply, Buffer.from(json), { etag, isValidated: false });
  };
