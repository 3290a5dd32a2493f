import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CONNECTION_LIMITS, serverWithin } from '../../../shim/http/connections.ts';
import { MOST_UNANSWERED, Pipelines } from '../../../shim/http/pipelines.ts';
import { Readiness } from '../../../shim/http/readiness.ts';
import { Lines } from '../../helpers/lines.ts';
import { type Shim, startShim } from '../../helpers/shim.ts';
import { sampleTree } from '../../helpers/tree.ts';

/** Connections that do not wait for answers. Nothing here depends on how fast a machine is. */

const PATIENCE_MS = 20_000;
const servers: Server[] = [];
const shims: Shim[] = [];

test.after.each(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  for (const shim of shims.splice(0)) await shim.close();
});

async function listening(handle: RequestListener, pipelines = new Pipelines()): Promise<Server> {
  const server = serverWithin(CONNECTION_LIMITS, new Readiness(), pipelines, handle);
  servers.push(server);
  // As the shim does: the answers end the connection.
  server.on('clientError', (_error, socket: Socket) => {
    if (!pipelines.isEnded(socket)) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Sends all at once. @returns what came until the connection ended, or until there was as much as is waited for */
function sent(port: number, bytes: string, isEnough = (_received: string): boolean => false) {
  return new Promise<{ received: string; isClosed: boolean }>((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const end = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ received, isClosed });
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`neither closed nor enough after ${PATIENCE_MS} ms: ${received.slice(-300)}`));
    }, PATIENCE_MS);
    socket.on('data', chunk => {
      received += chunk;
      if (isEnough(received)) end(false);
    });
    socket.on('error', () => {});
    socket.on('close', () => end(true));
  });
}

const statusesOf = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const requests = (count: number): string =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost:x\r\n\r\n`).join('');

test('of thousands of requests on a connection a few are handled in order, and the first surplus one is the last', async () => {
  const pipelines = new Pipelines();
  const handled: string[] = [];
  const server = await listening((request, response) => {
    handled.push(request.url ?? '');
    const isSurplus = pipelines.isSurplus(request);
    // Later ones are ready earlier.
    setTimeout(
      () => response.end(`${isSurplus ? 'surplus' : ''}[${request.url}]`),
      isSurplus ? 1 : 50 - handled.length,
    );
  }, pipelines);
  const { received, isClosed } = await sent(portOf(server), requests(2500));
  assert.ok(isClosed);
  const order = Array.from({ length: MOST_UNANSWERED + 1 }, (_, i) => `/${i}`);
  assert.equal(handled, order);
  assert.equal(
    [...received.matchAll(/\[(.+?)\]/g)].map(([, url]) => url),
    order,
  );
  assert.is(received.match(/surplus/g)?.length, 1);
  assert.is(received.match(/connection: close/gi)?.length, 1, 'with the last alone');
});

test('the parser is stopped behind the last request: the rest of what was read is not parsed', async () => {
  const server = await listening((_request, response) => setImmediate(() => response.end()));
  const [parsed, errors]: [string[], (Error & { code?: string; bytesParsed?: number })[]] = [[], []];
  server.on('request', ({ url = '' }: IncomingMessage) => parsed.push(url));
  server.on('clientError', error => errors.push(error));
  const all = requests(2500);
  await sent(portOf(server), all);
  assert.is(parsed.length, MOST_UNANSWERED + 1, 'Node has told of no other request');
  // The request behind the last one is that at which the parser fails, and so does each later read.
  const [{ code = '', bytesParsed = Number.NaN } = {}] = errors;
  assert.match(code, /^HPE_/);
  assert.ok(bytesParsed > requests(parsed.length).length, `${bytesParsed} bytes`);
  assert.ok(bytesParsed <= requests(parsed.length + 1).length, `${bytesParsed} bytes`);
});

test('where Node has no parser that can be stopped, later requests are not handled', () => {
  let handled = 0;
  const handle = new Pipelines().counting(() => handled++);
  const request = { socket: {} } as IncomingMessage;
  for (let i = 0; i < 20; i++)
    handle(request, { req: request, closed: false } as Parameters<RequestListener>[1]);
  assert.is(handled, MOST_UNANSWERED + 1);
});

test('the allowed number of requests is answered repeatedly, and the connection stays', async () => {
  const server = await listening((request, response) => response.end(`[${request.url}]`));
  const socket = connect(portOf(server), '127.0.0.1');
  const answers = new Lines(socket);
  for (let round = 1; round <= 5; round++) {
    socket.write(requests(MOST_UNANSWERED));
    await answers.until(() => statusesOf(answers.text()).length >= round * MOST_UNANSWERED);
    assert.is(statusesOf(answers.text()).length, round * MOST_UNANSWERED);
  }
  assert.not.match(answers.text(), /connection: close/i);
  assert.not(socket.closed);
  socket.destroy();
});

test('a request in many pieces is read whole', async () => {
  const server = await listening(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.end(`[${request.headers['x-long']?.length} ${body}]`);
  });
  const body = Array.from({ length: 9000 }, (_, i) => i).join(' ');
  const head = `POST / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(9000)}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
  const { received } = await sent(portOf(server), head + body);
  assert.ok(received.includes(`[9000 ${body}]`), received.slice(0, 300));
});

