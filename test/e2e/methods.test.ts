import { METHODS } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import { rawExchange } from './raw.ts';

/** Methods, CORS and what every answer carries. "All operations shown use the GET method" (build/contract/README.md). */

let shim: Shim;
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

/** Every path of section 4.1. */
const ENDPOINTS = [
  '/api/usc/documents',
  '/api/usc/documents/t17%2Fs106',
  '/api/usc/documents/t17/s106?format=markdown',
  '/api/ecfr/documents?limit=3',
  '/api/ecfr/documents/t1%2Fs1.1?fields=metadata',
  '/api/fr/documents',
  '/api/fr/documents/2018-09910',
  '/api/usc/titles',
  '/api/usc/titles/17',
  '/api/ecfr/titles',
  '/api/ecfr/titles/1',
  '/api/fr/years',
  '/api/fr/years/2018',
  '/api/fr/years/2018/5',
  '/api/sources',
  '/api/stats',
  '/api/health',
];
const SEARCH = '/api/search?q=lighthouse';

test('OPTIONS * is answered for the whole server', async () => {
  const { status, headers, text } = await shim.request('OPTIONS', '*');
  assert.equal([status, text, headers.allow], [204, '', 'GET, HEAD, OPTIONS']);
  assert.is(headers['x-ratelimit-policy'], 'unlimited');
  assert.is((await shim.request('OPTIONS', '/nowhere')).status, 404);
});

test('the description is at the addresses where tools expect it', async () => {
  const { bytes, headers } = await shim.get('/api/openapi');
  for (const url of ['/api/openapi.json', '/openapi.json']) {
    const answer = await shim.get(url);
    assert.equal([answer.status, answer.bytes, answer.headers.etag], [200, bytes, headers.etag]);
    assert.is((await shim.get(url, { 'if-none-match': headers.etag ?? '' })).status, 304);
    assert.equal((await shim.request('HEAD', url)).headers['content-length'], String(bytes.length));
    assert.is((await shim.request('OPTIONS', url)).status, 204);
    assert.is((await shim.request('POST', url)).status, 405);
  }
});

test('every answer has nosniff, with any status', async () => {
  for (const [method, url] of [
    ...[...ENDPOINTS, SEARCH, '/nowhere', '/api/usc/documents?limit=0', '/api/usc/documents/%ZZ'].map(url => [
      'GET',
      url,
    ]),
    ['POST', '/api/stats'],
    ['OPTIONS', '/api/stats'],
    ['HEAD', '/api/stats'],
  ] as [string, string][]) {
    const { headers } = await shim.request(method, url);
    assert.is(headers['x-content-type-options'], 'nosniff', `${method} ${url}`);
  }
  assert.is((await rawExchange(shim.port, 'nonsense\r\n\r\n')).headers['x-content-type-options'], 'nosniff');
});

test('every path of the summary has an answer', async () => {
  for (const url of ENDPOINTS) assert.is((await shim.get(url)).status, 200, url);
  assert.is((await shim.get(SEARCH)).status, 503, 'no search engine runs here');
});

/** What differs between two requests. */
const VOLATILE = ['date', 'x-ratelimit-reset', 'x-request-id'];

test('HEAD has the status and headers of GET, and no body', async () => {
  for (const url of [
    ...ENDPOINTS,
    SEARCH,
    '/api/usc/documents/nope',
    '/api/usc/documents?limit=0',
    '/nowhere',
  ]) {
    const get = await shim.get(url);
    const head = await shim.request('HEAD', url);
    assert.is(head.status, get.status, url);
    assert.is(head.bytes.length, 0, url);
    if (url === '/api/health') continue; // its length varies with the uptime
    for (const name of VOLATILE) {
      delete get.headers[name];
      delete head.headers[name];
    }
    assert.equal(head.headers, get.headers, url);
  }
});

test('HEAD answers conditional requests', async () => {
  const url = '/api/usc/documents/t17%2Fs106';
  const { etag = '' } = (await shim.get(url)).headers;
  assert.is((await shim.request('HEAD', url, { 'if-none-match': etag })).status, 304);
});

test('OPTIONS lists the methods', async () => {
  for (const url of [...ENDPOINTS, SEARCH]) {
    const { status, headers, text } = await shim.request('OPTIONS', url);
    assert.equal([status, text, headers.allow], [204, '', 'GET, HEAD, OPTIONS'], url);
  }
});

test('CORS: a preflight is answered for all origins, methods and requested headers', async () => {
  for (const url of [...ENDPOINTS, SEARCH]) {
    const { status, headers } = await shim.request('OPTIONS', url, {
      origin: 'https://example.org',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization, x-api-key, if-none-match',
    });
    assert.is(status, 204, url);
    assert.is(headers['access-control-allow-origin'], '*', url);
    assert.is(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS', url);
    assert.is(headers['access-control-allow-headers'], 'authorization, x-api-key, if-none-match', url);
  }
});

test('CORS: every response, also an error, is for all origins and exposes the headers of sections 4.4 and 5', async () => {
  const exposed = [
    'ETag',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-RateLimit-Policy',
    'Retry-After',
    'Accept-Ranges',
    'Content-Range',
  ];
  const urls = [
    ...ENDPOINTS,
    SEARCH,
    '/nowhere',
    '/api/usc/documents/nope',
    '/api/usc/documents?limit=0',
    '/api/usc/documents/%ZZ',
  ];
  for (const url of urls) {
    const { headers } = await shim.get(url, { origin: 'https://example.org' });
    assert.is(headers['access-control-allow-origin'], '*', url);
    assert.equal(String(headers['access-control-expose-headers']).split(', '), exposed, url);
  }
});

/** CONNECT asks for a tunnel and reaches no server as a request. */
const REFUSED = METHODS.filter(method => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));

test('any other method at any endpoint is METHOD_NOT_ALLOWED with Allow', async () => {
  assert.ok(REFUSED.length > 25);
  for (const url of [...ENDPOINTS, SEARCH]) {
    for (const method of REFUSED) {
      const { status, headers, json } = await shim.request(method, url);
      assert.equal(
        [status, json.error.code, json.error.status],
        [405, 'METHOD_NOT_ALLOWED', 405],
        `${method} ${url}`,
      );
      assert.is(headers.allow, 'GET, HEAD, OPTIONS');
      assert.is(headers['x-ratelimit-policy'], 'unlimited');
      assert.match(json.error.message, method);
    }
  }
});

test('any other method at another address is 404, with any body', async () => {
  for (const method of REFUSED)
    for (const headers of [{}, { 'content-type': 'application/json' }])
      for (const url of ['/nope', '/api/nowhere']) {
        const { status, json } = await shim.request(method, url, headers);
        assert.equal([status, json.error.code], [404, 'NOT_FOUND'], `${method} ${url}`);
      }
});

test.run();
