import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { type Running, run, start, untilListening } from '../helpers/commands.ts';
import { freePort } from '../helpers/edges/process.ts';
import { type Family, figureOf, readExposition } from '../helpers/exposition.ts';
import { newKey } from '../helpers/key-records.ts';
import { testWhere } from '../helpers/needs.ts';
import { readQuery } from '../helpers/promql.ts';
import { exchange, type Json } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { until } from '../helpers/until.ts';
import { closeAfter, endAfter } from '../runner/leftovers.cjs';

/** The metrics of the shim as a process, read by Prometheus' own programs, and the dashboard of them (shim/README.md, Metrics). */
const test = suite('metrics');

const hindrance =
  spawnSync('prometheus', ['--version']).status === 0 ? null : 'there is no prometheus with its promtool';

interface Query {
  panel: string;
  expr: string;
  legend: string;
}

/** Of the dashboard, with its variables filled in. */
const QUERIES: Query[] = JSON.parse(
  readFileSync(new URL('../../shim/recipes/grafana.json', import.meta.url), 'utf8'),
).panels.flatMap(({ title, targets = [] }: Json) =>
  targets.map(({ expr, legendFormat }: Json) => ({
    panel: title,
    expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    legend: legendFormat,
  })),
);

/** Of the alerts that the handbook names. */
const ALERTS = [
  ...(
    readFileSync(new URL('../../shim/recipes/README.md', import.meta.url), 'utf8').split(
      '\n## What to watch\n',
    )[1] ?? ''
  ).matchAll(/^\| ([^|`]+) \| `((?:[^`|]|\\\|)+)`/gm),
].map(([, name = '', expr = '']): Query => ({ panel: name, expr: expr.replaceAll('\\|', '|'), legend: '' }));

let shim: Running;
let port = 0;
let metricsPort = 0;
let text = '';
let families: Map<string, Family>;
let prometheus: { child: ChildProcess; port: number } | null = null;

test.before(async () => {
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keysFile = join(temporaryFolder(), 'keys.json');
  writeFileSync(keysFile, printKeys([record]));
  const { dist } = await sampleTree();
  shim = start('serve', ['--dist', dist, '--port', '0'], {
    KEYS_FILE: keysFile,
    METRICS_PORT: '0',
    // Nobody is there: so limits are counted here, and that is told.
    RATE_LIMIT_URL: 'redis://127.0.0.1:1',
    SHUTDOWN_DELAY: '600',
  });
  port = await untilListening(shim);
  const [, told] = await shim.err.match(/^Metrics: http:\/\/127\.0\.0\.1:(\d+)\/metrics$/);
  metricsPort = Number(told);
  if (hindrance === null) prometheus = await startPrometheus(metricsPort);
  await load(secret);
  if (prometheus) await untilScraped(prometheus.port);
  ({ text } = await ask(metricsPort, '/metrics'));
  families = readExposition(text);
});
test.after(async () => {
  prometheus?.child.kill('SIGKILL');
  shim.child.kill('SIGKILL');
  await shim.finished;
});

const ask = (port: number, path: string, headers: Record<string, string> = {}) =>
  exchange({ host: '127.0.0.1', port, path, headers, agent: false });

/** A little of everything. */
async function load(secret: string): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  const get = (path: string, headers: Record<string, string> = {}) =>
    exchange({ host: '127.0.0.1', port, path, agent, headers });
  const key = { 'x-api-key': secret };
  for (let i = 0; i < 110; i++) await get('/api/stats');
  for (const path of [
    '/api/usc/documents/t17%2Fs106',
    '/api/usc/documents',
    '/nowhere',
    '/api/search?q=lighthouse',
  ])
    for (let i = 0; i < 5; i++) await get(path, { ...key, 'accept-encoding': 'gzip' });
  agent.destroy();
}

async function startPrometheus(metricsPort: number): Promise<{ child: ChildProcess; port: number }> {
  const folder = temporaryFolder();
  const config = join(folder, 'prometheus.yml');
  writeFileSync(
    config,
    `scrape_configs:\n- job_name: pandect\n  scrape_interval: 200ms\n  scrape_timeout: 200ms\n  static_configs:\n  - targets: ['127.0.0.1:${metricsPort}']\n`,
  );
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  closeAfter(() => child.kill('SIGKILL'));
  return { child, port };
}

async function query(port: number, expr: string): Promise<Json> {
  const answer = await ask(port, `/api/v1/query?query=${encodeURIComponent(expr)}`).catch(() => null);
  return answer?.status === 200 ? answer.json : null;
}

/** Until it has seen the searches, and something after them. */
async function untilScraped(port: number): Promise<void> {
  const seen = 'count_over_time(pandect_search_duration_seconds_count{result="ok"}[1m]) >= 3';
  for (let attempt = 0; attempt < 400; attempt++) {
    if ((await query(port, seen))?.data.result.length > 0) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error('Prometheus has seen nothing');
}

test('the metrics are in the text format, and true', () => {
  assert.is(figureOf(families, 'pandect_limit_hits_total', { tier: 'anonymous' }), 10);
  assert.is(figureOf(families, 'pandect_http_requests_total', { route: '/api/search', status: '200' }), 5);
  assert.is(
    figureOf(families, 'pandect_search_duration_seconds_count', { engine: 'embedded', result: 'ok' }),
    1,
  );
  for (const process of ['0', '1'])
    assert.ok(figureOf(families, 'pandect_search_process_memory_bytes', { process }) > 20e6);
  assert.is(figureOf(families, 'pandect_ready'), 1);
  assert.is(figureOf(families, 'pandect_limit_store_up'), 0);
  // What is beyond the limit is refused without being counted.
  assert.is(figureOf(families, 'pandect_limit_counted_here_total'), 100);
  assert.not.match(text, /lighthouse|127\.0\.0\.1|t17/);
});

test('the dashboard and the alerts use existing metrics and labels', () => {
  assert.ok(QUERIES.length > 25 && ALERTS.length > 5, `${ALERTS.length}`);
  for (const { panel, expr, legend } of [...QUERIES, ...ALERTS]) {
    const { metrics, grouping } = readQuery(expr);
    assert.ok(metrics.length > 0, panel);
    const own = metrics.filter(({ name }) => name !== 'up');
    const of = own.map(({ name, labels }) => {
      const samples = [...families.values()]
        .flatMap(family => family.samples)
        .filter(sample => sample.name === name);
      assert.ok(samples.length > 0, `${panel}: ${name}`);
      // Prometheus adds where they come from.
      const known = new Set(['instance', 'job', ...samples.flatMap(sample => Object.keys(sample.labels))]);
      for (const label of [...labels, ...grouping])
        assert.ok(known.has(label), `${panel}: ${label} of ${name}`);
      return known;
    });
    for (const [, label = ''] of legend.matchAll(/\{\{(\w+)\}\}/g)) {
      assert.ok(
        of.every(known => known.has(label)),
        `${panel}: ${label}`,
      );
      assert.ok(grouping.length === 0 || grouping.includes(label), `${panel}: ${label}`);
    }
  }
});

test('panels do not overlap, and each has a title', () => {
  const { panels } = JSON.parse(
    readFileSync(new URL('../../shim/recipes/grafana.json', import.meta.url), 'utf8'),
  );
  const taken = new Set<string>();
  for (const { id, title, gridPos } of panels) {
    assert.ok(title !== '' && gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.not.ok(taken.has(`${x} ${y}`), title);
        taken.add(`${x} ${y}`);
      }
    assert.not.ok(taken.has(`id ${id}`), title);
    taken.add(`id ${id}`);
  }
});

testWhere(test as never, hindrance, 'promtool has no complaints', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  // Names of the library's own are what they are.
  const complaints = `${stdout}${stderr}`.split('\n').filter(line => line.startsWith('pandect_'));
  assert.equal(complaints, [], `${status}`);
});

testWhere(test as never, hindrance, 'Prometheus answers every query of the dashboard', async () => {
  for (const { panel, expr } of QUERIES) {
    const answer = await query(prometheus?.port ?? 0, expr);
    assert.is(answer?.status, 'success', `${panel}: ${expr}`);
    assert.ok(answer.data.result.length > 0, `${panel}: ${expr}`);
  }
});

test('after SIGTERM the shim is not ready, and its metrics remain until it ends', async () => {
  assert.is((await ask(metricsPort, '/readyz')).status, 200);
  shim.child.kill('SIGTERM');
  await until(async () => (await ask(metricsPort, '/readyz')).status !== 200);
  assert.is((await ask(metricsPort, '/livez')).status, 200);
  assert.is(figureOf(readExposition((await ask(metricsPort, '/metrics')).text), 'pandect_ready'), 0);
  assert.is((await ask(port, '/api/stats')).headers.connection, 'close');
});

test('a used port for metrics exits with 1 and a clear message', async () => {
  const { dist } = await sampleTree();
  const server = endAfter(http.createServer()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as { port: number };
  const finished = await run('serve', ['--dist', dist, '--port', '0'], { METRICS_PORT: String(taken) });
  server.close();
  assert.is(finished.code, 1);
  assert.match(finished.stderr, new RegExp(`EADDRINUSE.*${taken}`));
});

test.run();
