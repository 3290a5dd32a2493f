import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newKey } from '../helpers/key-records.ts';
import { type Answer, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import { rawExchange } from './raw.ts';

/** build/contract/README.md, Rate limits and Lists: rate limits and keys, on the whole shim. */

const LIMITS = { anonymous: 100, standard: 1000, elevated: 5000 } as const;
const DOCUMENT = '/api/usc/documents/t17%2Fs106';
const QUERY_KEY = (secret: string) => `/api/stats?api_key=${secret}`;

const keys = {
  standard: newKey(),
  elevated: newKey({ tier: 'elevated' }),
  unlimited: newKey({ tier: 'unlimited' }),
  expired: newKey({ tier: 'elevated', expires: '2020-01-01' }),
  revoked: newKey({ tier: 'elevated', revoked: true }),
};

/** Runs with a shim of its own, whose counters start at zero. */
async function withShim(run: (shim: Shim) => Promise<void>): Promise<void> {
  const shim = await startShim({
    ...(await sampleTree()),
    records: Object.values(keys).map(({ record }) => record),
  });
  try {
    await run(shim);
  } finally {
    await shim.close();
  }
}

const limitsOf = ({ headers }: Answer) =>
  ['limit', 'remaining', 'policy'].map(name => headers[`x-ratelimit-${name}`]);

/** A request is answered under this tier and counted, as the first of its window. */
async function matches(answer: Answer, tier: keyof typeof LIMITS, used = 1): Promise<void> {
  assert.equal(limitsOf(answer), [String(LIMITS[tier]), String(LIMITS[tier] - used), tier]);
}

test('no authentication is required: 100 requests in 60 seconds', () =>
  withShim(async shim => {
    await matches(await shim.anonymous(DOCUMENT), 'anonymous');
    await matches(await shim.anonymous('/api/stats'), 'anonymous', 2);
  }));

test('a key is accepted as Authorization: Bearer, X-API-Key and api_key', () =>
  withShim(async shim => {
    const { secret } = keys.standard;
    await matches(await shim.anonymous('/api/stats', { authorization: `Bearer ${secret}` }), 'standard', 1);
    await matches(await shim.anonymous('/api/stats', { 'x-api-key': secret }), 'standard', 2);
    await matches(await shim.anonymous(QUERY_KEY(secret)), 'standard', 3);
  }));

test('an invalid, expired or revoked key is anonymous, and no answer reveals which', () =>
  withShim(async shim => {
    const without = await shim.anonymous(DOCUMENT);
    let used = 1;
    for (const secret of ['nonsense', newKey().secret, keys.expired.secret, keys.revoked.secret]) {
      const headers = { authorization: `Bearer ${secret}` };
      const answer = await shim.anonymous(DOCUMENT, headers);
      used += 1;
      assert.is(answer.status, 200);
      await matches(answer, 'anonymous', used);
      assert.equal(answer.bytes, without.bytes);
      assert.equal(Object.keys(answer.headers).sort(), Object.keys(without.headers).sort());
    }
  }));

test('5.4, 8 tiers: standard 1,000, elevated 5,000, unlimited none', () =>
  withShim(async shim => {
    for (const tier of ['standard', 'elevated'] as const) {
      await matches(await shim.anonymous('/api/stats', { 'x-api-key': keys[tier].secret }), tier);
    }
    for (let i = 0; i < 150; i++) {
      const answer = await shim.get(DOCUMENT);
      assert.equal([answer.status, ...limitsOf(answer)], [200, 'unlimited', 'unlimited', 'unlimited']);
    }
  }));

test('every response has the four headers, with any status', () =>
  withShim(async shim => {
    const { etag = '' } = (await shim.anonymous(DOCUMENT)).headers;
    let used = 1;
    for (const [status, url, headers] of [
      [200, '/api/usc/documents?limit=3', {}],
      [304, DOCUMENT, { 'if-none-match': etag }],
      [400, '/api/usc/documents?limit=0', {}],
      [400, '/api/usc/documents/%ZZ', {}],
      [400, '/api/usc/documents?title_number=%ZZ', {}],
      [404, '/api/usc/documents/nope', {}],
      [404, '/api/usc/titles/99', {}],
      [404, '/nowhere', {}],
      [414, `/api/usc/documents?x=${'x'.repeat(9000)}`, {}],
      [503, '/api/search?q=lighthouse', {}],
    ] as const) {
      const answer = await shim.anonymous(url, headers);
      used += 1;
      assert.is(answer.status, status, url);
      await matches(answer, 'anonymous', used);
      const seconds = Number(answer.headers['x-ratelimit-reset']) - Date.now() / 1000;
      assert.ok(seconds > 0 && seconds <= 61, `the window ends in ${seconds} s`);
    }
    const post = await shim.request('POST', '/api/stats', { 'x-api-key': '' });
    assert.is(post.status, 405);
    await matches(post, 'anonymous', used + 1);
    const garbage = await rawExchange(shim.port, 'nonsense\r\n\r\n');
    assert.is(garbage.status, 400);
    await matches(garbage, 'anonymous', used + 2);
  }));

test('a 304 counts like a 200', () =>
  withShim(async shim => {
    const { etag = '' } = (await shim.anonymous(DOCUMENT)).headers;
    for (let used = 2; used <= 100; used++) {
      const answer = await shim.anonymous(DOCUMENT, { 'if-none-match': etag });
      assert.is(answer.status, 304);
      await matches(answer, 'anonymous', used);
    }
    assert.is((await shim.anonymous(DOCUMENT, { 'if-none-match': etag })).status, 429);
  }));

test('beyond the limit the answer is 429 with the specified body, Retry-After and Remaining 0', () =>
  withShim(async shim => {
    for (let i = 0; i < 100; i++) assert.is((await shim.anonymous('/api/sources')).status, 200);
    for (const url of [DOCUMENT, '/nowhere', '/api/search?q=x', '/api/usc/documents/%ZZ']) {
      const { status, json, headers } = await shim.anonymous(url);
      const seconds = Number(headers['retry-after']);
      assert.is(status, 429, url);
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds}`);
      assert.equal(json, {
        error: {
          status: 429,
          code: 'RATE_LIMIT_EXCEEDED',
          message: `Rate limit exceeded. Retry after ${seconds} seconds.`,
          retry_after: seconds,
        },
      });
      assert.equal(limitsOf({ headers } as Answer), ['100', '0', 'anonymous']);
      assert.is(headers['cache-control'], 'no-store');
    }
    assert.is((await rawExchange(shim.port, 'nonsense\r\n\r\n')).status, 429, 'broken HTTP too');
    const withKey = await shim.anonymous(DOCUMENT, { 'x-api-key': keys.standard.secret });
    assert.is(withKey.status, 200, 'a key has a window of its own');
  }));

test("the client is the socket's address, and X-Forwarded-For counts only from a trusted proxy", async () => {
  const dist = (await sampleTree()).dist;
  for (const [trustProxy, remaining] of [
    [false, '98'],
    ['127.0.0.1', '99'],
  ] as const) {
    const shim = await startShim({ dist, trustProxy });
    await shim.anonymous('/api/stats', { 'x-forwarded-for': '192.0.2.1' });
    const { headers } = await shim.anonymous('/api/stats', { 'x-forwarded-for': '192.0.2.2' });
    assert.is(headers['x-ratelimit-remaining'], remaining, `trustProxy ${trustProxy}`);
    await shim.close();
  }
});

test.run();
