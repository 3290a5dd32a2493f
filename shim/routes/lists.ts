import type { FastifyInstance } from 'fastify';
import { documentsUrl, queryPath } from '../../build/contract/paths.ts';
import { mayBePrecomputed } from '../../build/contract/precomputed.ts';
import { canonicalQuery, parseListQuery } from '../../build/contract/query.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import type { ContentStore } from '../content/store.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import { endpoint } from './endpoint.ts';
import { sendFile, sendJson, withFile } from './respond.ts';

/** Document lists: every spelling of a precomputed query gets its file, everything else is computed (specification, section 4.2). */
export function listRoutes(app: FastifyInstance, files: TreeFiles, store: ContentStore): void {
  for (const source of SOURCES) {
    const url = documentsUrl(source);
    endpoint(app, url, (request, reply, params) => {
      const query = parseListQuery(source, params);
      const path = mayBePrecomputed(source, query) ? queryPath(url, canonicalQuery(source, query)) : null;
      return withFile(path === null ? undefined : files.get(path), file =>
        file
          ? sendFile(request, reply, file, 'list')
          : sendJson(request, reply, store.content.listings[source.id].answer(query).body.json, 'list'),
      );
    });
  }
}
