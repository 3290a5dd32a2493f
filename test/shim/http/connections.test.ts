import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../../shim/http/connections.ts';
import { type Shim, startShim } from '../../helpers/shim.ts';
import { buildTree, sampleTree, type Tree } from '../../helpers/tree.ts';
import { until } from '../../helpers/until.ts';
import { documentText, FR_PATH, writeCorpus } from '../../helpers/written-corpus.ts';

/** Clients that take their time. Nothing here depends on how fast a machine is: only on what happens in the end. */

const test = suite<{ open(limits: Partial<ConnectionLimits>, tree?: Tree): Promise<Shim> }>('connections');
const shims: Shim[] = [];
const sockets: Socket[] = [];

test.before(context => {
  context.open = async (limits, tree) => {
    const shim = await startShim({ ...(tree ?? (await sampleTree())), limits });
    shims.push(shim);
    return shim;
  };
});
test.after.each(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const shim of shims.splice(0)) await shim.close();
});

interface Client {
  socket: Socket;
  received(): string;
  closed: Promise<unknown>;
}

async function client({ port }: Shim): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', chunk => (text += chunk));
  socket.on('error', () => {});
  const closed = new Promise(resolve => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, received: () => text, closed };
}

/** Sends a piece again and again until the connection ends. */
function trickle({ socket }: Client, piece: string): void {
  const timer = setInterval(() => socket.writable && socket.write(piece), 50);
  socket.once('close', () => clearInterval(timer));
}

test('a late request gets 408 in the form of errors, and its connection ends', async ({ open }) => {
  const shim = await open({ requestTimeout: 1 });
  const slow = await client(shim);
  slow.socket.write('GET /api/stats HTTP/1.1\r\nhost: x\r\nx-slow: ');
  trickle(slow, 'z');
  await slow.closed;
  const [head = '', body = ''] = slow.received().split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 408 Request Timeout\r\n/);
  assert.match(head, /connection: close/i);
  assert.match(head, /x-ratelimit-policy: anonymous/i);
  assert.match(head, /x-content-type-options: nosniff/i);
  assert.equal(JSON.parse(body).error, {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    message: 'The request did not arrive in time.',
  });
});

test('a silent connection ends without an answer', async ({ open }) => {
  const silent = await client(await open({ requestTimeout: 1 }));
  await silent.closed;
  assert.is(silent.received(), '');
});

test('a body that arrives byte by byte gets its answer at once, and the connection ends in time', async ({
  open,
}) => {
  const shim = await open({ requestTimeout: 1 });
  for (const method of ['POST', 'GET']) {
    const slow = await client(shim);
    slow.socket.write(`${method} /api/stats HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n`);
    trickle(slow, 'z');
    await until(() => slow.received().includes('\r\n\r\n'));
    await slow.closed;
    assert.match(slow.received(), method === 'POST' ? /^HTTP\/1\.1 405 / : /^HTTP\/1\.1 200 /);
    assert.not.match(slow.received(), / 408 /, 'nothing is said after an answer');
  }
});

test('an idle connection ends after its time', async ({ open }) => {
  const idle = await client(await open({ idleTimeout: 1 }));
  idle.socket.write('GET /api/stats HTTP/1.1\r\nhost: x\r\n\r\n');
  await idle.closed;
  assert.match(idle.received(), /^HTTP\/1\.1 200 /);
});

/** With a document that no buffer of the system holds. */
const largeTree = (): Promise<Tree> =>
  buildTree(
    writeCorpus({ [FR_PATH]: documentText(FR_PATH) + 'A line of the large document.\n'.repeat(1_000_000) }),
  );
const LARGE =
  'GET /api/fr/documents/2018-09910?format=markdown HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

test('a client that does not take an answer is dropped, and a slow one gets it whole', async ({ open }) => {
  const shim = await open({ answerTimeout: 1 }, await largeTree());
  const stuck = await client(shim);
  stuck.socket.pause();
  stuck.socket.write(LARGE);
  const slow = await client(shim);
  let bytes = 0;
  slow.socket.on('data', chunk => {
    bytes += chunk.length;
    slow.socket.pause();
    setTimeout(() => slow.socket.resume(), 1);
  });
  slow.socket.write(LARGE);
  await slow.closed;
  const length = Number(/content-length: (\d+)/i.exec(slow.received())?.[1]);
  assert.ok(length > 30_000_000);
  assert.is(bytes - (slow.received().indexOf('\r\n\r\n') + 4), length);
  // What had been sent before is still to be read; the end is not.
  await new Promise(resolve => setTimeout(resolve, 20_000));
  stuck.socket.resume();
  await stuck.closed;
  assert.ok(stuck.received().length < length, `${stuck.received().length} of ${length}`);
});

const REQUEST = 'GET /api/stats HTTP/1.1\r\nhost: x\r\n\r\n';

test('too many busy connections get 503 with Retry-After and the end, and a freed place is used', async ({
  open,
}) => {
  const shim = await open({ maxConnections: 2 });
  const busy = [await client(shim), await client(shim)];
  for (const { socket } of busy) socket.write('GET /api/stats HTTP/1.1\r\n');
  const surplus = await client(shim);
  surplus.socket.write(REQUEST);
  await surplus.closed;
  const [head = '', body = ''] = surplus.received().split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 503 /);
  assert.match(head, /retry-after: 5/i);
  assert.match(head, /connection: close/i);
  assert.match(head, /x-ratelimit-policy: anonymous/i);
  assert.is(JSON.parse(body).error.code, 'REQUEST_ERROR');
  for (const { socket } of busy) socket.write('host: x\r\n\r\n');
  for (const { received } of busy) {
    await until(() => received().includes('\r\n\r\n'));
    assert.match(received(), /^HTTP\/1\.1 200 /, 'those that were there are answered');
  }
  const next = await client(shim);
  next.socket.write(REQUEST);
  await until(() => next.received().includes('\r\n\r\n'));
  assert.match(next.received(), /^HTTP\/1\.1 200 /, 'idle connections make room');
});

test('connections far beyond the bound are cut off at once', async ({ open }) => {
  const shim = await open({ maxConnections: 1 });
  const clients = await Promise.all(Array.from({ length: 230 }, () => client(shim)));
  let ended = 0;
  for (const { closed } of clients) closed.then(() => ended++);
  await until(() => ended >= 29);
});

test('default limits leave room for proxies and slow networks', () => {
  assert.ok(CONNECTION_LIMITS.idleTimeout > 60);
  assert.ok(CONNECTION_LIMITS.requestTimeout >= 10 && CONNECTION_LIMITS.requestTimeout <= 60);
});

test.run();
