import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CACHE_CONTROL } from '../../build/contract/headers.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { buildTree, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';

/** build/contract/README.md, Validators, and RFC 9110, section 13.1.2: validators and conditional requests. */

let shim: Shim;
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

const DOCUMENTS = [
  '/api/usc/documents/t17%2Fs106',
  '/api/ecfr/documents/t1%2Fs1.1',
  '/api/fr/documents/2018-09910',
];
const REPRESENTATIONS = [
  '',
  '?format=markdown',
  '?format=text',
  '?fields=metadata',
  '?fields=body',
  '?fields=status',
];
const OTHERS = [
  '/api/usc/documents',
  '/api/usc/documents?limit=3',
  '/api/fr/documents?cursor=',
  '/api/usc/titles',
  '/api/usc/titles/17',
  '/api/fr/years',
  '/api/fr/years/2018',
  '/api/fr/years/2018/05',
  '/api/fr/years/2018/05?limit=1',
  '/api/sources',
  '/api/bulk',
  '/api/stats',
];
const ALL = [...DOCUMENTS.flatMap(url => REPRESENTATIONS.map(query => url + query)), ...OTHERS];

const etagOf = async (url: string, headers = {}): Promise<string> => {
  const { etag } = (await shim.get(url, headers)).headers;
  assert.type(etag, 'string', url);
  return etag ?? '';
};

test('every response with content has a strong ETag', async () => {
  for (const url of ALL) assert.match(await etagOf(url), /^"[\w-]{27}"$/, url);
});

test('each representation of each document has its own ETag', async () => {
  const etags = await Promise.all(ALL.map(url => etagOf(url)));
  assert.is(new Set(etags).size, ALL.length);
});

test('the ETag does not depend on the way to request the representation', async () => {
  for (const url of DOCUMENTS) {
    assert.is(await etagOf(url, { accept: 'text/plain' }), await etagOf(`${url}?format=text`));
    assert.is(await etagOf(url, { accept: 'application/json' }), await etagOf(`${url}?format=json`));
  }
});

test('the ETag depends on the content: another build of the same corpus has the same', async () => {
  const again = await startShim(await buildTree(SAMPLE_CORPUS));
  for (const url of ALL) assert.is((await again.get(url)).headers.etag, await etagOf(url), url);
  await again.close();
});

test('a request with the current ETag is answered 304 without a body', async () => {
  for (const url of ALL) {
    const etag = await etagOf(url);
    const answer = await shim.get(url, { 'if-none-match': etag });
    assert.equal([answer.status, answer.text, answer.headers.etag], [304, '', etag], url);
    assert.not(answer.headers['content-type'], url);
  }
});

test('RFC 9110 §15.4.5: a 304 has the headers of the 200', async () => {
  for (const url of ALL) {
    const full = await shim.get(url);
    const { headers } = await shim.get(url, { 'if-none-match': full.headers.etag ?? '' });
    for (const name of ['etag', 'cache-control', 'vary'])
      assert.is(headers[name], full.headers[name], `${url} ${name}`);
  }
});

test('RFC 9110 §13.1.2: lists, weak comparison and *', async () => {
  for (const url of ALL) {
    const etag = await etagOf(url);
    for (const header of [
      '*',
      `W/${etag}`,
      `"x", ${etag}`,
      `${etag},"y"`,
      `"a,b" , W/"z",\t${etag}`,
      ` ${etag} `,
    ]) {
      assert.is((await shim.get(url, { 'if-none-match': header })).status, 304, `${url}: ${header}`);
    }
    for (const header of [
      '"other"',
      etag.slice(1, -1),
      `"W/${etag}`,
      '',
      '"*"',
      etag.toUpperCase(),
      `${etag}x`,
    ]) {
      assert.is((await shim.get(url, { 'if-none-match': header })).status, 200, `${url}: ${header}`);
    }
  }
});

test('the ETag of one representation does not match another', async () => {
  for (const url of DOCUMENTS) {
    const etag = await etagOf(`${url}?format=markdown`);
    for (const query of REPRESENTATIONS.filter(query => query !== '?format=markdown')) {
      assert.is((await shim.get(url + query, { 'if-none-match': etag })).status, 200, query);
    }
  }
});

test('a condition does not turn an error into 304', async () => {
  for (const [url, status] of [
    ['/api/usc/documents/t17%2Fs99999', 404],
    ['/api/usc/documents?limit=0', 400],
    ['/api/fr/years/1999', 404],
  ] as const) {
    const answer = await shim.get(url, { 'if-none-match': '*' });
    assert.is(answer.status, status);
    assert.not(answer.headers.etag);
  }
});

test('Cache-Control depends on the resource: stats up to 24 hours at the CDN (4.9, 8), errors and health no-store', async () => {
  for (const [url, value] of [
    ['/api/usc/documents/t17%2Fs106', CACHE_CONTROL.document],
    ['/api/usc/documents', CACHE_CONTROL.list],
    ['/api/usc/titles/17', CACHE_CONTROL.hierarchy],
    ['/api/stats', CACHE_CONTROL.overview],
    ['/api/sources', CACHE_CONTROL.list],
    ['/api/bulk', CACHE_CONTROL.list],
    ['/api/health', 'no-store'],
    ['/api/usc/documents/t17%2Fs99999', 'no-store'],
    ['/api/usc/documents?limit=0', 'no-store'],
    ['/nowhere', 'no-store'],
  ]) {
    assert.is((await shim.anonymous(url ?? '')).headers['cache-control'], value, url);
  }
});

test('an answer to a request with any key, valid or not, is private', async () => {
  const { etag = '' } = (await shim.get('/api/stats')).headers;
  for (const key of [shim.key, 'nonsense']) {
    for (const [query, headers] of [
      ['', { authorization: `Bearer ${key}` }],
      ['', { 'x-api-key': key }],
      [`?api_key=${key}`, {}],
    ] as const) {
      for (const path of [
        '/api/usc/documents/t17%2Fs106',
        '/api/usc/documents',
        '/api/usc/titles',
        '/api/stats',
      ]) {
        const { headers: answer } = await shim.anonymous(path + query, headers);
        assert.match(answer['cache-control'] ?? '', /^private, max-age=\d+$/, path);
      }
      const again = await shim.anonymous(`/api/stats${query}`, { ...headers, 'if-none-match': etag });
      assert.equal([again.status, again.headers['cache-control']], [304, 'private, max-age=3600']);
      const { headers: error } = await shim.anonymous(`/nowhere${query}`, headers);
      assert.is(error['cache-control'], 'no-store');
    }
  }
});

test.run();
