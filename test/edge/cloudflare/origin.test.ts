import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { COMMON_HEADERS } from '../../../build/contract/headers.ts';
import { type RunningWorker, startWorker, upload, workerHindrance } from '../../helpers/edges/worker.ts';
import { suiteWhere } from '../../helpers/needs.ts';
import { type Answer, exchange, type RequestHeaders, type Shim, startShim } from '../../helpers/shim.ts';
import { sampleTree } from '../../helpers/tree.ts';

/** What the Worker asks of the shim, what it keeps, and what it says when nobody answers. */

const test = suiteWhere('the Worker and the shim', workerHindrance());
let shim: Shim;
let worker: RunningWorker;
test.before(async () => {
  const { dist } = await sampleTree();
  shim = await startShim({ dist, trustProxy: '127.0.0.1' });
  worker = await startWorker({ origin: `http://127.0.0.1:${shim.port}` });
});
test.after(async () => {
  await worker.close();
  await shim.close();
});

const ask = ({ port }: { port: number }, path: string, headers: RequestHeaders = {}, method = 'GET') =>
  exchange({ host: '127.0.0.1', port, path, method, headers });

/** Only the shim counts requests, and what is kept does not tell of it. */
const isFromShim = ({ headers }: Answer): boolean => headers['x-ratelimit-policy'] !== undefined;

async function assertKept(path: string, again = path, headers: RequestHeaders = {}): Promise<void> {
  const first = await ask(worker, path, headers);
  assert.is(first.status, 200, path);
  assert.ok(isFromShim(first), path);
  const second = await untilKept(again, headers);
  assert.equal(second.text, first.text, again);
  for (const name of ['etag', 'vary', 'cache-control', 'content-type', ...Object.keys(COMMON_HEADERS)])
    assert.is(second.headers[name], first.headers[name], `${again} ${name}`);
}

/** An answer is kept a moment after it has been sent. */
async function untilKept(path: string, headers: RequestHeaders = {}): Promise<Answer> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const answer = await ask(worker, path, headers);
    if (!isFromShim(answer)) return answer;
  }
  throw new Error(`${path} is not kept`);
}

test('computed answers are cached for all spellings of a query', async () => {
  await assertKept('/api/usc/documents?limit=3', '/api/usc/documents?utm_source=x&limit=03&offset=0');
  await assertKept('/api/fr/years/2018/5?limit=7', '/api/fr/years/2018/05?limit=7&offset=0');
  await assertKept(
    '/api/usc/documents/t17%2Fs106?fields=status,body',
    '/api/usc/documents/us/usc/t17/s106?fields=body&fields=status',
  );
  // A bucket without a history: the shim's is asked for.
  await assertKept('/api/changes?since=1', '/api/changes?x=1&since=01');
  assert.is((await ask(worker, '/api/changes?since=0')).status, 410);
});

test('another query, page, projection or representation has another answer', async () => {
  const paths = [
    '?limit=3',
    '?limit=4',
    '?limit=3&offset=1',
    '?limit=3&sort=-identifier',
    '?limit=3&cursor=',
  ];
  const documents = ['?fields=status', '?fields=body', '?fields=body,status'];
  const paragraphs = [
    '?pinpoint=(a)',
    '?pinpoint=(b)',
    '?pinpoint=(b)&fields=body',
    '?pinpoint=(b)&format=text',
  ];
  for (const path of [
    ...paths.map(query => `/api/ecfr/documents${query}`),
    ...documents.map(query => `/api/usc/documents/t17%2Fs106a${query}`),
    ...paragraphs.map(query => `/api/usc/documents/t14%2Fs9101${query}`),
  ])
    for (let i = 0; i < 3; i++)
      assert.is(
        (await ask(worker, path)).text,
        (await ask(shim, path, { 'x-api-key': shim.key })).text,
        path,
      );
});

test('a condition is checked against the cached answer', async () => {
  const path = '/api/usc/documents?limit=9';
  const { etag = '' } = (await ask(worker, path)).headers;
  await untilKept(path);
  const condition = { 'if-none-match': `"x", W/${etag}` };
  const answer = await ask(worker, path, condition);
  assert.equal([answer.status, answer.text, answer.headers.etag], [304, '', etag]);
  assert.is(answer.headers['content-type'], undefined);
  assert.is((await ask(worker, path, { 'if-none-match': '"x"' })).status, 200);
});

test('an answer to a condition is cached, and serves a HEAD', async () => {
  const path = '/api/usc/documents?limit=11';
  const { etag = '' } = (await ask(shim, path)).headers;
  assert.is((await ask(worker, path, { 'if-none-match': etag })).status, 304);
  await untilKept(path);
  const head = await ask(worker, path, {}, 'HEAD');
  assert.equal([head.status, head.text, isFromShim(head)], [200, '', false]);
});

