import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeyStore } from '../../../shim/keys/key-store.ts';
import { type KeyRecord, printKeys } from '../../../shim/keys/keys-file.ts';
import { createServer, type ServerOptions } from '../../../shim/server.ts';
import { rawExchange } from '../../e2e/raw.ts';
import { newKey, newKeysFile } from '../../helpers/key-records.ts';
import { Lines } from '../../helpers/lines.ts';
import { buildTree, SAMPLE_CORPUS, sampleTree, temporaryFolder } from '../../helpers/tree.ts';
import { until } from '../../helpers/until.ts';
import { closeAfter } from '../../runner/leftovers.cjs';

/** Answers from memory beside those that Fastify gives: nobody but the clock may tell them apart. */

const DOCUMENT = '/api/usc/documents/t17%2Fs106';
const COMPUTED = '/api/usc/documents?sort=-title_number&limit=3';

const TODAY = new Date().toISOString().slice(0, 10);

interface Reply {
  status: number;
  headers: Record<string, string>;
  /** In the order of the answer. */
  names: string[];
  body: string;
  isDirect: boolean;
}

interface Server {
  port: number;
  key: string;
  log: Lines;
  ask(url: string, headers?: http.OutgoingHttpHeaders, method?: string): Promise<Reply>;
  close(): Promise<void>;
}

/** A shim that tells which requests its router got. */
async function serve(options: Partial<ServerOptions> & { records?: KeyRecord[] } = {}): Promise<Server> {
  const { records = [], ...more } = options;
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keysFile = newKeysFile();
  writeFileSync(keysFile, printKeys([record, ...records]));
  const stream = new PassThrough();
  const log = new Lines(stream);
  const app = await createServer({
    ...(await sampleTree()),
    keys: new KeyStore(keysFile, { warn: console.error, now: Date.now }),
    logger: pino({ level: 'info' }, stream),
    version: 'test',
    trustProxy: false,
    engine: {
      name: 'none',
      slots: 1,
      search: () => Promise.reject(new Error('none')),
      close: async () => {},
    },
    ...more,
  });
  let routed = 0;
  app.addHook('onRequest', (_request, _reply, done) => {
    routed++;
    done();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET'): Promise<Reply> => {
    const before = routed;
    return new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent }, response => {
        const { statusCode: status = 0, rawHeaders } = response;
        const names = rawHeaders.filter((_, i) => i % 2 === 0);
        const told = names.map((name, i): [string, string] => [name, rawHeaders[2 * i + 1] ?? '']);
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString('latin1');
          const isDirect = routed === before;
          resolve({ status, headers: Object.fromEntries(told), names, body, isDirect });
        });
      });
      request.on('error', reject).end();
    });
  };
  const close = closeAfter(async () => {
    agent.destroy();
    await app.close();
  });
  return { port, key: secret, log, ask, close };
}

/** Asks until the answer comes from memory, as soon as its file is read and compressed. */
async function direct(server: Server, ...request: Parameters<Server['ask']>): Promise<Reply> {
  let reply = await server.ask(...request);
  await until(
    async () => {
      if (!reply.isDirect) reply = await server.ask(...request);
      return reply.isDirect;
    },
    { seen: () => `${request[0]}: ${reply.status} ${reply.body.slice(0, 200)}` },
  );
  return reply;
}

