import * as assert from 'uvu/assert';
import { arrange, requestsOf } from '../helpers/arrangement.ts';
import { nginxEdge } from '../helpers/edges/nginx.ts';
import { suiteWhere } from '../helpers/needs.ts';
import { pacedLoad } from '../helpers/paced-load.ts';
import { redisHindrance, startRedis } from '../helpers/redis-server.ts';
import { sampleTree } from '../helpers/tree.ts';

/** Several shims behind nginx, with one store: `npm run bench -- restarts` does the same for minutes, and more. */

const test = suiteWhere('several shims behind nginx', nginxEdge.hindrance() ?? redisHindrance());

const RATE = 100;

test('a rolling restart of both shims and the end of the store lose no request', async () => {
  const { dist } = await sampleTree();
  const redis = await startRedis();
  const arrangement = await arrange({
    ...{ dist, shims: 2, keys: 20 },
    env: { RATE_LIMIT_URL: redis.url, SHUTDOWN_DELAY: '3' },
  });
  const requests = requestsOf(arrangement.keys, false);
  const stopLoad = pacedLoad({ port: arrangement.port, rate: RATE, requests });
  await arrangement.restart(0);
  await redis.kill();
  await arrangement.restart(1);
  await redis.start();
  const { sent, failures, times } = await stopLoad();
  await arrangement.stop();
  await redis.stop();
  assert.equal([...failures], [], `of ${sent}`);
  assert.is(times.length, sent);
  // Both took the delay at least.
  assert.ok(sent > RATE * 5, `${sent}`);
});

test.run();