test('requests with a key are passed on, and their answers are not cached', async () => {
  const path = '/api/usc/documents?limit=12';
  for (const [url, headers] of [
    [path, { 'x-api-key': shim.key }],
    [path, { authorization: `Bearer ${shim.key}` }],
    [`${path}&api_key=${shim.key}`, {}],
    [path, { 'x-api-key': 'not a key' }],
  ] as const)
    for (let i = 0; i < 2; i++) {
      const answer = await ask(worker, url, headers);
      assert.is(answer.status, 200);
      const tier = Object.values(headers).includes('not a key') ? 'anonymous' : 'unlimited';
      assert.is(answer.headers['x-ratelimit-policy'], tier, url);
      assert.is(answer.headers['cache-control'], 'private, max-age=300');
    }
  const answer = await ask(worker, path);
  assert.is(answer.headers['x-ratelimit-policy'], 'anonymous', 'and another client is no other');
});

test('errors, health and HEAD are not cached', async () => {
  for (const [path, method, status] of [
    ['/api/usc/documents/t99%2Fs1?fields=body', 'GET', 404],
    ['/api/health', 'GET', 200],
    ['/api/usc/documents?limit=13', 'HEAD', 200],
    ['/api/search?q=lighthouse', 'GET', 503],
  ] as const)
    for (let i = 0; i < 3; i++) {
      const answer = await ask(worker, path, {}, method);
      assert.is(answer.status, status, path);
      assert.ok(isFromShim(answer), path);
    }
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Another server in the shim's place. */
async function withOrigin(handle: Handler, run: (worker: RunningWorker) => Promise<void>): Promise<void> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asking = await startWorker({ origin: `http://127.0.0.1:${port}/` });
  try {
    await run(asking);
  } finally {
    await asking.close();
    server.closeAllConnections();
    server.close();
  }
}

test("the shim gets the client's address and the headers that it reads", async () => {
  const seen: IncomingMessage[] = [];
  const handle: Handler = (request, response) => {
    seen.push(request);
    response.setHeader('content-type', 'application/json; charset=utf-8').end('{}');
  };
  await withOrigin(handle, async asking => {
    const target = '/api/search?q=a%20b+c&q=%22x%22';
    await ask(asking, target, {
      ...{ 'x-forwarded-for': '192.0.2.1', cookie: 'a=b', 'x-other': '1', 'if-none-match': '"a"' },
      ...{ accept: 'text/plain', 'x-api-key': 'one', authorization: 'Bearer two' },
    });
    await ask(asking, target, { 'if-none-match': '"a"' });
    assert.is(seen.length, 2);
    const [{ url, headers }] = seen as [IncomingMessage];
    assert.is(url, target);
    assert.is(headers['x-forwarded-for'], '127.0.0.1');
    assert.equal([headers.cookie, headers['x-other']], [undefined, undefined]);
    assert.equal([headers.accept, headers['x-api-key']], ['text/plain', 'one']);
    assert.equal([headers.authorization, headers['if-none-match']], ['Bearer two', '"a"']);
    assert.is(seen[1]?.headers['if-none-match'], undefined, 'what may be kept is asked for whole');
  });
});

test('a client of the Model Context Protocol is passed on, without cookies and its own X-Forwarded-For', async () => {
  const seen: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
  const handle: Handler = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() });
    response
      .writeHead(202, { 'content-type': 'text/event-stream', 'mcp-session-id': 's' })
      .end('data: 1\n\n');
  };
  await withOrigin(handle, async asking => {
    const answer = await fetch(`http://127.0.0.1:${asking.port}/mcp`, {
      method: 'POST',
      headers: {
        ...{ cookie: 'a=b', 'x-forwarded-for': '192.0.2.1', 'mcp-protocol-version': '2025-11-25' },
        ...{ 'content-type': 'application/json', 'x-api-key': 'one' },
      },
      body: '{"jsonrpc":"2.0"}',
    });
    assert.equal(
      [answer.status, answer.headers.get('mcp-session-id'), await answer.text()],
      [202, 's', 'data: 1\n\n'],
    );
    assert.is(seen.length, 1);
    const { method, headers, body } = seen[0]!;
    assert.equal([method, body], ['POST', '{"jsonrpc":"2.0"}']);
    assert.equal([headers.cookie, headers['x-forwarded-for']], [undefined, '127.0.0.1']);
    assert.equal([headers['mcp-protocol-version'], headers['x-api-key']], ['2025-11-25', 'one']);
  });
});

const assertUnavailable = ({ status, json, headers }: Answer): void => {
  assert.is(status, 503);
  assert.is(json.error.code, 'REQUEST_ERROR');
  assert.is(headers['cache-control'], 'no-store');
  for (const [name, value] of Object.entries(COMMON_HEADERS)) assert.is(headers[name], value, name);
};

