import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpClient, type Patience } from '../../build/sync/http-client.ts';
import { until } from '../helpers/until.ts';
import { endAfter } from '../runner/leftovers.cjs';
import { failure, IMPATIENT } from './helpers.ts';

interface Running {
  client: HttpClient;
  traffic: { requests: number; bytes: number };
  seen: IncomingMessage[];
  /** What a GET brings; no more than `most` bytes are taken. */
  get(target?: string, most?: number): Promise<{ status: number; text: string; isOver: boolean }>;
}

/** A real server, and a client of it. */
async function withServer(
  answer: RequestListener,
  run: (running: Running) => Promise<void>,
  {
    user = '',
    apiKey = null as string | null,
    path = '',
    patience = {} as Partial<Patience>,
    notices = [] as string[],
  } = {},
): Promise<void> {
  const seen: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  endAfter(server).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const traffic = { requests: 0, bytes: 0 };
  const base = new URL(`http://${user}127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const client = new HttpClient({
    base,
    connections: 2,
    apiKey,
    patience: { ...IMPATIENT, ...patience },
    traffic,
    notice: message => notices.push(message),
  });
  const get: Running['get'] = async (target = '/file', most = 1e6) => {
    let chunks: Buffer[] = [];
    let isOver = false;
    const { status } = await client.ask('GET', target, {
      start() {
        chunks = [];
      },
      write(chunk) {
        chunks.push(chunk);
        isOver = Buffer.concat(chunks).length > most;
        return !isOver;
      },
    });
    return { status, text: Buffer.concat(chunks).toString(), isOver };
  };
  try {
    await run({ client, traffic, seen, get });
  } finally {
    client.close();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
}

/** Fails so many times, then answers. */
const afterFailures = (failures: number, fail: RequestListener): RequestListener => {
  let left = failures;
  return (request, response) => (left-- > 0 ? fail(request, response) : response.end('content'));
};

test('a body arrives plain or unpacked, and received bytes are counted', () =>
  withServer(
    (request, response) => {
      const packed = gzipSync('x'.repeat(100_000));
      if (request.headers['accept-encoding'] !== 'gzip') return response.end('plain');
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    },
    async ({ client, get, traffic }) => {
      assert.is((await get()).text, 'x'.repeat(100_000));
      assert.ok(traffic.bytes < 2000, `${traffic.bytes}`);
      let text = '';
      const write = (chunk: Buffer): boolean => {
        text += chunk;
        return true;
      };
      const sink = { start: () => {}, write };
      await client.ask('GET', '/', sink, { 'accept-encoding': 'identity' });
      assert.is(text, 'plain');
    },
  ));

test('temporary failures are retried: error statuses, cut answers, closed connections', async () => {
  const cut: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('part', () => response.destroy());
  };
  const cutPacked: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' });
    response.write(gzipSync('x'.repeat(1000)).subarray(0, 20), () => response.destroy());
  };
  const failures: RequestListener[] = [
    ...[429, 503, 500, 502, 504, 408].map(
      (status): RequestListener =>
        (_, response) =>
          response.writeHead(status).end('no'),
    ),
    ...[cut, cutPacked, (request: IncomingMessage) => request.socket.destroy()],
  ];
  for (const fail of failures)
    await withServer(afterFailures(2, fail), async ({ get, traffic }) => {
      assert.equal(await get(), { status: 200, text: 'content', isOver: false });
      assert.is(traffic.requests, 3);
    });
});

test('attempts are bounded, and the message has the reason', async () => {
  await withServer(
    afterFailures(99, (_, response) => response.writeHead(503).end()),
    async ({ get, seen }) => {
      assert.match(await failure(get('/a')), /^\/a: status 503, 4 times$/);
      assert.is(seen.length, IMPATIENT.attempts);
    },
  );
});

test('a permanent failure is returned at once', () =>
  withServer(
    (_, response) => response.writeHead(404).end('x'.repeat(1e6)),
    async ({ get, seen }) => {
      assert.is((await get()).status, 404);
      assert.is(seen.length, 1);
    },
  ));

test('all requests wait for Retry-After, for a bounded time', async () => {
  const times: number[] = [];
  let left = 1;
  const slow: RequestListener = (_, response) => {
    times.push(performance.now());
    if (left-- > 0) return response.writeHead(429, { 'retry-after': '3600' }).end();
    return response.end('content');
  };
  await withServer(slow, async ({ get }) => {
    const first = get();
    await until(() => times.length > 0);
    await new Promise(resolve => setTimeout(resolve, 20));
    await Promise.all([first, get()]);
  });
  assert.is(times.length, 3);
  for (const time of times.slice(1))
    assert.ok(time - (times[0] as number) >= IMPATIENT.mostRequested - 50, `${time - (times[0] as number)}`);
});

test('redirects within the server are followed up to a bound, and never to another server', async () => {
  const to =
    (location: string): RequestListener =>
    (_, response) =>
      response.writeHead(302, { location }).end();
  await withServer(
    (request, response) =>
      request.url === '/file' ? to('/other?x=1')(request, response) : response.end(request.url),
    async ({ get }) => assert.is((await get()).text, '/other?x=1'),
  );
  await withServer(to('/file'), async ({ get, seen }) => {
    assert.match(await failure(get()), /too many redirects/);
    assert.is(seen.length, 4);
  });
  for (const location of [
    'http://127.0.0.1:1/file',
    'https://127.0.0.1/file',
    '//elsewhere.invalid/file',
    'file:///etc/passwd',
  ])
    await withServer(to(location), async ({ get, seen }) => {
      assert.match(await failure(get()), /redirects \/file to .* which is refused/);
      assert.is(seen.length, 1);
    });
});

test('an endless body is cut at the bound, plain or unpacked', async () => {
  const endless =
    (chunk: Buffer, headers: Record<string, string>): RequestListener =>
    (_, response) => {
      response.writeHead(200, headers);
      const more = (): void => void (response.destroyed || response.write(chunk, more));
      more();
    };
  const bomb = gzipSync(Buffer.alloc(50e6));
  for (const answer of [
    endless(Buffer.alloc(10_000, 'x'), {}),
    (_: IncomingMessage, response: Parameters<RequestListener>[1]) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  ])
    await withServer(answer, async ({ get }) => {
      const { isOver, text } = await get('/file', 100_000);
      assert.ok(isOver && text.length < 1e6, `${text.length}`);
    });
});

test('a silent or very slow server is given up', async () => {
  const silent: RequestListener = () => {};
  const trickle: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': 1e6 });
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  };
  for (const answer of [silent, trickle])
    await withServer(
      answer,
      async ({ get }) => assert.match(await failure(get()), /the server is silent, or too slow, 2 times/),
      { patience: { attempts: 2 } },
    );
});

test('a coding that was not requested is refused', () =>
  withServer(
    (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
    async ({ get }) => assert.match(await failure(get()), /the coding br/),
  ));

test('requests have the path prefix, name and password, and the API key', () =>
  withServer(
    (_, response) => response.end('content'),
    async ({ get, seen }) => {
      await get('/manifest.json');
      const [request] = seen;
      assert.is(request?.url, '/mirror/law/manifest.json');
      assert.is(request?.headers.authorization, `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
      assert.is(request?.headers['x-api-key'], 'key');
    },
    { user: 'me:p%40ss@', apiKey: 'key', path: '/mirror/law/' },
  ));

