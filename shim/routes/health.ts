import type { ContentStore } from '../content/catalog-store.ts';
import type { Handler } from './endpoint.ts';

/** The health check (build/contract/README.md, Overview): always 200, and only the content database counts. */
export function answerHealth(store: ContentStore, version: string): Handler {
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
