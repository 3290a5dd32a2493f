import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureEngine } from '../../shim/search/configure.ts';
import { type Answer, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import { rawBytes } from './raw.ts';

/** What caches and CDNs in front of the shim expect of its answers. */

let shim: Shim;
test.before(async () => {
  const { dist } = await sampleTree();
  shim = await startShim({ dist, engine: configureEngine(dist, null) });
});
test.after(() => shim.close());

/** With the tags that they have. */
const KEPT: [string, string[]][] = [
  ['/api/usc/documents/t17%2Fs106', ['usc', 'usc/t17/s106']],
  ['/api/usc/documents/%2Fus%2Fusc%2Ft17%2Fs106?format=text', ['usc', 'usc/t17/s106']],
  ['/api/usc/documents/t17/s106?fields=status', ['usc', 'usc/t17/s106']],
  ['/api/fr/documents/2018-09910?format=markdown', ['fr', 'fr/2018-09910']],
  ['/api/usc/documents', ['usc', 'usc-lists']],
  ['/api/usc/documents?limit=3&offset=1', ['usc', 'usc-lists']],
  ['/api/fr/documents?cursor=', ['fr', 'fr-lists']],
  ['/api/ecfr/titles', ['ecfr', 'ecfr-hierarchy']],
  ['/api/ecfr/titles/1', ['ecfr', 'ecfr-hierarchy']],
  ['/api/fr/years', ['fr', 'fr-hierarchy']],
  ['/api/fr/years/2018', ['fr', 'fr-hierarchy']],
  ['/api/fr/years/2018/5', ['fr', 'fr-hierarchy']],
  ['/api/fr/years/2018/05?limit=1', ['fr', 'fr-hierarchy']],
  ['/api/sources', ['overview']],
  ['/api/bulk', ['overview']],
  ['/api/stats', ['overview']],
  ['/openapi.json', ['overview']],
  ['/api/search?q=the', ['search']],
];
/** All but searches, which are computed, have a validator. */
const VALIDATED = KEPT.filter(([url]) => !url.startsWith('/api/search')).length;
const NOT_KEPT = [
  '/api/health',
  '/nowhere',
  '/api/usc/documents/t17%2Fs99999',
  '/api/usc/documents?limit=0',
  '/api/usc/titles/99',
  '/api/search',
  '/api/usc/documents/%ZZ',
];

const OWN_OF_A_REQUEST = [
  'date',
  'x-ratelimit-reset',
  'x-request-id',
  'x-ratelimit-remaining',
  'connection',
  'keep-alive',
];
const lasting = ({ headers }: Answer) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_OF_A_REQUEST.includes(name)));

test('200 and 304 have tags in the forms of Cloudflare and Fastly, with and without a key', async () => {
  let validated = 0;
  for (const [url, tags] of KEPT) {
    const expected = [tags.join(','), tags.join(' ')];
    const tagsOf = ({ headers }: Answer) => [headers['cache-tag'], headers['surrogate-key']];
    const answer = await shim.anonymous(url);
    assert.equal(tagsOf(answer), expected, url);
    assert.equal(tagsOf(await shim.get(url, { 'accept-encoding': 'br' })), expected, url);
    if (answer.headers.etag === undefined) continue;
    const known = await shim.get(url, { 'if-none-match': answer.headers.etag });
    assert.equal([known.status, ...tagsOf(known)], [304, ...expected], url);
    validated++;
  }
  assert.is(validated, VALIDATED);
});

test('an answer with no-store has no tags', async () => {
  const range = { range: 'bytes=99999999-' };
  for (const [url, headers] of [
    ...NOT_KEPT.map(url => [url, {}] as const),
    [KEPT[0]?.[0] ?? '', range] as const,
  ]) {
    const answer = await shim.get(url, headers);
    assert.is(answer.headers['cache-control'], 'no-store', url);
    assert.not('cache-tag' in answer.headers || 'surrogate-key' in answer.headers, url);
  }
});

test('RFC 9110 §9.3.2: HEAD has the headers of GET in every coding, and no body', async () => {
  for (const coding of ['identity', 'br', 'gzip']) {
    for (const url of [...KEPT.map(([url]) => url), ...NOT_KEPT]) {
      const headers = { 'accept-encoding': coding };
      const got = await shim.request('GET', url, headers);
      const head = await shim.request('HEAD', url, headers);
      const expected = lasting(got);
      const found = lasting(head);
      // The time that the process runs has as many digits as it likes.
      if (url === '/api/health') expected['content-length'] = found['content-length'];
      assert.equal([head.status, head.bytes.length, found], [got.status, 0, expected], `${url} ${coding}`);
      assert.ok(Number(head.headers['content-length']) > 0, url);
    }
  }
});

test('after the headers of HEAD the connection has only the next answer', async () => {
  const request = (method: string) =>
    `${method} /api/usc/documents HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nX-Api-Key: ${shim.key}\r\n\r\n`;
  // The second one is told to be the last: what came behind it would be seen.
  const last = request('HEAD').replace('Host: x', 'Host: x\r\nConnection: close');
  const text = await rawBytes(shim.port, request('HEAD') + last, () => false);
  const [first = '', second = '', ...rest] = text.split('\r\n\r\n');
  assert.match(first, /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\ncontent-length: \d+/);
  assert.match(second, /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\ncontent-encoding: gzip/);
  assert.equal(rest, ['']);
});

test('RFC 9111: every answer has a date, and nothing that contradicts Cache-Control or forbids compression', async () => {
  let validated = 0;
  for (const url of [...KEPT.map(([url]) => url), ...NOT_KEPT]) {
    for (const coding of ['identity', 'gzip']) {
      const { headers, status } = await shim.get(url, { 'accept-encoding': coding });
      assert.is(headers.date, new Date(headers.date ?? '').toUTCString(), url);
      for (const name of ['expires', 'age', 'pragma', 'last-modified', 'transfer-encoding'])
        assert.not(name in headers, `${url} ${name}`);
      assert.not.match(headers['cache-control'] ?? '', /no-transform/);
      if (headers.etag === undefined) continue;
      const known = await shim.get(url, { 'accept-encoding': coding, 'if-none-match': headers.etag });
      assert.equal([status, known.status], [200, 304], url);
      assert.ok(known.headers.date, url);
      for (const name of [
        'cache-control',
        'etag',
        'vary',
        'cache-tag',
        'surrogate-key',
        'access-control-allow-origin',
      ])
        assert.is(known.headers[name], headers[name], `${url} ${name}`);
      for (const name of ['content-encoding', 'content-length', 'content-type'])
        assert.not(name in known.headers, `${url} ${name}`);
      validated++;
    }
  }
  assert.is(validated, 2 * VALIDATED);
});

test.run();
