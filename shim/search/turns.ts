import type { FastifyInstance } from 'fastify';
import { searchUrl } from '../../build/contract/paths.ts';

/** Some milliseconds of work, where most of them are refused. */
const SEARCHES_IN_A_TURN = 25;

/**
 * Lets searches begin few by few, and whatever else has come in between them: of two thousand that come at once, a document
 * waits for those before it to be read, not to be answered. To be added before all that costs time.
 */
export function takeTurns(app: FastifyInstance): void {
  let waiting: (() => void)[] = [];
  const begin = () => {
    const now = waiting.slice(0, SEARCHES_IN_A_TURN);
    waiting = waiting.slice(SEARCHES_IN_A_TURN);
    if (waiting.length > 0) setImmediate(begin);
    for (const search of now) search();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url !== searchUrl) return done();
    if (waiting.push(done) === 1) setImmediate(begin);
  });
}
