import { connect, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Readiness } from '../../../shim/http/readiness.ts';
import { type MetricsServer, type MetricsServerOptions, serveMetrics } from '../../../shim/metrics/server.ts';
import { exchange } from '../../helpers/shim.ts';
import { until, within } from '../../helpers/until.ts';

const test = suite<{ open(options?: Partial<MetricsServerOptions>): Promise<MetricsServer> }>(
  'metrics server',
);
const servers: MetricsServer[] = [];
const failures: unknown[] = [];

test.before(context => {
  context.open = async options => {
    const server = await serveMetrics({
      host: '127.0.0.1',
      port: 0,
      readiness: new Readiness(),
      render: async () => 'one 1\n',
      onFailure: error => failures.push(error),
      ...options,
    });
    servers.push(server);
    return server;
  };
});
test.after.each(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const ask = ({ port }: MetricsServer, path: string, method = 'GET') =>
  exchange({ host: '127.0.0.1', port, path, method, agent: false });

/** However it ends. */
const closed = (socket: Socket): Promise<void> =>
  new Promise(resolve => (socket.closed ? resolve() : socket.once('close', () => resolve())));

test('the server answers metrics and probes uncached, and nothing else', async ({ open }) => {
  const readiness = new Readiness();
  const server = await open({ readiness });
  for (const path of ['/metrics', '/metrics?name=x']) {
    const { status, text, headers } = await ask(server, path);
    assert.equal([status, text], [200, 'one 1\n']);
    assert.is(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
    assert.is(headers['cache-control'], 'no-store');
  }
  const head = await ask(server, '/metrics', 'HEAD');
  assert.equal([head.status, head.text, head.headers['content-length']], [200, '', '6']);
  for (const path of ['/', '/metrics/', '/api/stats', '//metrics'])
    assert.is((await ask(server, path)).status, 404);
  for (const method of ['POST', 'PUT', 'OPTIONS'])
    assert.is((await ask(server, '/metrics', method)).status, 405);
  assert.is((await ask(server, '/livez')).status, 200);
  assert.is((await ask(server, '/readyz')).status, 200);
  readiness.leave();
  assert.is((await ask(server, '/livez')).status, 200);
  assert.is((await ask(server, '/readyz')).status, 503);
});

test('simultaneous requests share one rendering, and the next gets a new one', async ({ open }) => {
  let renderings = 0;
  let release = (): void => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const server = await open({
    async render() {
      const number = ++renderings;
      await released;
      return `renderings ${number}\n`;
    },
  });
  const asked = Array.from({ length: 20 }, () => ask(server, '/metrics'));
  await until(() => renderings > 0);
  await ask(server, '/livez');
  release();
  const texts = new Set((await Promise.all(asked)).map(({ text }) => text));
  assert.ok(texts.size <= 2 && texts.has('renderings 1\n'), [...texts].join());
  const before = renderings;
  await ask(server, '/metrics');
  assert.is(renderings, before + 1);
});

test('a failure is logged, hidden from the client, and passes', async ({ open }) => {
  let isBroken = true;
  const server = await open({
    async render() {
      if (isBroken) throw new Error('a detail');
      return 'one 1\n';
    },
  });
  const { status, text } = await ask(server, '/metrics');
  assert.equal([status, text], [500, 'The metrics cannot be told.\n']);
  assert.match(String(failures.pop()), 'a detail');
  isBroken = false;
  assert.is((await ask(server, '/metrics')).status, 200);
});

test('connections beyond a few are refused, and late requests end', async ({ open }) => {
  const server = await open();
  const sockets = Array.from({ length: 80 }, () => connect(server.port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => {});
    socket.resume();
    socket.once('connect', () => socket.write('GET /metrics HTTP/1.1\r\n'));
  }
  let text = '';
  sockets[0]?.on('data', chunk => (text += chunk));
  await Promise.all(sockets.slice(64).map(closed));
  assert.ok(sockets.slice(0, 64).every(({ closed }) => !closed));
  await Promise.all(sockets.map(closed));
  assert.match(text, /^HTTP\/1\.1 408 /);
});

test('a client that does not take the answer is dropped', async ({ open }) => {
  // More than systems keep for a reader who does not read.
  const text = 'x'.repeat(64 * 1024 * 1024);
  let isAsked = false;
  const render = async () => {
    isAsked = true;
    return text;
  };
  const server = await open({ patienceMs: 100, render });
  const socket = connect(server.port, '127.0.0.1');
  let received = 0;
  socket.on('error', () => {});
  socket.pause();
  socket.write('GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await until(() => isAsked);
  // The server forgets a connection when it drops it.
  await until(async () => (await server.connections()) === 0);
  socket.on('data', ({ length }) => {
    received += length;
  });
  socket.resume();
  await within(closed(socket), { seen: () => received });
  assert.ok(received < text.length, `${received} bytes`);
});

test('metrics are at their address only, and keep no process alive', async ({ open }) => {
  const servers = () => process.getActiveResourcesInfo().filter(name => name === 'TCPServerWrap').length;
  const before = servers();
  const server = await open();
  assert.is(servers(), before);
  const elsewhere = exchange({ host: '127.0.0.2', port: server.port, path: '/metrics', agent: false });
  assert.is(await elsewhere.catch(({ code }) => code), 'ECONNREFUSED');
});

test('a taken address is an error', async ({ open }) => {
  const { port } = await open();
  const refusal = await open({ port }).catch(error => error);
  assert.is(refusal.code, 'EADDRINUSE');
});

test.run();
