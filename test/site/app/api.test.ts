import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setSite } from '../../../build/site/app/address.ts';
import { type Environment, type Failure, getJson } from '../../../build/site/app/api.ts';
import { fileOf } from '../../../build/site/app/static-files.ts';
import { until } from '../../helpers/until.ts';
import { endAfter } from '../../runner/leftovers.cjs';

type Reply = { status: number; headers?: Record<string, string>; body: string } | 'hang up' | 'never';

/** Replies of the server in order. The last one repeats. */
let replies: Reply[] = [];
let asked: string[] = [];
let waited: number[] = [];
let now = 0;

const server = http.createServer((request, response) => {
  asked.push(request.url ?? '');
  const reply = replies.length > 1 ? replies.shift() : replies[0];
  if (reply === 'hang up') request.socket.destroy();
  else if (reply && reply !== 'never') {
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  }
});
const environment: Environment = {
  fetch,
  wait: async milliseconds => {
    waited.push(milliseconds);
  },
  now: () => now,
};
const ask = (target = '/api/stats', signal: AbortSignal | null = null) =>
  getJson(target, signal, environment);

test.before(async () => {
  await new Promise<void>(resolve => endAfter(server).listen(0, '127.0.0.1', resolve));
});
test.before.each(() => {
  const { port } = server.address() as AddressInfo;
  setSite({ base: `http://127.0.0.1:${port}/`, fileOf: null, publicBase: null });
  asked = [];
  waited = [];
  // Ends any waiting time of the test before.
  now += 1_000_000;
});
test.after(() => {
  server.closeAllConnections();
  server.close();
});

const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
const error = (status: number, code: string, message: string, headers: Record<string, string> = {}): Reply =>
  json({ error: { status, code, message } }, status, headers);

test("an answer has its data and the envelope's other fields", async () => {
  const pagination = { total: 1, limit: 20, offset: 0, has_more: false };
  replies = [json({ data: [1], meta: {}, pagination })];
  const answer = await ask('/api/usc/documents?limit=5');
  assert.ok(answer.ok);
  assert.equal(answer.ok && [answer.data, answer.pagination], [[1], pagination]);
  assert.equal(asked, ['/api/usc/documents?limit=5']);
});

test('an error of the API has its code and message, and is not requested again', async () => {
  for (const [status, code] of [
    [400, 'INVALID_PARAMETER'],
    [404, 'NOT_FOUND'],
  ] as const) {
    replies = [error(status, code, 'So it is.')];
    asked = [];
    assert.equal(await ask(), { ok: false, status, code, message: 'So it is.', retryAfter: null });
    assert.is(asked.length, 1);
  }
});

test('an answer with Retry-After is not requested again', async () => {
  replies = [error(429, 'RATE_LIMIT_EXCEEDED', 'Slowly.', { 'retry-after': '17' })];
  assert.is(((await ask()) as Failure).retryAfter, 17);
  now += 17_000;
  replies = [error(503, 'REQUEST_ERROR', 'Not now', { 'retry-after': '5' })];
  assert.is(((await ask()) as Failure).retryAfter, 5);
  replies = [json({ error: { status: 429, code: 'X', message: 'Y', retry_after: 9 } }, 429)];
  assert.is(((await ask()) as Failure).retryAfter, 9);
  assert.is(asked.length, 3);
  assert.equal(waited, []);
});

test('after a 429 no request is sent until its time is over', async () => {
  replies = [error(429, 'RATE_LIMIT_EXCEEDED', 'Slowly.', { 'retry-after': '17' }), json({ data: 1 })];
  await ask();
  now += 6_500;
  const failure = (await ask('/api/sources')) as Failure;
  assert.equal([failure.status, failure.message, failure.retryAfter], [429, 'Slowly.', 11]);
  assert.equal(asked, ['/api/stats']);
  now += 10_500;
  assert.ok((await ask('/api/sources')).ok);
});

test('a temporary failure is tried once more after a pause', async () => {
  replies = ['hang up', json({ data: 1 })];
  assert.ok((await ask()).ok);
  replies = [error(502, 'X', 'Y'), json({ data: 1 })];
  assert.ok((await ask()).ok);
  assert.is(asked.length, 4);
  assert.equal(waited, [400, 400]);
});

test('a second temporary failure is returned', async () => {
  replies = ['hang up'];
  const failure = (await ask()) as Failure;
  assert.equal([failure.code, failure.status, asked.length], ['OFFLINE', 0, 2]);
  asked = [];
  replies = [error(500, 'INTERNAL_ERROR', 'Oh.')];
  assert.is(((await ask()) as Failure).code, 'INTERNAL_ERROR');
  assert.is(asked.length, 2);
});

test('a cancelled request is not tried again', async () => {
  replies = ['never'];
  const controller = new AbortController();
  const answer = ask('/api/stats', controller.signal);
  await until(() => asked.length > 0);
  controller.abort();
  assert.is(((await answer) as Failure).code, 'ABORTED');
  assert.is(asked.length, 1);
});

test('an answer of another server is a failure with its status', async () => {
  const cases: [Reply, code: string][] = [
    [{ status: 404, body: '<h1>Not here</h1>' }, 'NOT_FOUND'],
    [{ status: 403, body: '' }, 'REQUEST_ERROR'],
    [{ status: 200, body: '<h1>Sign in</h1>' }, 'UNREADABLE'],
    [json({ nothing: true }), 'UNREADABLE'],
    [json(null), 'UNREADABLE'],
    [json({ error: 'no object' }, 418, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }), 'REQUEST_ERROR'],
  ];
  for (const [reply, code] of cases) {
    replies = [reply];
    const failure = (await ask()) as Failure;
    assert.equal([failure.code, failure.retryAfter], [code, null]);
    assert.match(failure.message, /^The server answered \d+\.$/);
  }
});

test('on a host of files a target without a file fails without a request', async () => {
  setSite({ base: 'http://127.0.0.1:9/', fileOf, publicBase: null });
  assert.is(((await ask('/api/search?q=a')) as Failure).code, 'NEEDS_SERVER');
  assert.equal([asked, waited], [[], []]);
});

test.run();