const COMPUTED = [
  '/api/search?q=x',
  '/api/usc/documents?limit=7',
  '/api/usc/documents?status=none',
  '/api/usc/documents/t17%2Fs106?fields=body',
];

test('without an origin a 503 lists the possible requests, which work; with an unreachable one it is temporary', async () => {
  const away = await startWorker({ origin: 'http://127.0.0.1:9' });
  const none = await startWorker();
  try {
    const { dist } = await sampleTree();
    await upload(none, dist);
    for (const path of ['/api/usc/documents?limit=50', ...COMPUTED]) {
      const { json, headers } = await ask(none, path);
      assert.is(
        json.error.message,
        'This server has precomputed answers only: whole documents, and lists by one filter (title_number, a month) in their default order and in pages of 20, by offset or cursor, as links spell them. Search, fields and other lists need the complete API',
      );
      assert.is(headers['retry-after'], undefined, 'it does not get better');
      const other = await ask(away, path);
      assert.is(other.json.error.message, 'The content database is temporarily unavailable');
      assert.is(other.headers['retry-after'], '5');
    }
    for (const path of [
      '/api/usc/documents/t17%2Fs106',
      '/api/usc/documents',
      '/api/usc/documents?title_number=17',
      '/api/usc/documents?limit=20&offset=20',
      '/api/fr/years/2018/5',
    ])
      assert.is((await ask(none, path)).status, 200, path);
  } finally {
    await Promise.all([away.close(), none.close()]);
  }
});

test('without a reachable origin computed answers are 503 in the form of the API', async () => {
  const away = await startWorker({ origin: 'http://127.0.0.1:9' });
  const none = await startWorker();
  for (const path of COMPUTED)
    for (const asked of [away, none]) {
      assertUnavailable(await ask(asked, path));
      assertUnavailable(await ask(asked, path, { 'x-api-key': 'a' }));
      assert.is((await ask(asked, path, {}, 'HEAD')).status, 503);
    }
  const projection = await ask(none, '/api/usc/documents/t17%2Fs106?fields=body');
  assert.is(projection.headers.vary, 'Accept, Accept-Encoding');
  await away.close();
  await none.close();
});

test('health is always 200 and has the reason', async () => {
  const none = await startWorker();
  const { status, json, headers } = await ask(none, '/api/health');
  await none.close();
  assert.equal([status, json.status, json.database.connected], [200, 'error', false]);
  assert.equal([headers['cache-control'], headers['access-control-allow-origin']], ['no-store', '*']);
});

test('pages, redirects and errors of other servers are not passed on, and those of the shim are', async () => {
  const html = { 'content-type': 'text/html' };
  const handle: Handler = ({ url = '' }, response) => {
    if (url.includes('page')) return response.writeHead(200, html).end('<p>');
    if (url.includes('gateway')) return response.writeHead(502, html).end('<p>');
    if (url.includes('elsewhere')) return response.writeHead(302, { location: 'https://example.org' }).end();
    if (url.includes('broken')) return response.destroy();
    return response.writeHead(504, { 'content-type': 'application/json; charset=utf-8' }).end('{"error":1}');
  };
  await withOrigin(handle, async asking => {
    for (const word of ['page', 'gateway', 'elsewhere', 'broken'])
      assertUnavailable(await ask(asking, `/api/search?q=${word}`));
    const own = await ask(asking, '/api/search?q=x');
    assert.equal([own.status, own.text], [504, '{"error":1}']);
  });
});

test('a silent origin is given up', async () => {
  await withOrigin(
    () => {},
    async asking => assertUnavailable(await ask(asking, '/api/search?q=x')),
  );
});

test('an answer over a megabyte is passed on and not cached', async () => {
  let asked = 0;
  const handle: Handler = ({ url = '' }, response) => {
    asked++;
    const body = Buffer.alloc(1024 * 1024 + (url.includes('large') ? 1 : 0), 'x');
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
        'cache-control': 'public, max-age=60',
        'x-ratelimit-policy': 'anonymous',
      })
      .end(body);
  };
  await withOrigin(handle, async asking => {
    for (let i = 0; i < 5; i++)
      assert.is(await rawLength(asking.port, '/api/search?q=large'), 1024 * 1024 + 1);
    assert.is(asked, 5);
    for (let i = 0; i < 20; i++) assert.is(await rawLength(asking.port, '/api/search?q=x'), 1024 * 1024);
    assert.ok(asked < 25, 'the other is kept');
  });
});

/** Of a body that is no JSON, whatever it says. */
async function rawLength(port: number, path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return (await response.arrayBuffer()).byteLength;
}

test.run();
