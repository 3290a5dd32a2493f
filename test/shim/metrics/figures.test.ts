import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AggregatorRegistry } from 'prom-client';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CATALOG, CHANGES_INDEX } from '../../../build/contract/paths.ts';
import type { SearchEngine } from '../../../build/search/engine.ts';
import { Readiness } from '../../../shim/http/readiness.ts';
import { KeyStore } from '../../../shim/keys/key-store.ts';
import type { SharedWindows } from '../../../shim/limits/shared/windows.ts';
import { logFigures, storeFigures } from '../../../shim/metrics/figures.ts';
import { Metrics } from '../../../shim/metrics/metrics.ts';
import { figureOf, readExposition } from '../../helpers/exposition.ts';
import { SAMPLE } from '../../helpers/sample.ts';
import { type Shim, startShim } from '../../helpers/shim.ts';
import { buildTree, SAMPLE_CORPUS, sampleTree, temporaryFolder } from '../../helpers/tree.ts';
import { until, within } from '../../helpers/until.ts';
import { documentText, FR_PATH, writeCorpus } from '../../helpers/written-corpus.ts';
import { closeAfter } from '../../runner/leftovers.cjs';

/** What a primary tells of its workers: their figures together, as the library puts them together (shim/README.md, Metrics). */

interface Worker {
  metrics: Metrics;
  shim: Shim;
}

type Status = Pick<SharedWindows['status'], 'isConnected' | 'countedHere'>;

async function worker(options: object, lost: number, status: Status): Promise<Worker> {
  const metrics = new Metrics();
  metrics.watch([...logFigures({ lost }), ...storeFigures({ status } as SharedWindows)]);
  return { metrics, shim: await startShim({ ...(await sampleTree()), ...options, metrics }) };
}

/** The one is well; the other serves another tree, whose catalog was damaged since, has no keys file, and is not ready. */
async function workers(): Promise<Worker[]> {
  const well = await worker({}, 2, { isConnected: true, countedHere: 5 });
  const { dist } = await buildTree(writeCorpus({ [FR_PATH]: documentText(FR_PATH) }));
  const damaged = join(temporaryFolder(), 'dist');
  cpSync(dist, damaged, { recursive: true });
  const readiness = new Readiness();
  readiness.require(() => 'starting');
  const file = join(temporaryFolder(), 'keys.json');
  writeFileSync(file, 'no keys file');
  const keys = new KeyStore(file, { warn: () => {}, now: Date.now });
  const options = { dist: damaged, readiness, keys };
  const poor = await worker(options, 3, { isConnected: false, countedHere: 7 });
  writeFileSync(join(damaged, CATALOG), 'nothing of the kind');
  const own = async () => readExposition(await poor.metrics.registry.metrics());
  await until(async () => figureOf(await own(), 'pandect_catalog_ok') === 0);
  return [well, poor];
}

