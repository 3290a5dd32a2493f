import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Told of every request when its answer is out, or its client gone: the log, and the metrics where there are any. */
export type AnswerListener = (request: FastifyRequest, reply: FastifyReply) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** To be called by hand where Fastify runs no hooks. */
    tellAnswered: AnswerListener;
  }
}

export function addAnswerListeners(app: FastifyInstance, listeners: readonly AnswerListener[]): void {
  const tell: AnswerListener = (request, reply) => {
    for (const listener of listeners) listener(request, reply);
  };
  app.decorate('tellAnswered', tell);
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify's own hook tells nothing of clients that leave.
    reply.raw.once('close', () => tell(request, reply));
    done();
  });
}

/** The client did not wait for the answer: nginx's number, which nobody is sent. */
const LEFT = 499;

export const statusOf = ({ raw, statusCode }: FastifyReply): number => (raw.headersSent ? statusCode : LEFT);

/** Of the body, as the head tells: also where the client left in the middle. */
export function bytesOf({ method }: FastifyRequest, reply: FastifyReply): number {
  if (method === 'HEAD' || !reply.raw.headersSent || reply.statusCode === 304) return 0;
  return Number(reply.getHeader('content-length') ?? 0);
}

/** The pattern of the route; where there is none, one word for all. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? NO_ROUTE;

export const NO_ROUTE = 'none';