const CHANGING = new Set(['x-request-id', 'Date', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

/** @returns the answer with its headers by name, without those that differ by request */
function lasting({ status, headers, names, body }: Reply) {
  // Fastify tells that the body of a 304 to HEAD has no bytes, against RFC 9110 §8.6.
  const isWrong = (name: string) => status === 304 && name === 'content-length';
  const kept = names.filter(name => !isWrong(name)).sort();
  return { status, body, names: kept, values: kept.map(name => CHANGING.has(name) || headers[name]) };
}

const servers: Server[] = [];
const open = async (...options: Parameters<typeof serve>): Promise<Server> => {
  const server = await serve(...options);
  servers.push(server);
  return server;
};
test.after.each(async () => {
  for (const server of servers.splice(0)) await server.close();
});

test('an answer from memory is the one that Fastify gave: any file, method, coding, validator and client', async () => {
  const server = await open();
  const urls = [
    DOCUMENT,
    `${DOCUMENT}?format=text`,
    `${DOCUMENT}?on=${TODAY}`,
    `${DOCUMENT}?on=${TODAY}&format=text`,
    `${DOCUMENT}?on=${TODAY}&fields=title_number`,
    `${DOCUMENT}?pinpoint=(1)&format=markdown`,
    '/api/usc/documents',
    '/api/usc/documents?title_number=17',
    '/api/usc/titles',
    '/api/fr/years/2018/05',
    '/api/stats',
    '/api/openapi.json',
    '/manifest.json',
  ];
  const plain = { 'x-api-key': server.key };
  for (const url of urls) {
    const first = await server.ask(url, plain);
    assert.is(first.isDirect, false, url);
    assert.equal(lasting(await direct(server, url, plain)), lasting(first), url);
    const [etag = '', length = 0] = [first.headers.etag, first.body.length];
    const variants: [http.OutgoingHttpHeaders, method?: string][] = [
      [plain, 'HEAD'],
      [{ ...plain, 'if-none-match': etag }],
      [{ ...plain, 'if-none-match': `"x", W/${etag}` }, 'HEAD'],
      [{ ...plain, 'if-none-match': '"x"' }],
      [{ ...plain, 'if-none-match': '*' }],
      [{ ...plain, 'if-none-match': etag.replace(/"$/, '-gzip"'), 'accept-encoding': 'gzip' }],
      [{ ...plain, 'accept-encoding': 'gzip' }],
      [{ ...plain, 'accept-encoding': 'gzip' }, 'HEAD'],
      [{ ...plain, 'accept-encoding': 'br, gzip;q=0.5' }],
      [{ 'x-api-key': 'unknown' }],
      [{ authorization: `Bearer ${server.key}` }],
      [{}],
    ];
    for (const [headers, method] of variants) {
      // A body would change nothing, but only Fastify answers requests with one.
      const slow = await server.ask(url, { ...headers, 'content-length': 0 }, method);
      const fast = await direct(server, url, headers, method);
      assert.is(slow.isDirect, false);
      assert.equal(lasting(fast), lasting(slow), `${url} ${method} ${JSON.stringify(headers)}`);
    }
    const head = await direct(server, url, plain, 'HEAD');
    assert.equal([head.body, head.headers['content-length']], ['', String(length)], url);
  }
});

test('a computed list needs no earlier request, and is the one that Fastify gives', async () => {
  const server = await open();
  const headers = { 'x-api-key': server.key };
  const fast = await server.ask(COMPUTED, headers);
  assert.ok(fast.isDirect);
  assert.is(JSON.parse(fast.body).data.length, 3);
  assert.equal(lasting(await server.ask(COMPUTED, { ...headers, 'content-length': 0 })), lasting(fast));
  const { etag = '' } = fast.headers;
  const notModified = await server.ask(COMPUTED, { ...headers, 'if-none-match': etag });
  assert.equal([notModified.status, notModified.body, notModified.isDirect], [304, '', true]);
  for (const wrong of ['&limit=4', '&sort=x', '&api_key=a&api_key=b']) {
    const refused = await server.ask(COMPUTED + wrong, headers);
    assert.equal([refused.status, refused.isDirect], [400, false], wrong);
  }
});

test('ranges, bodies, other methods, missing hosts and keys in URLs go to Fastify, however often they come', async () => {
  const server = await open();
  for (let i = 0; i < 3; i++) await server.ask(DOCUMENT);
  const range = await server.ask(DOCUMENT, { range: 'bytes=0-9' });
  assert.equal([range.status, range.body.length, range.isDirect], [206, 10, false]);
  assert.is((await server.ask(DOCUMENT, { 'content-length': 0 })).isDirect, false);
  assert.is((await server.ask(DOCUMENT, { 'transfer-encoding': 'chunked' })).isDirect, false);
  assert.is((await server.ask(DOCUMENT, {}, 'OPTIONS')).status, 204);
  assert.is((await server.ask(DOCUMENT, {}, 'DELETE')).status, 405);
  for (const hosts of ['', 'Host: a\r\nHost: b\r\n'])
    assert.is((await rawExchange(server.port, `GET ${DOCUMENT} HTTP/1.1\r\n${hosts}\r\n`)).status, 400);
  for (let i = 0; i < 3; i++) {
    const withKey = await server.ask(`${DOCUMENT}?api_key=${server.key}`);
    assert.equal([withKey.isDirect, withKey.headers['x-ratelimit-policy']], [false, 'unlimited']);
  }
});

test('the representation follows Accept, and parameters keep their order and meaning', async () => {
  const server = await open();
  const typeOf = async (headers: http.OutgoingHttpHeaders, url = DOCUMENT) =>
    (await direct(server, url, headers)).headers['content-type']?.split(';')[0];
  for (let round = 0; round < 2; round++) {
    assert.is(await typeOf({}), 'application/json');
    assert.is(await typeOf({ accept: 'text/markdown' }), 'text/markdown');
    assert.is(await typeOf({ accept: 'text/plain' }), 'text/plain');
    assert.is(await typeOf({ accept: '' }), 'application/json');
    assert.is(await typeOf({ accept: 'text/plain' }, `${DOCUMENT}?format=markdown`), 'text/markdown');
  }
  const [a, b] = ['title_number=17&offset=0', 'offset=0&title_number=17'].map(
    query => `/api/usc/documents?${query}`,
  );
  assert.is((await direct(server, a ?? '')).body, (await direct(server, b ?? '')).body);
});

test('limits and headers are each client’s own, and the request beyond the limit is refused and counted once', async () => {
  const { secret, record } = newKey({ tier: 'elevated' });
  const server = await open({ records: [record] });
  let directs = 0;
  for (let left = 99; left >= 0; left--) {
    const { headers, isDirect } = await server.ask(DOCUMENT);
    assert.equal(
      [headers['x-ratelimit-remaining'], headers['x-ratelimit-policy']],
      [String(left), 'anonymous'],
    );
    assert.match(headers['cache-control'] ?? '', /^public/);
    if (isDirect) directs++;
  }
  assert.ok(directs > 50, `${directs} came from memory`);
  const refused = await server.ask(DOCUMENT);
  assert.equal([refused.status, refused.headers['x-ratelimit-remaining']], [429, '0']);
  assert.is(refused.headers['cache-control'], 'no-store');
  assert.ok(Number(refused.headers['retry-after']) > 0);
  const keyed = await server.ask(DOCUMENT, { 'x-api-key': secret });
  assert.equal([keyed.status, keyed.headers['x-ratelimit-remaining']], [200, '4999']);
  assert.match(keyed.headers['cache-control'] ?? '', /^private/);
  assert.is((await server.ask(DOCUMENT, { 'x-api-key': secret })).headers['x-ratelimit-remaining'], '4998');
});

test('each answer has one line in the log, with route, status, bytes and client', async () => {
  const server = await open();
  const headers = { 'x-api-key': server.key };
  const { body, headers: told } = await server.ask(DOCUMENT, headers);
  await server.ask(DOCUMENT, headers);
  await server.ask(DOCUMENT, headers, 'HEAD');
  const last = await server.ask(DOCUMENT, { ...headers, 'if-none-match': told.etag });
  assert.ok(last.isDirect);
  const lines = () =>
    server.log
      .text()
      .split('\n')
      .filter(line => line.includes('"msg":"request"'))
      .map(line => JSON.parse(line));
  await server.log.until(() => lines().length >= 4);
  const [first, ...others] = lines();
  assert.equal(
    others.map(({ method, url, route, status, bytes, tier }) => [method, url, route, status, bytes, tier]),
    [
      ['GET', DOCUMENT, first.route, 200, body.length, 'unlimited'],
      ['HEAD', DOCUMENT, first.route, 200, 0, 'unlimited'],
      ['GET', DOCUMENT, first.route, 304, 0, 'unlimited'],
    ],
  );
  assert.equal(
    others.map(({ client }) => client),
    [first.client, first.client, first.client],
  );
  assert.is(others.at(-1).id, last.headers['x-request-id']);
  assert.is(new Set(lines().map(({ id }) => id)).size, 4);
  assert.ok(others.every(({ ms, aborted }) => ms >= 0 && ms < 60_000 && aborted === undefined));
});

test('behind a trusted proxy the client is the forwarded one, and a given id stays', async () => {
  const server = await open({ trustProxy: 'loopback' });
  await server.ask(DOCUMENT, { 'x-forwarded-for': '192.0.2.1' });
  const remaining = async (address: string) => {
    const { headers, isDirect } = await server.ask(DOCUMENT, {
      'x-forwarded-for': address,
      'x-request-id': 'abc',
    });
    assert.ok(isDirect);
    assert.is(headers['x-request-id'], 'abc');
    return headers['x-ratelimit-remaining'];
  };
  assert.equal([await remaining('192.0.2.1'), await remaining('192.0.2.2')], ['98', '99']);
});

test('a body without room among the unsent ones is streamed, and the request counts once', async () => {
  const server = await open({ unsent: { all: 0, ofClient: 0 } });
  const url = '/api/openapi';
  const first = await server.ask(url);
  assert.ok(first.body.length > 16 * 1024);
  const again = await server.ask(url);
  assert.equal([again.isDirect, again.body], [false, first.body]);
  const left = (reply: Reply) => Number(reply.headers['x-ratelimit-remaining']);
  assert.is(left(first) - left(again), 1);
});

test('after a new build the old answers are gone', async () => {
  const corpus = temporaryFolder();
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  const { dist } = await buildTree(corpus);
  const server = await open({ dist });
  const before = await direct(server, DOCUMENT, { 'x-api-key': server.key });
  const list = await server.ask(COMPUTED, { 'x-api-key': server.key });
  const file = join(corpus, 'usc/title-17/chapter-01/section-106.md');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nA new sentence.\n`);
  await buildTree(corpus, dist);
  await until(async () => (await server.ask(DOCUMENT, { 'x-api-key': server.key })).body !== before.body);
  const after = await direct(server, DOCUMENT, { 'x-api-key': server.key });
  assert.ok(after.body.includes('A new sentence.'));
  assert.is.not(after.headers.etag, before.headers.etag);
  const old = await server.ask(DOCUMENT, { 'x-api-key': server.key, 'if-none-match': before.headers.etag });
  assert.is(old.status, 200);
  assert.is((await server.ask(COMPUTED, { 'x-api-key': server.key })).status, list.status);
});

test.run();
