import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../limits/client.ts';

/** A request whose answer is sent, or whose client has left. */
export interface Answered {
  id: string;
  method: string;
  /** As received. */
  url: string;
  /** The pattern of the route; one word for all requests without a route. */
  route: string;
  client: Client | null;
  status: number;
  /** From the head of the request to the end of its answer. */
  ms: number;
  /** Length of the body as in the headers, even if the client left in the middle. */
  bytes: number;
  /** Whether the whole answer was handed to the system. */
  isWhole: boolean;
}

/** Called once for every request. */
export type AnswerListener = (answered: Answered) => void;

declare module 'fastify' {
  interface FastifyInstance {
    tellAnswered: AnswerListener;
  }
}

export function addAnswerListeners(app: FastifyInstance, listeners: readonly AnswerListener[]): void {
  app.decorate('tellAnswered', answered => {
    for (const listener of listeners) listener(answered);
  });
  app.addHook('onRequest', (request, reply, done) => {
    tellWhenClosed(app, request, reply);
    done();
  });
}

/** Fastify's own hook is not called for clients that leave. */
export function tellWhenClosed(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  const { id, method } = request;
  reply.raw.once('close', () => {
    const { headersSent, writableFinished } = reply.raw;
    const hasBody = headersSent && method !== 'HEAD' && reply.statusCode !== 304;
    app.tellAnswered({
      id,
      method,
      url: request.raw.url ?? '',
      route: routeOf(request),
      client: request.client,
      status: headersSent ? reply.statusCode : LEFT,
      ms: reply.elapsedTime,
      bytes: hasBody ? Number(reply.getHeader('content-length') ?? 0) : 0,
      isWhole: writableFinished,
    });
  });
}

/** The client did not wait for the answer. This is nginx's number; it is never sent. */
export const LEFT = 499;

export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? NO_ROUTE;

export const NO_ROUTE = 'none';
