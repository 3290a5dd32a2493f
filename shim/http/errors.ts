import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from 'fastify';
import { TAG_HEADERS } from '../../build/contract/cache-tags.ts';
import {
  ApiError,
  badRequest,
  headersTooLarge,
  internalError,
  malformedUrl,
  requestTimeout,
  uriTooLong,
} from '../../build/contract/errors.ts';
import { COMMON_HEADERS } from '../../build/contract/headers.ts';
import { REPRESENTATIONS } from '../../build/contract/paths.ts';
import { NO_ROUTE, tellWhenClosed } from './answer-listeners.ts';
import type { Pipelines } from './pipelines.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

/** The only place where errors become responses. An error that is not in the contract's table is 500, and only the log has its details. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toApiError(error);
  if (known.status === 500) request.log.error({ err: error }, 'unforeseen failure');
  reply.code(known.status).header('cache-control', 'no-store');
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  for (const name of ['etag', ...TAG_HEADERS]) reply.removeHeader(name);
  return reply.type(REPRESENTATIONS.json.contentType).send(JSON.stringify(known.toBody()));
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const status = (error as FastifyError).statusCode;
  return status !== undefined && status >= 400 && status < 500 ? badRequest() : internalError();
}

export function addErrorHandlers(app: FastifyInstance, otherwise: RouteHandlerMethod): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler(otherwise);
}

/** Answers a URL that the router cannot decode. No hook runs, so the request is counted and logged here. */
export function onFrameworkError(app: () => FastifyInstance) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(COMMON_HEADERS).header(REQUEST_ID_HEADER, request.id);
    tellWhenClosed(app(), request, reply);
    app()
      .limitRequest(request, reply)
      .then(
        () => sendError(malformedUrl(), request, reply),
        refusal => sendError(refusal, request, reply),
      );
  };
}

/** Answers bytes that are no HTTP, and so never become a request. They count for their address, and the answer is written to the socket. */
export function onClientError(app: () => FastifyInstance, pipelines: Pipelines) {
  async function refuse(socket: Socket, error: ApiError): Promise<void> {
    const { limits, tellAnswered } = app();
    const client = limits.clientOf({ headers: {}, originalUrl: '', ip: socket.remoteAddress });
    const { headers, refusal } = await limits.count(client);
    const [id, told] = [randomUUID(), refusal ?? error];
    writeError(socket, told, [REQUEST_ID_HEADER, id, ...headers]);
    const unread = { method: '', url: '', route: NO_ROUTE, bytes: 0, ms: 0, isWhole: true };
    tellAnswered({ ...unread, id, client, status: told.status });
  }

  return (error: ConnectionError, socket: Socket): void => {
    if (PARSED.test(error.code) && pipelines.isEnded(socket)) return;
    const isUnanswerable =
      error.code === 'ECONNRESET' ||
      !socket.writable ||
      pipelines.isAnswering(socket) ||
      isSilent(error, socket);
    if (isUnanswerable) {
      socket.destroy();
      return;
    }
    refuse(socket, clientError(error)).catch(failure => {
      app().log.error({ err: failure }, 'unforeseen failure');
      socket.destroy();
    });
  };
}

/** A client that sent nothing, such as a browser that connects in advance, gets no answer. */
const isSilent = ({ code }: ConnectionError, socket: Socket): boolean =>
  code === TIMEOUT && socket.bytesRead === 0;

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
/** Errors of the parser. */
const PARSED = /^HPE_/;

/** The parser has one error for long URLs and for long headers. It is the URL if no line has ended yet. */
function clientError({ code, rawPacket, bytesParsed }: ConnectionError): ApiError {
  if (code === TIMEOUT) return requestTimeout();
  if (code !== 'HPE_HEADER_OVERFLOW') return badRequest();
  // Fastify's type describes the buffer as JSON.
  const parsed = (rawPacket as unknown as Buffer).subarray(0, bytesParsed);
  return parsed.includes('\n') ? headersTooLarge() : uriTooLong();
}

/** @param headers names and values by turns */
function writeError(socket: Socket, error: ApiError, headers: readonly string[]): void {
  const body = JSON.stringify(error.toBody());
  const all = [
    ...Object.entries(COMMON_HEADERS).flat(),
    ...headers,
    ...['content-type', REPRESENTATIONS.json.contentType],
    ...['content-length', Buffer.byteLength(body)],
    ...(error.retryAfter === undefined ? [] : ['retry-after', error.retryAfter]),
    ...['cache-control', 'no-store', 'connection', 'close'],
  ];
  let head = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n`;
  for (let i = 0; i < all.length; i += 2) head += `${all[i]}: ${all[i + 1]}\r\n`;
  socket.end(`${head}\r\n${body}`);
}
