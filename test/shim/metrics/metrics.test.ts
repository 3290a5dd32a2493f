import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CATALOG } from '../../../build/contract/paths.ts';
import { type SearchEngine, SearchEngineError } from '../../../build/search/engine.ts';
import { BoundedLog } from '../../../shim/http/log.ts';
import { logFigures } from '../../../shim/metrics/figures.ts';
import { Metrics } from '../../../shim/metrics/metrics.ts';
import { hostileRequest } from '../../e2e/hostile-requests.ts';
import { rawExchange } from '../../e2e/raw.ts';
import { type Family, figureOf, readExposition } from '../../helpers/exposition.ts';
import { newKey } from '../../helpers/key-records.ts';
import { Random } from '../../helpers/random.ts';
import { SAMPLE } from '../../helpers/sample.ts';
import { exchange, startShim, VERSION } from '../../helpers/shim.ts';
import { buildTree, sampleTree, temporaryFolder } from '../../helpers/tree.ts';
import { until } from '../../helpers/until.ts';
import { documentText, FR_PATH, writeCorpus } from '../../helpers/written-corpus.ts';

type Options = Parameters<typeof startShim>[0];

async function measured(options: Partial<Options> = {}) {
  const metrics = new Metrics();
  const shim = await startShim({ ...(await sampleTree()), metrics, ...options });
  const read = async () => readExposition(await metrics.registry.metrics());
  return { metrics, shim, read };
}

/** Its queries say what becomes of them. */
const engine: SearchEngine = {
  name: 'told',
  slots: 2,
  async search({ q }) {
    if (q === 'timeout') throw new SearchEngineError('timed out', 'slow');
    if (q === 'unavailable') throw new SearchEngineError('unavailable', 'away');
    return { hits: [], estimated_total_hits: 0, facets: {} };
  },
  close: async () => {},
};

const REQUESTS = 'pandect_http_requests_total';
const DURATION = 'pandect_http_request_duration_seconds';
const DOCUMENTS = '/api/usc/documents/*';

test('requests are counted by route, status and tier, with times and bytes', async () => {
  const { shim, read } = await measured();
  const url = '/api/usc/documents/t17%2Fs106';
  const { bytes, headers } = await shim.get(url);
  await shim.get(url);
  await shim.anonymous(url);
  await shim.get(url, { 'if-none-match': String(headers.etag) });
  await shim.request('HEAD', url);
  await shim.get('/api/usc/documents/nothing');
  await shim.get('/nowhere');
  await shim.get('/api/%ZZ');
  await rawExchange(shim.port, 'nonsense\r\n\r\n');
  await shim.close();
  const found = await read();
  const count = (route: string, status: string, tier: string) =>
    figureOf(found, REQUESTS, { route, status, tier });
  assert.is(count(DOCUMENTS, '200', 'unlimited'), 3);
  assert.is(count(DOCUMENTS, '200', 'anonymous'), 1);
  assert.is(count(DOCUMENTS, '304', 'unlimited'), 1);
  assert.is(count(DOCUMENTS, '404', 'unlimited'), 1);
  assert.is(count('none', '404', 'unlimited'), 1);
  assert.is(count('none', '400', 'unlimited'), 1);
  assert.is(count('none', '400', 'anonymous'), 1);
  assert.is(figureOf(found, `${DURATION}_count`, { route: DOCUMENTS }), 6);
  assert.is(figureOf(found, `${DURATION}_bucket`, { route: DOCUMENTS, le: '+Inf' }), 6);
  assert.ok(figureOf(found, `${DURATION}_bucket`, { route: DOCUMENTS, le: '5' }) > 0);
  const seconds = figureOf(found, `${DURATION}_sum`, { route: DOCUMENTS });
  assert.ok(seconds > 0 && seconds < 60, `${seconds} s`);
  const sent = figureOf(found, 'pandect_http_answer_bytes_total', { route: DOCUMENTS });
  assert.ok(sent > 3 * bytes.length && sent < 3 * bytes.length + 1000, `${sent} of ${bytes.length}`);
});

test('requests beyond a limit are counted by tier', async () => {
  const { shim, read } = await measured();
  for (let i = 0; i < 103; i++) await shim.anonymous('/api/stats');
  await shim.close();
  const found = await read();
  assert.is(figureOf(found, 'pandect_limit_hits_total', { tier: 'anonymous' }), 3);
  assert.is(figureOf(found, 'pandect_limit_hits_total', { tier: 'elevated' }), 0);
  assert.is(figureOf(found, REQUESTS, { status: '429' }), 3);
});

