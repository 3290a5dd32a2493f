import { contentUnavailable } from '../../build/contract/errors.ts';
import { pathOf } from '../../build/contract/paths.ts';
import type { ContentStore } from '../content/store.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import type { CachePolicy } from '../http/caching.ts';
import type { Handler } from './endpoint.ts';
import { sendFile, withFile } from './respond.ts';

/** What is one file of the tree: sources, stats and the API's own description. */
export const answerFile =
  (url: string, policy: CachePolicy, files: TreeFiles): Handler<unknown> =>
  (request, reply) =>
    withFile(files.get(pathOf(url)), file => {
      if (!file) throw contentUnavailable();
      return sendFile(request, reply, files, file, policy);
    });

/** The health check (build/contract/README.md, Overview): always 200, and only the content database counts. */
export function answerHealth(store: ContentStore, version: string): Handler<unknown> {
  const started = process.hrtime.bigint();
  return (_request, reply) => {
    const { problem, documents, schemaVersion } = store;
    return reply.header('cache-control', 'no-store').send({
      status: problem === null ? 'ok' : 'error',
      version,
      database: { connected: problem === null, documents, schema_version: schemaVersion },
      uptime: Number((process.hrtime.bigint() - started) / 1_000_000n) / 1000,
      ...(problem === null ? {} : { message: problem }),
    });
  };
}
