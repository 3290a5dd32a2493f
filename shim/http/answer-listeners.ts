import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Called for every request when its answer is sent or its client has left. */
export type AnswerListener = (request: FastifyRequest, reply: FastifyReply) => void;

declare module 'fastify' {
  interface FastifyInstance {
    tellAnswered: AnswerListener;
  }
}

export function addAnswerListeners(app: FastifyInstance, listeners: readonly AnswerListener[]): void {
  const tell: AnswerListener = (request, reply) => {
    for (const listener of listeners) listener(request, reply);
  };
  app.decorate('tellAnswered', tell);
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify's own hook is not called for clients that leave.
    reply.raw.once('close', () => tell(request, reply));
    done();
  });
}

/** The client did not wait for the answer. This is nginx's number; it is never sent. */
const LEFT = 499;

export const statusOf = ({ raw, statusCode }: FastifyReply): number => (raw.headersSent ? statusCode : LEFT);

/** Length of the body as in the headers, even if the client left in the middle. */
export function bytesOf({ method }: FastifyRequest, reply: FastifyReply): number {
  if (method === 'HEAD' || !reply.raw.headersSent || reply.statusCode === 304) return 0;
  return Number(reply.getHeader('content-length') ?? 0);
}

/** The pattern of the route; one word for all requests without a route. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? NO_ROUTE;

export const NO_ROUTE = 'none';
