import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  checkedLines,
  headerLines,
  PreparedResponse,
  writePrepared,
} from '../../../shim/http/prepared-response.ts';

/** Prepared lines beside the documented way: the same bytes go out. */

const PATIENCE_MS = 20_000;
const HEADERS = { 'x-one': 'a: b', vary: 'Accept, Accept-Encoding', etag: '"abc"', 'x-empty': '' };

const servers: Server[] = [];
test.after.each(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function answering(
  Response: typeof ServerResponse<IncomingMessage>,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<number> {
  const server = createServer({ ServerResponse: Response, keepAliveTimeout: 72_000 }, handle);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** @returns all bytes until the connection ends, in which the date is left out and headers are sorted: their order means nothing */
function exchanged(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`open after ${PATIENCE_MS} ms: ${received}`));
    }, PATIENCE_MS);
    socket.on('data', chunk => (received += chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received.replace(/Date: .*/g, 'Date').replace(/(?:.+: .*\r\n|Date\r\n)+/g, sorted));
    });
  });
}

const sorted = (head: string): string => head.split('\r\n').filter(Boolean).sort().join('\r\n');

const handler =
  (status: number, body: string | null, close: boolean) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    if (close) response.shouldKeepAlive = false;
    writePrepared(response, status, checkedLines(HEADERS), body === null ? null : body.length);
    if (body === null) response.end();
    else response.end(body);
  };

const documented =
  (status: number, body: string | null, close: boolean) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    if (close) response.shouldKeepAlive = false;
    response.writeHead(status, { ...HEADERS, ...(body !== null && { 'content-length': body.length }) });
    response.end(body ?? undefined);
  };

test('the same goes over the wire as by the documented way, also where lines cannot be sent', async () => {
  for (const [status, body, close] of [
    [200, 'abc', false],
    [200, '', false],
    [200, 'abc', true],
    [304, null, false],
    [304, null, true],
  ] as const) {
    const given = [status, body, close] as const;
    const expected = await answering(ServerResponse, documented(...given));
    const ports = [
      await answering(PreparedResponse, handler(...given)),
      await answering(ServerResponse, handler(...given)),
    ];
    for (const method of ['GET', 'HEAD']) {
      for (const more of [
        ' HTTP/1.1\r\nHost: x\r\n',
        ' HTTP/1.1\r\nHost: x\r\nConnection: close\r\n',
        ' HTTP/1.0\r\n',
        ' HTTP/1.0\r\nConnection: keep-alive\r\n',
      ]) {
        const request = `${method} /${more}\r\n`;
        const wanted = await exchanged(expected, request);
        assert.match(wanted, new RegExp(`^HTTP/1.1 ${status} `));
        for (const port of ports) assert.is(await exchanged(port, request), wanted, `${given} ${request}`);
      }
    }
  }
});

test('lines are of one answer, and others on the connection have none of them', async () => {
  const port = await answering(PreparedResponse, (request, response) => {
    if (request.url === '/prepared') handler(200, 'abc', false)(request, response);
    else response.writeHead(200, { 'content-length': 1 }).end('x');
  });
  const asked = ['/plain', '/prepared', '/plain'].map(url => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const received = await exchanged(port, asked.join(''));
  assert.is(received.match(/x-one/g)?.length, 1);
  assert.is(received.match(/HTTP\/1\.1 200/g)?.length, 3);
});

test('this version of Node sends lines as they are, checked once', () => {
  let stored: unknown[] = [];
  class Told extends PreparedResponse {
    override _storeHeader(...given: Parameters<PreparedResponse['_storeHeader']>): void {
      stored = [...given, this.lines];
    }
  }
  const request = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage;
  writePrepared(new Told(request), 200, 'a: b\r\n', 3);
  assert.equal(stored, ['HTTP/1.1 200 OK\r\n', ['content-length', '3'], 'a: b\r\n']);
  assert.is(headerLines(['a', 'b', 'c', 'd']), 'a: b\r\nc: d\r\n');
  assert.throws(() => checkedLines({ a: 'b\r\nc: d' }), /[Ii]nvalid/);
  assert.throws(() => checkedLines({ 'a b': 'c' }), /[Ii]nvalid|token/);
});

test.run();
