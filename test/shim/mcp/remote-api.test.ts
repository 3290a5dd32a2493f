import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../../build/common/command-line.ts';
import { remoteCaller } from '../../../shim/mcp/remote-api.ts';

const forever = new AbortController().signal;

async function withServer(
  listener: http.RequestListener,
  run: (base: string) => Promise<void>,
): Promise<void> {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('requests go below the path of the address, with the key', () =>
  withServer(
    ({ url, headers }, response) => {
      response.statusCode = 404;
      response.end(`${url} ${headers.authorization} ${headers.accept}`);
    },
    async base => {
      const answer = await remoteCaller(`${base}/law//`, 'secret')('/api/x?a=b%20c', forever);
      assert.equal(answer, { status: 404, body: '/law/api/x?a=b%20c Bearer secret application/json' });
      assert.match((await remoteCaller(base, undefined)('/api/x', forever)).body, /^\/api\/x undefined /);
    },
  ));

test('a key goes to no other server where this one redirects', () =>
  withServer(
    ({ headers }, response) => response.end(String(headers.authorization)),
    other =>
      withServer(
        (_, response) => response.writeHead(302, { location: other }).end(),
        async base => assert.is((await remoteCaller(base, 'secret')('/', forever)).body, 'undefined'),
      ),
  ));

test('an endless answer is given up', () =>
  withServer(
    (_, response) => {
      const chunk = Buffer.alloc(1024 * 1024);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', write);
      };
      write();
    },
    async base => {
      const failure = await remoteCaller(base, undefined)('/', forever).then(
        () => assert.unreachable(),
        (error: Error) => error,
      );
      assert.is(failure?.message, 'The answer of the server is too large.');
    },
  ));

test('a client that has left gets no error of an unreachable server', () =>
  withServer(
    () => {},
    async base => {
      const left = new AbortController();
      const asked = remoteCaller(base, undefined)('/', left.signal);
      left.abort();
      assert.is(
        await asked.then(
          () => assert.unreachable(),
          error => error.name,
        ),
        'AbortError',
      );
    },
  ));

test('an unreachable server is an error with its reason', async () => {
  let closed = '';
  await withServer(
    () => {},
    async base => {
      closed = base;
    },
  );
  const failure = await remoteCaller(closed, undefined)('/', forever).then(
    () => assert.unreachable(),
    (error: Error) => error,
  );
  assert.is(failure?.message, `The server ${closed} cannot be reached: ECONNREFUSED.`);
});

test('an invalid address is a usage error', () => {
  for (const base of [
    '',
    'law.example.org',
    'ftp://x',
    'http://',
    'https://x?y',
    'https://x/#y',
    'http://a b',
  ])
    assert.throws(
      () => remoteCaller(base, undefined),
      (error: Error) => error instanceof UsageError,
      base,
    );
});

test.run();
