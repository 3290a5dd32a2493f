import { once } from 'node:events';
import { renameSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CATALOG } from '../../../build/contract/paths.ts';
import { router } from '../../../build/contract/routing/route.ts';
import { SOURCES } from '../../../build/contract/sources.ts';
import { Readiness } from '../../../shim/http/readiness.ts';
import { exchange, type Shim, startShim } from '../../helpers/shim.ts';
import { buildTree, SAMPLE_CORPUS, sampleTree } from '../../helpers/tree.ts';
import { until, within } from '../../helpers/until.ts';

const PROBES = ['/livez', '/readyz'] as const;

/** Without the checks of answers of the API, which probes are not. */
const ask = ({ port }: Shim, path: string, method = 'GET') =>
  exchange({ host: '127.0.0.1', port, path, method, agent: false });

test('with probes on, both answer 200 as plain text, uncached and unlimited', async () => {
  const shim = await startShim({ ...(await sampleTree()), hasProbes: true });
  for (const path of PROBES) {
    // More than anybody may ask of the API in a minute.
    const agent = new http.Agent({ keepAlive: true });
    for (let round = 0; round < 101; round++)
      assert.is((await exchange({ host: '127.0.0.1', port: shim.port, path, agent })).status, 200);
    agent.destroy();
    for (const spelled of [path, `${path}?verbose`]) {
      const { status, text, headers } = await ask(shim, spelled);
      assert.equal([status, text], [200, 'ok\n']);
      assert.is(headers['content-type'], 'text/plain; charset=utf-8');
      assert.is(headers['cache-control'], 'no-store');
      assert.is(headers['x-ratelimit-limit'], undefined);
    }
    const head = await ask(shim, path, 'HEAD');
    assert.equal([head.status, head.text, head.headers['content-length']], [200, '', '3']);
    const post = await ask(shim, path, 'POST');
    assert.equal([post.status, post.headers.allow], [405, 'GET, HEAD']);
  }
  // Nobody's limit was touched.
  assert.is((await shim.anonymous('/api/stats')).headers['x-ratelimit-remaining'], '99');
  for (const path of PROBES) assert.is((await ask(shim, `${path}/x`)).status, 404);
  await shim.close();
});

test('with probes off, they are unknown paths', async () => {
  const route = router(SOURCES);
  const shim = await startShim(await sampleTree());
  for (const path of PROBES) {
    const routed = route({ method: 'GET', target: path });
    assert.is(routed.kind === 'error' && routed.error.status, 404);
    const { status, json } = await ask(shim, path);
    assert.equal([status, json.error.status], [404, 404]);
    assert.is((await ask(shim, `${path}/`)).status, 404);
  }
  await shim.close();
});

test('a shim is ready from its first catalog on, whatever happens to the file', async () => {
  const { dist } = await buildTree(SAMPLE_CORPUS);
  const file = join(dist, CATALOG);
  renameSync(file, `${file}.away`);
  const shim = await startShim({ dist, hasProbes: true });
  const missing = await ask(shim, '/readyz');
  assert.equal([missing.status, missing.text], [503, 'there is no catalog\n']);
  assert.is((await ask(shim, '/livez')).status, 200);
  renameSync(`${file}.away`, file);
  const becomes = async (url: string, isSo: (answer: Awaited<ReturnType<typeof ask>>) => boolean) => {
    let seen = '';
    await until(
      async () => {
        const answer = await ask(shim, url);
        seen = `${url} ${answer.status} ${answer.text}`;
        return isSo(answer);
      },
      { seen: () => seen },
    );
  };
  await becomes('/readyz', ({ status }) => status === 200);
  renameSync(file, `${file}.away`);
  await becomes('/api/health', ({ json }) => json.status === 'error');
  // It still answers from the one that it has.
  assert.is((await ask(shim, '/readyz')).status, 200);
  await shim.close();
});

test('a server that is stopping is alive and not ready, and every answer ends its connection', async () => {
  const readiness = new Readiness();
  const shim = await startShim({ ...(await sampleTree()), hasProbes: true, readiness });
  const agentless = { host: '127.0.0.1', port: shim.port, agent: false } as const;
  const keep = { connection: 'keep-alive' };
  const closing = async (path: string, headers = {}) =>
    (await exchange({ ...agentless, path, headers: { ...keep, ...headers } })).headers.connection;
  const paths = [...PROBES, '/api/stats', '/api/health', '/nowhere', '/api/%ZZ', '/api/search?q=', '/docs/x'];
  for (const path of paths) assert.is(await closing(path), 'keep-alive', path);
  const { etag } = (await shim.get('/api/stats')).headers;
  readiness.leave();
  for (const path of paths) assert.is(await closing(path), 'close', path);
  assert.is(await closing('/api/stats', { 'if-none-match': etag }), 'close', '304');
  const gone = await ask(shim, '/readyz');
  assert.equal([gone.status, gone.text], [503, 'shutting down\n']);
  assert.is((await ask(shim, '/livez')).status, 200);
  assert.is((await ask(shim, '/api/stats')).status, 200);
  await shim.close();
});

test('probes are answered beyond the bound of connections', async () => {
  const shim = await startShim({ ...(await sampleTree()), hasProbes: true, limits: { maxConnections: 1 } });
  const busy = connect(shim.port, '127.0.0.1');
  await within(once(busy, 'connect'));
  busy.write('GET /api/stats HTTP/1.1\r\n');
  await until(async () => (await ask(shim, '/api/stats')).status === 503);
  for (const path of PROBES) assert.is((await ask(shim, path)).status, 200);
  busy.destroy();
  await shim.close();
});

test.run();
