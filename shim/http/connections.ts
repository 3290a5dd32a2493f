import cluster from 'node:cluster';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ApiError, tooManyConnections, tooManyUnanswered } from '../../build/contract/errors.ts';
import type { Pipelines } from './pipelines.ts';
import { PreparedResponse } from './prepared-response.ts';
import type { Readiness } from './readiness.ts';

/** Limits for clients. Times are in seconds. */
export interface ConnectionLimits {
  /** For a request to arrive: from its first byte, or from the connection, to the end of its body. */
  requestTimeout: number;
  idleTimeout: number;
  /** For a client to take the next piece of an answer; see {@link SLOWEST}. */
  answerTimeout: number;
  /** Further connections get 503 if there are still too many after idle ones are closed. */
  maxConnections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  requestTimeout: 15,
  // Longer than proxies keep a connection (60 s), so that the proxy ends it.
  idleTimeout: 72,
  answerTimeout: 20,
  maxConnections: 3000,
};

/** Bytes per second: a waiting answer gets as much more time as this rate needs for it. */
const SLOWEST = 8192;
/** How many connections beyond `maxConnections` get an answer that says why; further ones are cut off. */
const REFUSED_AT_ONCE = 200;
const CHECK_INTERVAL_MS = 1000;

/** How long a connection may be idle or silent while the server stops. */
const LAST_WORDS_MS = 500;

/** A server with these limits. @param handle answers requests */
export function serverWithin(
  { requestTimeout, idleTimeout }: ConnectionLimits,
  readiness: Readiness,
  pipelines: Pipelines,
  handle: RequestListener,
): Server {
  return createServer(
    {
      ServerResponse: responsesUntil(readiness, pipelines),
      requestTimeout: requestTimeout * 1000,
      headersTimeout: requestTimeout * 1000,
      keepAliveTimeout: idleTimeout * 1000,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, requestTimeout * 250),
      requireHostHeader: false,
    },
    pipelines.counting(handle),
  );
}

/** Answers say `Connection: close` where the server is stopping, even to earlier requests, or where the connection sends too many requests. */
const responsesUntil = (readiness: Readiness, pipelines: Pipelines): typeof ServerResponse<IncomingMessage> =>
  class extends PreparedResponse {
    override writeHead(status: number, ...rest: unknown[]): this {
      if (readiness.isLeaving) this.shouldKeepAlive = false;
      pipelines.look(this, status);
      return super.writeHead(status, ...(rest as []));
    }
  };

interface Waiting {
  taken: number;
  since: number;
}

/** @returns the error of a request on a connection with too many requests, or one connection too many; null for others */
export type Refusal = (request: IncomingMessage) => ApiError | null;

/** Bounds the connections of a server, and ends those whose clients take their answers too slowly. */
export function limitConnections(
  app: FastifyInstance,
  { answerTimeout, maxConnections }: ConnectionLimits,
  pipelines: Pipelines,
): Refusal {
  const server = app.server as Server;
  const open = new Map<Socket, Waiting | null>();
  const surplus = new WeakSet<Socket>();
  let dropped = 0;

  // A worker that drops a connection would pass it to the next worker, and that one back, without end.
  if (cluster.isPrimary) server.maxConnections = maxConnections + REFUSED_AT_ONCE;
  server.on('drop', () => dropped++);
  server.on('connection', (socket: Socket) => {
    if (cluster.isWorker && open.size >= maxConnections + REFUSED_AT_ONCE) {
      dropped++;
      socket.destroy();
      return;
    }
    if (open.size >= maxConnections) server.closeIdleConnections();
    // Closed connections leave the list a moment later.
    const isOver = open.size >= maxConnections && [...open.keys()].filter(isAlive).length >= maxConnections;
    if (isOver) surplus.add(socket);
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
  });

  const refusalOf: Refusal = request => {
    if (pipelines.isSurplus(request)) return tooManyUnanswered();
    return surplus.has(request.socket) ? tooManyConnections() : null;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request.raw);
    if (!refusal) return done();
    reply.header('connection', 'close');
    done(refusal);
  });

  const check = setInterval(() => {
    const now = performance.now();
    for (const [socket, last] of open) {
      const waiting = waitingOf(socket, last, now);
      open.set(socket, waiting);
      if (waiting && now - waiting.since > 1000 * (answerTimeout + socket.writableLength / SLOWEST))
        socket.destroy();
    }
    if (dropped > 0) app.log.warn(`${dropped} connections were refused: there are too many`);
    dropped = 0;
  }, CHECK_INTERVAL_MS).unref();
  let ending: NodeJS.Timeout | undefined;
  app.addHook('preClose', done => {
    // Node ends connections that are idle now. Others become idle later, and connections without any request do not count as idle.
    ending = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy();
    }, LAST_WORDS_MS).unref();
    done();
  });
  app.addHook('onClose', async () => {
    clearInterval(check);
    clearInterval(ending);
  });
  return refusalOf;
}

const isAlive = (socket: Socket): boolean => !socket.destroyed;

/** Null where nothing waits; a new object whenever the system took bytes meanwhile. */
function waitingOf(socket: Socket, last: Waiting | null, now: number): Waiting | null {
  if (socket.writableLength === 0) return null;
  const taken = socket.bytesWritten - socket.writableLength;
  return last?.taken === taken ? last : { taken, since: now };
}
