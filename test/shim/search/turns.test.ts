import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { takeTurns } from '../../../shim/search/turns.ts';

test('of many searches at once all begin, in order, and others in between', async () => {
  const app = Fastify();
  takeTurns(app);
  const begun: string[] = [];
  app.get('/api/search', ({ query }) => begun.push((query as { q: string }).q));
  app.get('/api/stats', () => begun.push('stats'));
  await app.ready();
  const names = Array.from({ length: 300 }, (_, i) => `${i}`);
  const searches = names.map(q => app.inject(`/api/search?q=${q}`));
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  const others = app.inject('/api/stats');
  for (const { statusCode } of await Promise.all([...searches, others])) assert.is(statusCode, 200);
  assert.equal(
    begun.filter(name => name !== 'stats'),
    names,
  );
  assert.ok(begun.indexOf('stats') < 150, `${begun.indexOf('stats')}`);
  // Nothing is left waiting, and a search alone begins at once.
  assert.is((await app.inject('/api/search?q=last')).statusCode, 200);
  await app.close();
});

test.run();