test('each tier has a count of refusals and of answers', async () => {
  const keys = (['standard', 'elevated'] as const).map(tier => newKey({ tier }));
  // A store in which everybody has used up everything.
  const spent = () => ({ current: 1_000_000, ttl: 1000 });
  const counter = { incr: spent, read: spent };
  const { shim, read } = await measured({ records: keys.map(({ record }) => record), counter });
  const [standard, elevated] = keys.map(({ secret }) => ({ 'x-api-key': secret }));
  await shim.anonymous('/api/stats');
  for (let i = 0; i < 2; i++) await shim.anonymous('/api/stats', standard);
  for (let i = 0; i < 3; i++) await shim.anonymous('/api/stats', elevated);
  await shim.get('/api/stats');
  const found = await read();
  const tiers = ['anonymous', 'standard', 'elevated', 'unlimited'];
  const hits = tiers.map(tier => figureOf(found, 'pandect_limit_hits_total', { tier }));
  assert.equal(hits, [1, 2, 3, 0]);
  const refused = tiers.slice(0, 3).map(tier => figureOf(found, REQUESTS, { tier, status: '429' }));
  assert.equal(refused, [1, 2, 3]);
  assert.is(figureOf(found, REQUESTS, { tier: 'unlimited', status: '200' }), 1);
  await shim.close();
});

test('searches are counted by result, and cached answers are no searches', async () => {
  const { shim, read } = await measured({ engine });
  for (const q of ['fine', 'fine', 'well', 'timeout', 'unavailable']) await shim.get(`/api/search?q=${q}`);
  const found = await read();
  const count = (result: string) =>
    figureOf(found, 'pandect_search_duration_seconds_count', { engine: 'told', result });
  assert.equal(['ok', 'timeout', 'unavailable'].map(count), [2, 1, 1]);
  assert.is(figureOf(found, 'pandect_cache_requests_total', { cache: 'search', result: 'hit' }), 1);
  assert.is(figureOf(found, 'pandect_cache_requests_total', { cache: 'search', result: 'miss' }), 4);
  await shim.close();
});

test('waiting, refused and abandoned searches are counted', async () => {
  let release = (): void => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const { shim, read } = await measured({
    engine: {
      ...engine,
      search: () => released.then(() => ({ hits: [], estimated_total_hits: 0, facets: {} })),
    },
  });
  const left = http.get({ host: '127.0.0.1', port: shim.port, path: '/api/search?q=left', agent: false });
  left.on('error', () => {});
  let found = await read();
  const untilRead = (isSo: () => boolean) =>
    until(
      async () => {
        found = await read();
        return isSo();
      },
      { seen: () => [...found.values()] },
    );
  await untilRead(() => figureOf(found, 'pandect_search_running') === 1);
  left.destroy();
  const asked = Array.from({ length: 25 }, (_, i) =>
    exchange({
      host: '127.0.0.1',
      port: shim.port,
      path: `/api/search?q=x${i}`,
      agent: false,
      headers: { 'x-api-key': shim.key },
    }),
  );
  // One place, since the one who left keeps the other; 20 may wait.
  await untilRead(
    () =>
      figureOf(found, 'pandect_search_waiting') === 20 && figureOf(found, REQUESTS, { status: '503' }) === 4,
  );
  assert.is(figureOf(found, 'pandect_search_running'), 2);
  const count = (result: string) => figureOf(found, 'pandect_search_duration_seconds_count', { result });
  assert.equal(['busy', 'abandoned'].map(count), [4, 1]);
  assert.is(figureOf(found, REQUESTS, { status: '499' }), 1);
  release();
  await Promise.all(asked);
  await shim.close();
});

test('caches, connections, catalog and keys have figures', async () => {
  const { shim, read } = await measured();
  const url = '/api/usc/documents';
  const before = await read();
  for (let i = 0; i < 3; i++) await shim.get(url, { 'accept-encoding': 'br' });
  const found = await read();
  const uses = (cache: string, result: string) =>
    figureOf(found, 'pandect_cache_requests_total', { cache, result });
  assert.equal([uses('files', 'miss'), uses('files', 'hit')], [1, 2]);
  assert.equal([uses('compressed', 'miss'), uses('compressed', 'hit')], [1, 2]);
  assert.is(figureOf(before, 'pandect_cache_bytes'), 0);
  assert.ok(figureOf(found, 'pandect_cache_bytes') > 1024);
  assert.is(figureOf(found, 'pandect_connections'), 1);
  assert.is(figureOf(found, 'pandect_catalog_documents'), SAMPLE.all);
  assert.equal(
    ['ready', 'catalog_ok', 'keys_file_ok'].map(name => figureOf(found, `pandect_${name}`)),
    [1, 1, 1],
  );
  const now = Date.now() / 1000;
  for (const name of ['build_published', 'catalog_opened'])
    assert.ok(Math.abs(now - figureOf(found, `pandect_${name}_timestamp_seconds`)) < 86_400, name);
  await shim.close();
});

