import type { FastifyBaseLogger } from 'fastify';
import { redactUrl } from '../limits/redact.ts';
import type { AnswerListener } from './answer-listeners.ts';
import { type ClientNaming, clientNames, pseudonyms } from './client-names.ts';
import { isSampled, SLOW_MS } from './log-sampling.ts';

/** What is logged of requests (README.md, Logs). */
export interface RequestLogOptions {
  client: ClientNaming;
  secret: string | null;
  hasQueries: boolean;
  /** The share of healthy requests that are logged, from 0 to 1. */
  sample: number;
}

export const REQUEST_LOG: RequestLogOptions = {
  client: 'pseudonym',
  secret: null,
  hasQueries: false,
  sample: 1,
};

/** Logs one line for each request, without keys: the request, its client and its answer. */
export function requestLog(
  log: FastifyBaseLogger,
  { client: naming, secret, hasQueries, sample }: RequestLogOptions,
): AnswerListener {
  const nameOf = clientNames(naming, pseudonyms(secret, Date.now));
  return ({ id, method, url, route, client, status, ms, bytes, isWhole }) => {
    const isHealthy = isWhole && status < 400 && ms < SLOW_MS;
    if (isHealthy && !isSampled(id, sample)) return;
    log.info(
      {
        id,
        method,
        url: redactUrl(url, hasQueries),
        route,
        status,
        ms: Math.round(ms * 1000) / 1000,
        bytes,
        client: client ? nameOf(client.id) : undefined,
        tier: client?.tier,
        sample: isHealthy && sample < 1 ? sample : undefined,
        aborted: isWhole ? undefined : true,
      },
      'request',
    );
  };
}
