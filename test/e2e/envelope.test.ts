import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SAMPLE } from '../helpers/sample.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';

/** build/contract/README.md, Envelope and Versioning. */

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
const LISTS = ['/api/usc/documents', '/api/ecfr/documents', '/api/fr/documents'];
const COMPUTED_LISTS = LISTS.flatMap(url => [`${url}?limit=3&offset=1`, `${url}?limit=3&cursor=`]);
const MONTHS = ['/api/fr/years/2018/05', '/api/fr/years/2018/5?limit=2&offset=1'];
const OVERVIEWS = [
  '/api/usc/titles',
  '/api/ecfr/titles',
  '/api/usc/titles/17',
  '/api/ecfr/titles/1',
  '/api/fr/years',
  '/api/fr/years/2018',
  '/api/sources',
  '/api/bulk',
  '/api/stats',
];

test('every JSON response has data and meta, and beside them only pagination', async () => {
  for (const url of [...DOCUMENTS, ...LISTS, ...COMPUTED_LISTS, ...MONTHS, ...OVERVIEWS]) {
    const { status, headers, json } = await shim.get(url);
    assert.is(status, 200, url);
    assert.is(headers['content-type'], 'application/json; charset=utf-8', url);
    assert.equal(
      Object.keys(json).filter(key => key !== 'pagination'),
      ['data', 'meta'],
      url,
    );
    assert.type(json.data, 'object', url);
  }
});

test('pagination is present on paged collections only', async () => {
  for (const url of [...LISTS, ...COMPUTED_LISTS, ...MONTHS]) {
    const { pagination } = (await shim.get(url)).json;
    assert.equal(Object.keys(pagination), ['total', 'limit', 'offset', 'has_more', 'next'], url);
  }
  for (const url of [...DOCUMENTS, ...OVERVIEWS]) assert.not((await shim.get(url)).json.pagination, url);
});

test('2.1, 9.2 meta.api_version is v1 everywhere', async () => {
  for (const url of [...DOCUMENTS, ...LISTS, ...COMPUTED_LISTS, ...MONTHS, ...OVERVIEWS]) {
    assert.is((await shim.get(url)).json.meta.api_version, 'v1', url);
  }
});

test('2.1, 9.2 meta.format_version is 1.0 on document responses, single and list', async () => {
  for (const url of [
    ...DOCUMENTS,
    ...DOCUMENTS.map(document => `${document}?fields=body`),
    ...LISTS,
    ...COMPUTED_LISTS,
  ]) {
    assert.is((await shim.get(url)).json.meta.format_version, '1.0', url);
  }
});

test('meta.format_version is absent on hierarchy, sources and stats responses', async () => {
  for (const url of [...MONTHS, ...OVERVIEWS]) {
    assert.not('format_version' in (await shim.get(url)).json.meta, url);
  }
});

test('meta.timestamp is an ISO 8601 UTC date-time with milliseconds', async () => {
  for (const url of [...DOCUMENTS, ...LISTS, ...COMPUTED_LISTS, ...MONTHS, ...OVERVIEWS]) {
    const { timestamp } = (await shim.get(url)).json.meta;
    assert.match(timestamp, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, url);
    assert.is(new Date(timestamp).toISOString(), timestamp, url);
  }
});

test('pagination has the requested limit and offset, or the defaults', async () => {
  const pageOf = async (url: string) => {
    const { limit, offset } = (await shim.get(url)).json.pagination;
    return [limit, offset];
  };
  for (const url of LISTS) {
    assert.equal(await pageOf(url), [20, 0], url);
    assert.equal(await pageOf(`${url}?limit=7&offset=3`), [7, 3], url);
  }
  assert.equal(await pageOf('/api/fr/years/2018/05'), [100, 0]);
  assert.equal(await pageOf('/api/fr/years/2018/05?limit=2&offset=1'), [2, 1]);
});

test('pagination.total is the number of matching documents on every page', async () => {
  for (const [url, total] of [
    ['/api/usc/documents', SAMPLE.usc],
    [`/api/usc/documents?limit=1&offset=${SAMPLE.usc - 1}`, SAMPLE.usc],
    ['/api/usc/documents?title_number=17', 6],
    ['/api/usc/documents?title_number=17&limit=2', 6],
    ['/api/fr/years/2018/05?limit=2', 5],
  ] as const) {
    assert.is((await shim.get(url)).json.pagination.total, total, url);
  }
});

test('has_more and next say whether more results follow', async () => {
  for (const base of [...LISTS, '/api/fr/years/2018/05']) {
    const { total } = (await shim.get(base)).json.pagination;
    const last = (await shim.get(`${base}?limit=3&offset=${total - 3}`)).json;
    assert.is(last.data.length ?? last.data.documents.length, 3);
    assert.equal([last.pagination.has_more, last.pagination.next], [false, null], `${base}: last page`);
    const before = (await shim.get(`${base}?limit=3&offset=${total - 4}`)).json.pagination;
    assert.is(before.has_more, true, `${base}: last page but one`);
    assert.type(before.next, 'string');
  }
});

test('next is the full path of the next page with its query string', async () => {
  for (const url of [...LISTS, '/api/fr/years/2018/05?limit=2']) {
    const { next } = (await shim.get(url)).json.pagination;
    if (next === null) continue;
    assert.ok(next.startsWith(`${url.split('?')[0]}?`), next);
    assert.is((await shim.get(next)).status, 200);
  }
});

test('paths carry no version prefix', async () => {
  for (const url of ['/api/v1/usc/documents', '/v1/api/usc/documents']) {
    assert.is((await shim.get(url)).status, 404, url);
  }
});

test.run();