test('only the served build is reported', async () => {
  const dist = join(temporaryFolder(), 'dist');
  cpSync((await sampleTree()).dist, dist, { recursive: true });
  const { shim, read } = await measured({ dist });
  const info = async () => (await read()).get('pandect_build_info')?.samples ?? [];
  const [first, ...others] = await info();
  assert.equal(others, []);
  assert.match(first?.labels.build ?? '', /^[\da-f]{64}$/);
  assert.is(first?.labels.version, VERSION);
  writeFileSync(join(dist, CATALOG), 'nothing of the kind');
  for (let attempt = 0; attempt < 400 && figureOf(await read(), 'pandect_catalog_ok') === 1; attempt++)
    await new Promise(resolve => setTimeout(resolve, 25));
  assert.is(figureOf(await read(), 'pandect_catalog_ok'), 0);
  assert.is(figureOf(await read(), 'pandect_ready'), 1);
  assert.equal(await info(), [first]);
  const other = await buildTree(writeCorpus({ [FR_PATH]: documentText(FR_PATH) }));
  cpSync(join(other.dist, CATALOG), join(dist, CATALOG));
  for (let attempt = 0; attempt < 400 && figureOf(await read(), 'pandect_catalog_ok') === 0; attempt++)
    await new Promise(resolve => setTimeout(resolve, 25));
  const [second, ...old] = await info();
  assert.equal(old, []);
  assert.is.not(second?.labels.build, first?.labels.build);
  assert.is(figureOf(await read(), 'pandect_catalog_documents'), 1);
  await shim.close();
});

test('lost log lines are counted', async () => {
  const log = new BoundedLog({ sink: () => {}, lossLine: String, maxWaiting: 4 });
  const metrics = new Metrics();
  metrics.watch(logFigures(log));
  for (const line of ['a\n', 'b\n', 'c\n', 'd\n', 'e\n']) log.write(line);
  assert.is(figureOf(readExposition(await metrics.registry.metrics()), 'pandect_log_lines_lost_total'), 2);
});

test('process and event loop have their usual names', async () => {
  const { shim, read } = await measured();
  await read();
  const found = await read();
  for (const name of [
    'process_resident_memory_bytes',
    'process_open_fds',
    'process_cpu_seconds_total',
    'nodejs_heap_size_used_bytes',
  ])
    assert.ok(figureOf(found, name) > 0, name);
  for (const quantile of ['p50', 'p99', 'max'])
    assert.ok(found.has(`nodejs_eventloop_lag_${quantile}_seconds`), quantile);
  await shim.close();
});

test('thousands of hostile requests add no series beyond routes, statuses and tiers', async () => {
  const { shim, read } = await measured({ logger: pino({ level: 'silent' }) });
  const random = new Random(20_261_122);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const all = Array.from({ length: 3000 }, () => hostileRequest(random));
  // The one route that has an expression.
  all.push({ method: 'GET', url: '/api/fr/years/2018/05/_q/x.json', headers: {} });
  await Promise.all(
    all.map(({ method, url, headers }, i) =>
      exchange({
        host: '127.0.0.1',
        port: shim.port,
        agent,
        method,
        path: url,
        headers: { ...headers, ...(i % 2 === 0 && { 'x-api-key': shim.key }) },
      }).catch(() => undefined),
    ),
  );
  agent.destroy();
  await shim.close();
  const own = [...(await read()).values()].filter(({ name }) => name.startsWith('pandect_'));
  const routes = new Set(own.flatMap(({ samples }) => samples.flatMap(({ labels }) => labels.route ?? [])));
  const statuses = new Set(
    own.flatMap(({ samples }) => samples.flatMap(({ labels }) => labels.status ?? [])),
  );
  for (const route of routes) assert.match(route, /^(?:none|\/[\w/:*.-]*)$/);
  for (const status of statuses) assert.match(status, /^[1-5]\d\d$/);
  assert.ok(routes.size > 10 && routes.size < 80, `${routes.size} routes`);
  const series = own.reduce((sum, { samples }) => sum + samples.length, 0);
  assert.ok(series < 80 * 20 + 500, `${series} series`);
});

test('the README lists every metric of ours with its labels, and no other', async () => {
  const { shim, read } = await measured({ engine });
  for (const path of ['/api/stats', '/api/search?q=x']) await shim.get(path);
  await shim.close();
  const metrics = [...(await read()).values()].filter(({ name }) => name.startsWith('pandect_'));
  const labels = (family: Family) =>
    [...new Set(family.samples.flatMap(sample => Object.keys(sample.labels)))]
      .filter(name => name !== 'le')
      .sort();
  const readme = readFileSync(new URL('../../../shim/README.md', import.meta.url), 'utf8');
  const section = /\n## Metrics\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
  const told = [...section.matchAll(/^\| `(pandect_\w+)` \|([^|]*)\|/gm)].map(([, name = '', names = '']) => [
    name,
    [...names.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).sort(),
  ]);
  const known = metrics.map(family => [family.name, labels(family)]);
  // Processes are the embedded engine's, losses the log's, and not everybody has a store.
  const elsewhere = [
    ['pandect_search_process_memory_bytes', ['process']],
    ['pandect_log_lines_lost_total', []],
    ['pandect_limit_store_up', []],
    ['pandect_limit_counted_here_total', []],
  ];
  const isOther = ([name]: unknown[]) => !elsewhere.some(([other]) => other === name);
  assert.equal(told.sort(), [...known.filter(isOther), ...elsewhere].sort());
});

test.run();
