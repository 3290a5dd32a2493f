import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type ApiError, badRequest, uriTooLong } from '../../build/contract/errors.ts';
import { MAX_URL_LENGTH } from '../../build/contract/routing/target.ts';

/** Requests that Node would refuse without our headers and error bodies, and those that it lets through. */

/** @returns null for a proper request */
export function requestProblem({
  url = '',
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): ApiError | null {
  if (url.length > MAX_URL_LENGTH) return uriTooLong();
  // RFC 9112 §3.2: no Host, or two. Node keeps only the first, and a proxy may have used the other.
  if (headers.host === undefined && httpVersion === '1.1') return badRequest();
  return countOf('host', rawHeaders) > 1 ? badRequest() : null;
}

function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name) count++;
  return count;
}

export function checkRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const problem = requestProblem(request.raw);
    if (problem) done(problem);
    else done();
  });
  // RFC 9110 §10.1.1: a server may refuse an unknown expectation, but need not.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Only MCP reads bodies, so no other endpoint refuses one.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
}
