import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  ApiError,
  badRequest,
  headersTooLarge,
  internalError,
  malformedUrl,
  notFound,
} from '../build/contract/errors.ts';

/** The one edge where errors become responses. What is not in the contract's table is 500 and told only to the log. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toApiError(error);
  if (known.status === 500) request.log.error({ err: error }, 'unforeseen failure');
  reply.code(known.status).header('cache-control', 'no-store');
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  reply.removeHeader('etag');
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(known.toBody()));
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const status = (error as FastifyError).statusCode;
  return status !== undefined && status >= 400 && status < 500 ? badRequest() : internalError();
}

export function addErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler(() => {
    throw notFound('There is no such endpoint. The endpoints are described at /api/openapi.');
  });
}

/** A URL that the router cannot decode: no hook runs, so the request is counted here. */
export function onFrameworkError(app: () => FastifyInstance) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('access-control-allow-origin', '*');
    app()
      .limitRequest(request, reply)
      .then(
        () => sendError(malformedUrl(), request, reply),
        refusal => sendError(refusal, request, reply),
      );
  };
}

/** What is no HTTP has no request either: the answer is written to the socket. */
export function onClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = error.code === 'HPE_HEADER_OVERFLOW' ? headersTooLarge() : badRequest();
  const body = JSON.stringify(answer.toBody());
  const head = [
    `HTTP/1.1 ${answer.status} ${answer.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
