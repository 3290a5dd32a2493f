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
import { NO_ROUTE } from './answer-listeners.ts';
import { isBehindLine } from './pipelines.ts';
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
  app.addHook('onRequest', (request, reply, done) => {
    replies.set(request.raw.socket, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler(otherwise);
}

/** Answers a URL that the router cannot decode. No hook runs, so the request is counted and logged here. */
export function onFrameworkError(app: () => FastifyInstance) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(COMMON_HEADERS).header(REQUEST_ID_HEADER, request.id);
    reply.raw.once('close', () => app().tellAnswered(request, reply));
    app()
      .limitRequest(request, reply)
      .then(
        () => sendError(malformedUrl(), request, reply),
        refusal => sendError(refusal, request, reply),
      );
  };
}

/** Answers bytes that are no HTTP, and so never become a request. They count for their address, and the answer is written to the socket. */
export function onClientError(app: () => FastifyInstance) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket) || isSilent(error, socket)) {
      socket.destroy();
      return;
    }
    const answer = clientError(error, isBehindLine(socket));
    const { request, reply, headers } = unparsed(socket);
    const refuse = (refusal: ApiError): void => {
      writeError(socket, refusal, headers);
      reply.statusCode = refusal.status;
      app().tellAnswered(request, reply);
    };
    app()
      .limitRequest(request, reply)
      .then(
        () => refuse(answer),
        refusal => refuse(toApiError(refusal)),
      );
  };
}

function unparsed(socket: Socket): {
  request: FastifyRequest;
  reply: FastifyReply;
  headers: Record<string, unknown>;
} {
  const id = randomUUID();
  const headers: Record<string, unknown> = { ...COMMON_HEADERS, [REQUEST_ID_HEADER]: id };
  const request = {
    id,
    headers: {},
    originalUrl: '',
    method: '',
    raw: { url: '' },
    ip: socket.remoteAddress,
    routeOptions: { url: NO_ROUTE },
  };
  const reply = {
    statusCode: 0,
    elapsedTime: 0,
    raw: { headersSent: true, writableFinished: true },
    header: (name: string, value: unknown) => (headers[name] = value),
    getHeader: (name: string) => headers[name],
  };
  return {
    request: request as unknown as FastifyRequest,
    reply: reply as unknown as FastifyReply,
    headers,
  };
}

const replies = new WeakMap<Socket, FastifyReply>();

/** Whether an error cannot be sent: in the middle of an answer, or after an answer that did not wait for the request's body. */
function isAnswering(socket: Socket): boolean {
  const reply = replies.get(socket);
  if (!reply) return false;
  const { raw: response, request } = reply;
  return response.headersSent && !(request.raw.complete && response.writableFinished);
}

/** A client that sent nothing, such as a browser that connects in advance, gets no answer. */
const isSilent = ({ code }: ConnectionError, socket: Socket): boolean =>
  code === TIMEOUT && socket.bytesRead === 0;

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The parser has one error for long URLs and for long headers. It is the URL if no line has ended yet. */
function clientError({ code, rawPacket, bytesParsed }: ConnectionError, hadLine: boolean): ApiError {
  if (code === TIMEOUT) return requestTimeout();
  if (code !== 'HPE_HEADER_OVERFLOW') return badRequest();
  // Fastify's type describes the buffer as JSON.
  const parsed = (rawPacket as unknown as Buffer).subarray(0, bytesParsed);
  return hadLine || parsed.includes('\n') ? headersTooLarge() : uriTooLong();
}

function writeError(socket: Socket, error: ApiError, headers: Readonly<Record<string, unknown>>): void {
  const body = JSON.stringify(error.toBody());
  const all = {
    ...headers,
    'content-type': REPRESENTATIONS.json.contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`);
}