test('a 429 ends a connection with more waiting requests, and no other', async () => {
  const server = await listening((_request, response) =>
    setImmediate(() => response.writeHead(429).end('no')),
  );
  const impatient = await sent(portOf(server), requests(3));
  assert.ok(impatient.isClosed);
  assert.equal(statusesOf(impatient.received), [429]);
  assert.match(impatient.received, /connection: close/i);
  const socket = connect(portOf(server), '127.0.0.1');
  const answers = new Lines(socket);
  for (let count = 1; count <= 20; count++) {
    socket.write(requests(1));
    await answers.until(() => statusesOf(answers.text()).length >= count);
    assert.is(statusesOf(answers.text()).length, count);
  }
  assert.not.match(answers.text(), /connection: close/i);
  socket.destroy();
});

test('requests behind a 429 that ends the connection are not handled', async () => {
  const handled: string[] = [];
  const server = await listening(({ url = '' }, response) => {
    handled.push(url);
    if (url === '/0') setImmediate(() => response.end());
    else response.writeHead(429).end('no');
  });
  const { received } = await sent(portOf(server), requests(2500));
  assert.equal(handled, ['/0', '/1']);
  assert.equal(statusesOf(received), [200, 429]);
});

test('other errors end no connection', async () => {
  const server = await listening((_request, response) =>
    setImmediate(() => response.writeHead(503).end('no')),
  );
  const { received, isClosed } = await sent(
    portOf(server),
    requests(3),
    soFar => statusesOf(soFar).length === 3,
  );
  assert.equal(statusesOf(received), [503, 503, 503]);
  assert.not(isClosed);
  assert.not.match(received, /connection: close/i);
});

test('bytes that are no HTTP are refused behind an answer, too', async () => {
  const shim = await startShim(await sampleTree());
  shims.push(shim);
  const socket = connect(shim.port, '127.0.0.1');
  const answers = new Lines(socket);
  socket.write('HEAD /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
  await answers.until(() => /\r?\n\r?\n$/.test(answers.text()));
  socket.write('gulls\r\n\r\n');
  await answers.until(() => statusesOf(answers.text()).length === 2);
  assert.equal(statusesOf(answers.text()), [200, 400]);
  socket.destroy();
});

test('while a hundred connections send 2,500 requests each, others are answered, and a handful of each is counted', async () => {
  const answered: string[] = [];
  const shim = await startShim({
    ...(await sampleTree()),
    metrics: { answered: (request: { url: string }) => answered.push(request.url), watch() {} } as never,
  });
  shims.push(shim);
  const floods = Array.from({ length: 100 }, () => sent(shim.port, requests(2500)));
  let documents = 0;
  let isOver = false;
  const all = Promise.all(floods).finally(() => (isOver = true));
  do {
    assert.is((await shim.get('/api/usc/documents/t17%2Fs106')).status, 200);
    documents++;
  } while (!isOver);
  const ends = await all;
  assert.ok(ends.every(({ isClosed }) => isClosed));
  for (const { received } of ends) {
    const statuses = statusesOf(received);
    assert.ok(statuses.length >= 1 && statuses.length <= MOST_UNANSWERED + 1, `${statuses}`);
    assert.ok([429, 503].includes(statuses.at(-1) ?? 0), `${statuses}`);
    if (statuses.at(-1) === 503) assert.match(received, /wait for their answers on this connection/);
  }
  assert.ok(answered.length - documents <= 100 * (MOST_UNANSWERED + 1), `${answered.length} were counted`);
});

test.run();
