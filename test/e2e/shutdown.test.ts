import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { type Running, start, untilListening } from '../helpers/commands.ts';
import { newKey } from '../helpers/key-records.ts';
import { exchange } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { until } from '../helpers/until.ts';

/** How a shim goes (shim/README.md, Health): nobody who heeds what it says loses a request. */

interface Going {
  shim: Running;
  port: number;
  headers: Record<string, string>;
}

async function open(env: NodeJS.ProcessEnv = {}): Promise<Going> {
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keysFile = join(temporaryFolder(), 'keys.json');
  writeFileSync(keysFile, printKeys([record]));
  const { dist } = await sampleTree();
  const shim = start('serve', ['--dist', dist, '--port', '0'], {
    KEYS_FILE: keysFile,
    HEALTH_PROBES: 'on',
    LOG_LEVEL: 'warn',
    ...env,
  });
  return { shim, port: await untilListening(shim), headers: { 'x-api-key': secret } };
}

const end = async ({ shim }: Going): Promise<void> => {
  const { code, signal, stderr } = await shim.finished;
  assert.equal([code, signal], [0, null], stderr);
};

const URLS = [
  '/api/usc/documents/t17%2Fs106',
  '/api/usc/documents?limit=7',
  '/api/search?q=lighthouse',
  '/api/fr/documents?sort=-publication_date&offset=3',
  '/nowhere',
];

test('clients that stop when readyz fails lose no request under load', async () => {
  const going = await open({ SHUTDOWN_DELAY: '5' });
  const { port, headers } = going;
  const agent = new http.Agent({ keepAlive: true });
  let isReady = true;
  let answered = 0;
  let answeredSince = 0;
  let closing = 0;
  const failures: unknown[] = [];
  const client = async (number: number): Promise<void> => {
    for (let turn = number; isReady; turn++) {
      const path = URLS[turn % URLS.length] ?? '';
      try {
        const answer = await exchange({ host: '127.0.0.1', port, agent, path, headers });
        if (answer.status !== (path === '/nowhere' ? 404 : 200)) failures.push(`${answer.status} ${path}`);
        answered++;
        if (going.shim.child.killed) answeredSince++;
        if (answer.headers.connection === 'close') closing++;
      } catch (error) {
        failures.push(error);
      }
    }
  };
  const clients = Array.from({ length: 16 }, (_, number) => client(number));
  await until(() => answered >= 200, { seen: () => `${answered} answered, ${failures}` });
  going.shim.child.kill('SIGTERM');
  // A balancer that looks only now and then, and wants to see it twice.
  for (let misses = 0; misses < 2; ) {
    await new Promise(resolve => setTimeout(resolve, 100));
    const { status } = await exchange({ host: '127.0.0.1', port, agent: false, path: '/readyz' });
    if (status === 503) misses++;
  }
  isReady = false;
  await Promise.all(clients);
  agent.destroy();
  assert.equal(failures, []);
  assert.ok(answeredSince > 0, 'requests are answered after the signal');
  assert.ok(closing > 0, 'connections end with an answer');
  await end(going);
});

interface Client {
  socket: Socket;
  received(): string;
}

async function client(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', chunk => (text += chunk));
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, received: () => text };
}

/** However it ends. */
const closed = (socket: Socket): Promise<void> =>
  new Promise(resolve => (socket.closed ? resolve() : socket.once('close', () => resolve())));

const REQUEST = 'GET /api/stats HTTP/1.1\r\nhost: x\r\n\r\n';

const isRefused = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true);
  socket.destroy();
  return outcome;
};

const answersIn = (text: string): string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];

test('without a delay requests sent before the signal are answered, on new and on old connections', async () => {
  const going = await open();
  const all = await Promise.all(Array.from({ length: 40 }, () => client(going.port)));
  const old = all.slice(20);
  for (const { socket } of old) socket.write(REQUEST);
  await until(() => old.every(({ received }) => received().endsWith('}')));
  for (const { socket } of all) socket.write(REQUEST);
  // The system has taken them all.
  await until(() => all.every(({ socket }) => socket.writableLength === 0));
  going.shim.child.kill('SIGTERM');
  await Promise.all(all.map(({ socket }) => closed(socket)));
  for (const one of all)
    assert.equal(
      answersIn(one.received()),
      Array.from({ length: old.includes(one) ? 2 : 1 }, () => 'HTTP/1.1 200'),
    );
  await end(going);
});

test('a request that began before the port closed is answered, and its connection closed', async () => {
  const going = await open();
  const half = await client(going.port);
  half.socket.write('GET /api/stats HTTP/1.1\r\n');
  // Once more, so that the shim has certainly read it.
  await exchange({ host: '127.0.0.1', port: going.port, agent: false, path: '/livez' });
  going.shim.child.kill('SIGTERM');
  await until(() => isRefused(going.port));
  half.socket.write('host: x\r\n\r\n');
  await closed(half.socket);
  assert.match(half.received(), /^HTTP\/1\.1 200 /);
  assert.match(half.received(), /\r\nconnection: close\r\n/i);
  assert.match(half.received(), /\r\nx-ratelimit-policy: anonymous\r\n/i);
  await end(going);
});

test('silent connections, and those left open after an answer, do not delay the end', async () => {
  const going = await open();
  const silent = await client(going.port);
  const busy = await client(going.port);
  busy.socket.write('GET /api/stats HTTP/1.1\r\n');
  await exchange({ host: '127.0.0.1', port: going.port, agent: false, path: '/livez' });
  going.shim.child.kill('SIGTERM');
  await until(() => isRefused(going.port));
  busy.socket.write('host: x\r\n\r\n');
  await end(going);
  assert.is(silent.received(), '');
  assert.match(busy.received(), /^HTTP\/1\.1 200 /);
  for (const { socket } of [silent, busy]) socket.destroy();
});

test('during the delay new connections are answered, and a second signal ends the shim at once', async () => {
  const going = await open({ SHUTDOWN_DELAY: '600' });
  const { port } = going;
  going.shim.child.kill('SIGTERM');
  const ready = async () =>
    (await exchange({ host: '127.0.0.1', port, agent: false, path: '/readyz' })).status === 200;
  await until(async () => !(await ready()));
  const { status, headers } = await exchange({ host: '127.0.0.1', port, agent: false, path: '/api/stats' });
  assert.equal([status, headers.connection], [200, 'close']);
  // The same signal within a second comes from the terminal and from npm.
  await new Promise(resolve => setTimeout(resolve, 1100));
  going.shim.child.kill('SIGTERM');
  assert.is((await going.shim.finished).code, 1);
});

test.run();
