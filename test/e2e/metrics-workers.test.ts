import * as assert from 'uvu/assert';
import { type Running, start, untilListening } from '../helpers/commands.ts';
import { figureOf, readExposition } from '../helpers/exposition.ts';
import { suiteWhere } from '../helpers/needs.ts';
import { type RedisServer, redisHindrance, startRedis } from '../helpers/redis-server.ts';
import { SAMPLE } from '../helpers/sample.ts';
import { exchange } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import { until } from '../helpers/until.ts';

/** The primary tells the metrics of all workers, and speaks for them (shim/README.md, Metrics). */
const test = suiteWhere('metrics of workers', redisHindrance());

let redis: RedisServer;
let shim: Running;
let port = 0;
let metricsPort = 0;

test.before(async () => {
  redis = await startRedis();
  const { dist } = await sampleTree();
  shim = start('serve', ['--dist', dist, '--port', '0'], {
    WORKERS: '2',
    RATE_LIMIT_URL: redis.url,
    TRUST_PROXY: 'loopback',
    METRICS_PORT: '0',
    SHUTDOWN_DELAY: '600',
    // Nobody searches: so no search processes are started.
    TYPESENSE_URL: 'http://127.0.0.1:1',
    TYPESENSE_API_KEY: 'none',
  });
  port = await untilListening(shim);
  const [, told] = await shim.err.match(/^Metrics: http:\/\/127\.0\.0\.1:(\d+)\/metrics$/);
  metricsPort = Number(told);
});
test.after(async () => {
  shim.child.kill('SIGKILL');
  await shim.finished;
  await redis.stop();
});

const ask = (port: number, path: string, headers: Record<string, string> = {}) =>
  exchange({ host: '127.0.0.1', port, path, headers, agent: false });
const metrics = async () => readExposition((await ask(metricsPort, '/metrics')).text);
test('requests of all workers are added up, and a client has one name', async () => {
  // Each connection goes to the next worker.
  for (let i = 0; i < 10; i++) await ask(port, '/api/stats', { 'x-forwarded-for': '192.0.2.1' });
  const requests: { pid: number; client: string }[] = [];
  shim.out.onLine(line => {
    const { msg, ...fields } = JSON.parse(line);
    if (msg === 'request') requests.push(fields);
  });
  await shim.out.until(() => requests.length === 10);
  assert.is(new Set(requests.map(({ pid }) => pid)).size, 2, 'both answer');
  assert.is(new Set(requests.map(({ client }) => client)).size, 1, 'both give one name');
  const found = await metrics();
  assert.is(figureOf(found, 'pandect_http_requests_total', { route: '/api/stats', status: '200' }), 10);
  assert.is(figureOf(found, 'pandect_http_request_duration_seconds_count', { route: '/api/stats' }), 10);
  assert.is(figureOf(found, 'pandect_catalog_documents'), SAMPLE.all, 'documents are no sum');
  assert.is(figureOf(found, 'pandect_build_info'), 1);
  assert.is(figureOf(found, 'pandect_limit_store_up'), 1);
  assert.ok(figureOf(found, 'process_resident_memory_bytes') > 100e6, 'memory is one');
});

test('a shim is ready while its workers listen, even without the store of the limits', async () => {
  await until(async () => (await ask(metricsPort, '/readyz')).status === 200);
  await redis.stop();
  await until(async () => {
    await ask(port, '/api/stats', { 'x-forwarded-for': '192.0.2.2' });
    const found = await metrics();
    return (
      figureOf(found, 'pandect_limit_store_up') === 0 &&
      figureOf(found, 'pandect_limit_counted_here_total') > 0
    );
  });
  assert.is((await ask(metricsPort, '/readyz')).status, 200);
});

test('after SIGTERM the probe fails while workers still answer', async () => {
  shim.child.kill('SIGTERM');
  await until(async () => (await ask(metricsPort, '/readyz')).status === 503);
  assert.is((await ask(metricsPort, '/livez')).status, 200);
  await until(async () => (await ask(port, '/api/stats')).headers.connection === 'close');
  assert.is((await ask(metricsPort, '/metrics')).status, 200);
});

test.run();