test('an error of the sink is not retried as a failure of the server', () =>
  withServer(
    (_, response) => response.end('content'),
    async ({ client, seen }) => {
      const full = () => {
        throw new Error('ENOSPC: the disk is full');
      };
      assert.match(await failure(client.ask('GET', '/', { start() {}, write: full })), /the disk is full/);
      assert.is(seen.length, 1);
    },
  ));

test('Retry-After is seconds or a date, and waited for up to the bound', async () => {
  for (const retryAfter of [() => '60', () => new Date(Date.now() + 60_000).toUTCString()]) {
    const began = Date.now();
    await withServer(
      afterFailures(1, (_, response) => response.writeHead(503, { 'retry-after': retryAfter() }).end()),
      async ({ get }) => assert.is((await get()).text, 'content'),
    );
    // Timers may be a little early.
    assert.ok(Date.now() - began >= IMPATIENT.mostRequested - 20, retryAfter());
  }
});

test('the notice of a limit names the limit and a remedy', async () => {
  for (const [apiKey, advice] of [
    [null, /a key in SYNC_API_KEY lifts it/],
    ['secret', /the key in SYNC_API_KEY has no higher one/],
  ] as const) {
    const notices: string[] = [];
    const limited: RequestListener = (_, response) =>
      response.writeHead(429, { 'retry-after': '60', 'x-ratelimit-limit': '240' }).end();
    await withServer(afterFailures(1, limited), async ({ get }) => assert.is((await get()).text, 'content'), {
      apiKey,
      notices,
    });
    assert.is(notices.length, 1);
    assert.match(
      notices[0] ?? '',
      /^Waiting 1 s for 127\.0\.0\.1:\d+, by its limit of 240 requests a minute: /,
    );
    assert.match(notices[0] ?? '', advice);
    assert.not.match(notices[0] ?? '', /secret/);
  }
});

test.run();