test('figures of several workers are sums, or the worst of them', async () => {
  const all = await workers();
  for (const { shim } of all) {
    await shim.anonymous('/api/stats');
    await shim.anonymous('/api/stats');
  }
  // A worker tells its primary in this form; figures that are looked at have the time between to change.
  const told = await Promise.all(all.map(({ metrics }) => metrics.registry.getMetricsAsJSON()));
  const found = readExposition(await AggregatorRegistry.aggregate(told).metrics());
  const own = await Promise.all(
    all.map(async ({ metrics }) => readExposition(await metrics.registry.metrics())),
  );
  const figure = (name: string, labels = {}) => figureOf(found, `pandect_${name}`, labels);
  const each = (name: string) => own.map(one => figureOf(one, `pandect_${name}`));

  for (const name of ['ready', 'catalog_ok', 'keys_file_ok', 'limit_store_up']) {
    assert.equal([...each(name)].sort(), [0, 1], name);
    assert.is(figure(name), 0, name);
  }
  assert.equal(each('catalog_documents'), [SAMPLE.all, 1]);
  assert.is(figure('catalog_documents'), 1);
  for (const name of ['build_published_timestamp_seconds', 'catalog_opened_timestamp_seconds']) {
    assert.is.not(each(name)[0], each(name)[1]);
    assert.is(figure(name), Math.min(...each(name)), name);
  }
  assert.equal(each('connections'), [1, 1]);
  assert.is(figure('connections'), 2);
  assert.is(figure('log_lines_lost_total'), 5);
  assert.is(figure('limit_counted_here_total'), 12);
  const requests = { route: '/api/stats', status: '200', tier: 'anonymous' };
  assert.is(figure('http_requests_total', requests), 4);
  const builds = found.get('pandect_build_info')?.samples ?? [];
  assert.equal(
    builds.map(({ value }) => value),
    [1, 1],
  );
  assert.is(new Set(builds.map(({ labels }) => labels.build)).size, 2);
  const [one] = told as [(typeof told)[0]];
  const alike = readExposition(await AggregatorRegistry.aggregate([one, one]).metrics());
  assert.is(figureOf(alike, 'pandect_build_info'), 1, 'a build that several serve is one');
});

test('the newest of several builds is reported, and none without a history', async () => {
  const { dist } = await buildTree(writeCorpus({ [FR_PATH]: documentText(FR_PATH) }));
  await buildTree(SAMPLE_CORPUS, dist);
  const { data } = JSON.parse(readFileSync(join(dist, CHANGES_INDEX), 'utf8'));
  assert.is(data.length, 2);
  const { metrics } = await worker({ dist }, 0, { isConnected: true, countedHere: 0 });
  const found = readExposition(await metrics.registry.metrics());
  const time = figureOf(found, 'pandect_build_published_timestamp_seconds');
  assert.is(time, Date.parse(data[0].published) / 1000);
  assert.is.not(time, Date.parse(data[1].published) / 1000);
  rmSync(join(dist, CHANGES_INDEX));
  const without = readExposition(await metrics.registry.metrics());
  assert.is(figureOf(without, 'pandect_build_published_timestamp_seconds'), 0);
});

test('each search process has its memory in bytes, and none once it is gone', async () => {
  const sleeping = [spawn('sleep', ['600']), spawn('sleep', ['600'])];
  const gone = spawn('true');
  for (const child of sleeping) closeAfter(() => child.kill('SIGKILL'));
  await within(once(gone, 'exit'));
  const bytesOf = (pid = 0) =>
    1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const pids = [sleeping[0]?.pid, gone.pid, sleeping[1]?.pid];
  const engine: SearchEngine = {
    name: 'told',
    slots: 1,
    search: async () => ({ hits: [], estimated_total_hits: 0, facets: {} }),
    processes: () => pids,
    close: async () => {},
  };
  const { metrics } = await worker({ engine }, 0, { isConnected: true, countedHere: 0 });
  const told = async () => {
    const found = readExposition(await metrics.registry.metrics());
    return ['0', '1', '2'].map(process =>
      figureOf(found, 'pandect_search_process_memory_bytes', { process }),
    );
  };
  // Until they have become what they run.
  await until(
    async () => JSON.stringify(await told()) === JSON.stringify([bytesOf(pids[0]), 0, bytesOf(pids[2])]),
    { seen: () => pids },
  );
  assert.ok(bytesOf(pids[0]) > 100_000);
});

test('times of metrics are Unix seconds', async () => {
  const { metrics } = await worker({}, 0, { isConnected: true, countedHere: 0 });
  const found = readExposition(await metrics.registry.metrics());
  const now = Date.now() / 1000;
  for (const name of ['build_published', 'catalog_opened']) {
    const time = figureOf(found, `pandect_${name}_timestamp_seconds`);
    assert.ok(time <= now && time > now - 86_400, `${name} ${time}`);
  }
});

test.run();
