import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { authorityOf } from '../../build/common/authority.ts';
import type { Readiness } from './readiness.ts';

/** What orchestrators and balancers ask: whether the process runs, and whether requests should be sent to it. They are no part of the API. */

const TYPE = 'text/plain; charset=utf-8';

/**
 * Answers `/livez` and `/readyz`.
 * @returns whether it was one of them
 */
export function answerProbe(
  readiness: Readiness,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [path] = (request.url ?? '').split('?', 1);
  if (path === '/livez') send(request, response, null);
  else if (path === '/readyz') send(request, response, readiness.problem);
  else return false;
  return true;
}

/** Before all else, so that no probe is limited, counted or logged, and none waits. */
export const withProbes =
  (readiness: Readiness, handle: RequestListener): RequestListener =>
  (request, response) => {
    if (!answerProbe(readiness, request, response)) handle(request, response);
  };

function send({ method }: IncomingMessage, response: ServerResponse, problem: string | null): void {
  if (method !== 'GET' && method !== 'HEAD') sendText(response, 405, 'GET and HEAD are allowed.\n');
  else if (problem === null) sendText(response, 200, 'ok\n');
  else sendText(response, 503, `${problem}\n`);
}

/** A short text for people, which no cache keeps. */
export function sendText(response: ServerResponse, status: number, text: string, type = TYPE): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  // Node itself leaves out the body in the answer to HEAD.
  response.end(text);
}

export const originOf = (host: string, port: number): string => `http://${authorityOf(host, port)}`;
