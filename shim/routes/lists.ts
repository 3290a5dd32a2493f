import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { documentsUrl, pathOf, queryPath } from '../../build/contract/paths.ts';
import { mayBePrecomputed } from '../../build/contract/precomputed.ts';
import { canonicalQuery, parseListQuery } from '../../build/contract/query.ts';
import type { Source } from '../../build/contract/sources.ts';
import type { ContentStore } from '../content/store.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import type { Handler } from './endpoint.ts';
import { sendFile, sendJson, withFile } from './respond.ts';

/** A document list: every spelling of a precomputed query gets its file, everything else is computed (build/contract/README.md, Lists). */
export const answerList = (source: Source, files: TreeFiles, store: ContentStore): Handler<unknown> => {
  const tags = cacheTagHeaders(pathOf(documentsUrl(source)));
  return (request, reply, params) => {
    const query = parseListQuery(source, params);
    const path = mayBePrecomputed(source, query)
      ? queryPath(documentsUrl(source), canonicalQuery(source, query))
      : null;
    return withFile(path === null ? undefined : files.get(path), file => {
      if (file) return sendFile(request, reply, files, file, 'list');
      const { json } = store.content.listings[source.id].answer(query).body;
      return sendJson(request, reply, { json, tags }, 'list');
    });
  };
};
