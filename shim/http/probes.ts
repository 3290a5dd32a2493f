import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { authorityOf } from '../../build/common/authority.ts';
import type { Readiness } from './readiness.ts';

/** Probes of orchestrators and load balancers: whether the process runs, and whether it should get requests. They are no part of the API. */

const TYPE = 'text/plain; charset=utf-8';

/** @returns whether the request was a probe */
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

/** Answers probes before all else: they are not limited, counted or logged, and never wait. */
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

/** Sends a short text for people, which no cache keeps. */
export function sendText(response: ServerResponse, status: number, text: string, type = TYPE): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  // Node omits the body in answers to HEAD.
  response.end(text);
}

export const originOf = (host: string, port: number): string => `http://${authorityOf(host, port)}`;
