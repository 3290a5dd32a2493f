import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../build/contract/etag.ts';
import { urlOfPath } from '../helpers/edges/urls.ts';
import { addLongList, allReferences, referencePages } from '../helpers/references.ts';
import { type Answer, exchange, type Json, type Shim, startShim } from '../helpers/shim.ts';
import { buildTree, documentsOf, SAMPLE_CORPUS, type Tree, temporaryFolder } from '../helpers/tree.ts';

/** build/contract/README.md, References. */

let tree: Tree;
let shim: Shim;
test.before(async () => {
  const corpus = join(temporaryFolder(), 'corpus');
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  addLongList(corpus);
  const section = join(corpus, 'usc/title-17/chapter-01/section-900.md');
  const text = readFileSync(section, 'utf8');
  writeFileSync(section, text.replace(/^source: .*\n/m, '$&aliases:\n  - "/us/usc/t17/s901"\n'));
  tree = await buildTree(corpus);
  shim = await startShim(tree);
});
test.after(() => shim.close());

/** The test asks with a key. */
const KEYED = 'private, max-age=300';

const SECTION_900 = '/api/usc/documents/t17%2Fs900/references';

async function ok(url: string): Promise<Answer> {
  const answer = await shim.get(url);
  assert.is(answer.status, 200, url);
  return answer;
}

const FIELDS = ['identifier', 'url', 'display_title', 'where', 'count', 'pinpoints'];

test('every page of references is sent as its file', async () => {
  const pages = referencePages(tree.dist);
  assert.ok(pages.length > 45);
  assert.ok(pages.some(path => path.includes('/_q/list=cites')));
  for (const path of pages) {
    const file = readFileSync(join(tree.dist, path));
    const { bytes, headers, json } = await ok(urlOfPath(path));
    assert.equal(bytes, file, path);
    assert.is(headers.etag, etagOf(file));
    const { data } = json;
    const items = Array.isArray(data) ? data : [...data.cites, ...data.cited_by];
    assert.ok(items.length > 0, path);
    for (const item of items) assert.equal(Object.keys(item), FIELDS);
    if (Array.isArray(data)) continue;
    assert.equal(Object.keys(data), ['identifier', 'cited_by_count', 'cites', 'cited_by', 'counts']);
    const citing = data.cited_by.map(({ url }: Json) => url);
    if (citing.length < 100) assert.is(data.cited_by_count, new Set(citing).size, path);
  }
});

test('every URL of an item leads to it, and from there back', async () => {
  for (const lists of allReferences(tree.dist).values())
    for (const { url, identifier, where, count } of lists.cites) {
      if (url === null) continue;
      assert.is((await ok(url)).json.data.identifier, identifier);
      const { json } = await ok(`${url}/references`);
      const back = json.data.cited_by.find(
        (item: Json) => item.identifier === lists.identifier && item.where === where,
      );
      assert.is(back?.count, count, `${lists.identifier} ${identifier}`);
    }
});

const NO_CITES = { usc: 0, ecfr: 0, fr: 0, other: 0 };
const NO_CITED_BY = { usc: 0, ecfr: 0, fr: 0 };

test('a document or level without references has empty lists, and its own day', async () => {
  let [empty, levels] = [0, 0];
  const subjects = (await documentsOf(tree.corpus)).map(({ source, identifier }) => ({
    identifier,
    url: `/api/${source}/documents/${encodeURIComponent(identifier)}`,
  }));
  for (const source of ['usc', 'ecfr']) {
    const { json } = await ok(`/api/${source}/structure`);
    const titles = json.data.map(({ url, identifier }: Json) => ({ url, identifier }));
    levels += titles.length;
    subjects.push(...titles);
  }
  for (const { url, identifier } of subjects) {
    const { json, headers } = await ok(`${url}/references`);
    assert.is(json.data.identifier, identifier);
    assert.is(headers['cache-control'], KEYED);
    const { cites, cited_by, counts } = json.data;
    if (cites.length + cited_by.length > 0) continue;
    empty++;
    assert.equal(counts, { cites: NO_CITES, cited_by: NO_CITED_BY }, url);
    assert.is(json.meta.timestamp, (await ok(url)).json.meta.timestamp, url);
    assert.is(json.pagination, undefined);
  }
  assert.ok(empty > 30 && levels > 10, `${empty} empty, ${levels} levels`);
});

test('a page of one list has any limit and offset', async () => {
  const { json } = await ok(SECTION_900);
  const whole: Json[] = [];
  for (let offset = 0; offset < 300; offset += 100)
    whole.push(...(await ok(`${SECTION_900}?list=cites&offset=${offset}`)).json.data);
  const total = Object.values<number>(json.data.counts.cites).reduce((a, b) => a + b);
  assert.is(total, 250);
  assert.is(whole.length, total);
  assert.equal(whole.slice(0, 100), json.data.cites);
  for (const [limit, offset] of [
    [1, 0],
    [7, 0],
    [7, 97],
    [100, 99],
    [100, 100],
    [100, 101],
    [50, 150],
    [100, 200],
    [3, total - 1],
    [3, total],
    [100, 300],
    [100, 9_007_199_254_740_991],
  ] as const) {
    const url = `${SECTION_900}?list=cites&limit=${limit}&offset=${offset}`;
    const { data, pagination, meta } = (await ok(url)).json;
    assert.equal(data, whole.slice(offset, offset + limit), url);
    const has_more = offset + limit < total;
    const next = has_more ? `${SECTION_900}?list=cites&limit=${limit}&offset=${offset + limit}` : null;
    assert.equal(pagination, { total, limit, offset, has_more, next }, url);
    assert.is(meta.timestamp, json.meta.timestamp);
  }
});

for (const list of ['cites', 'cited_by'])
  test(`a walk along next has every item of ${list} once`, async () => {
    const { json } = await ok('/api/usc/documents/t17%2Fs107/references');
    const long = await ok(SECTION_900);
    for (const [url, first] of [
      ['/api/usc/documents/t17%2Fs107/references', json],
      [SECTION_900, long.json],
    ] as const)
      for (const limit of [1, 40, 100]) {
        const reached: Json[] = [];
        let steps = 0;
        for (let next: string | null = `${url}?limit=${limit}&list=${list}`; next; steps++) {
          const { data, pagination }: Json = (await ok(next)).json;
          reached.push(...data);
          next = pagination.next;
        }
        const total = Object.values<number>(first.data.counts[list]).reduce((a, b) => a + b);
        assert.is(new Set(reached.map(item => `${item.where} ${item.identifier}`)).size, total);
        assert.is(reached.length, total);
        assert.is(steps, Math.max(1, Math.ceil(total / limit)));
        assert.equal(reached.slice(0, 100), first.data[list]);
      }
  });

test('a list of an empty document is an empty page', async () => {
  const url = '/api/ecfr/documents/t1%2Fs1.1/references';
  assert.not.ok(existsSync(join(tree.dist, 'api/ecfr/documents/t1/s1.1/references.json')));
  for (const query of ['list=cites', 'list=cited_by&limit=5&offset=7', 'list=cites&limit=100&offset=100']) {
    const { data, pagination } = (await ok(`${url}?${query}`)).json;
    assert.equal(data, []);
    assert.equal([pagination.total, pagination.has_more, pagination.next], [0, false, null]);
  }
});

test('identifiers have every spelling, plain slashes included', async () => {
  for (const [usual, ...spellings] of [
    [
      '/api/usc/documents/t17%2Fs106/references',
      '/api/usc/documents/t17/s106/references',
      '/api/usc/documents/%2Fus%2Fusc%2Ft17%2Fs106/references',
      '/api/usc/documents/us/usc/t17/s106/references',
      '/api/usc/documents//us/usc/t17/s106/references',
      '/api/usc/documents/t17%2fs106/references?list=&limit=2&offset=3&x=1',
    ],
    [
      '/api/ecfr/structure/t33%2Fp971/references',
      '/api/ecfr/structure/t33/p971/references',
      '/api/ecfr/structure/%2Fus%2Fcfr%2Ft33%2Fp971/references',
    ],
    ['/api/fr/documents/2018-09910/references', '/api/fr/documents/%2Fus%2Ffr%2F2018-09910/references'],
    [
      '/api/usc/documents/t17%2Fs106/references?list=cites&limit=2',
      '/api/usc/documents/us/usc/t17/s106/references?limit=02&list=cites&offset=0',
    ],
  ] as const) {
    const { text, headers } = await ok(usual);
    assert.is(headers['content-type'], 'application/json; charset=utf-8');
    for (const spelling of spellings) {
      const answer = await shim.get(spelling, { accept: 'text/markdown' });
      assert.is(answer.text, text, spelling);
      assert.is(answer.headers.etag, headers.etag);
      assert.is(answer.headers.vary?.includes('Accept,') ?? false, false);
    }
  }
  const { json } = await ok('/api/usc/documents/us/usc/t17/s106/references?list=cites&limit=1');
  assert.is(json.pagination.next, '/api/usc/documents/t17%2Fs106/references?list=cites&limit=1&offset=1');
});

test('an alias has the references of its document', async () => {
  for (const query of [
    '',
    '?list=cites&limit=7&offset=98',
    '?list=cited_by',
    '?list=cites&limit=100&offset=100',
  ]) {
    const own = await ok(SECTION_900 + query);
    const answer = await ok(SECTION_900.replace('s900', 's901') + query);
    assert.is(answer.text, own.text, query);
    assert.is(answer.headers.etag, own.headers.etag);
  }
});

test('answers have validators, tags and times of the hierarchy, as files and computed', async () => {
  for (const [url, tags] of [
    [SECTION_900, 'usc,usc-hierarchy'],
    [`${SECTION_900}?list=cites&limit=7`, 'usc,usc-hierarchy'],
    [`${SECTION_900}?list=cites&limit=100&offset=100`, 'usc,usc-hierarchy'],
    ['/api/ecfr/documents/t1%2Fs1.1/references', 'ecfr,ecfr-hierarchy'],
    ['/api/fr/documents/2018-09910/references', 'fr,fr-hierarchy'],
    ['/api/usc/structure/t14%2Fch91/references', 'usc,usc-hierarchy'],
    ['/api/ecfr/structure/t33%2Fp971/references', 'ecfr,ecfr-hierarchy'],
  ] as const) {
    const { headers, bytes } = await ok(url);
    assert.is(headers['cache-tag'], tags, url);
    assert.is(headers['cache-control'], KEYED, url);
    assert.is(headers.etag, etagOf(bytes), url);
    const again = await shim.get(url, { 'if-none-match': headers.etag as string });
    assert.equal([again.status, again.text, again.headers['cache-control']], [304, '', KEYED], url);
    assert.is((await shim.get(url, { 'if-none-match': '"other"' })).status, 200);
    const head = await shim.request('HEAD', url);
    assert.equal([head.status, head.bytes.length, head.headers.etag], [200, 0, headers.etag], url);
    assert.is((await shim.anonymous(url)).headers['cache-control']?.startsWith('public'), true);
    assert.is((await shim.request('POST', url)).status, 405, url);
  }
});

test('unknown documents and levels are 404, wrong queries 400', async () => {
  const codeOf = async (url: string) => {
    const { status, json } = await shim.get(url);
    return [status, json.error.code, json.error.message];
  };
  const noDocument = 'No document was found with the identifier /us/usc/t17/s999.';
  for (const query of ['', '?list=cites', '?list=cited_by&limit=100&offset=100'])
    assert.equal(await codeOf(`/api/usc/documents/t17%2Fs999/references${query}`), [
      404,
      'DOCUMENT_NOT_FOUND',
      noDocument,
    ]);
  const noLevel = 'No level was found with the identifier /us/usc/t17/ch99.';
  for (const query of ['', '?list=cited_by'])
    assert.equal(await codeOf(`/api/usc/structure/t17%2Fch99/references${query}`), [
      404,
      'NOT_FOUND',
      noLevel,
    ]);
  for (const url of [
    '/api/fr/structure/2018/references',
    '/api/fr/documents/2018-99999/references',
    '/api/ecfr/documents/t17%2Fs106/references',
    '/api/usc/documents/references',
    '/api/usc/documents/t17%2F..%2Ft17%2Fs106/references',
    '/api/usc/documents/t17%2Fs106%2Freferences',
    '/api/usc/documents/t17/s106/references/references',
    '/api/usc/documents/x%00/references',
    '/api/usc/documents/_q/references',
    '/api/usc/structure/references',
    '/api/usc/structure/t17%2Fs106/references',
  ])
    assert.is((await codeOf(url))[0], 404, url);
  for (const base of [SECTION_900, '/api/usc/structure/t14/references'])
    for (const query of [
      ...['list=both', 'list=CITES', 'list=cites&list=cites', 'list=cites,cited_by'],
      ...['limit=0', 'limit=101', 'limit=x', 'limit=-1', 'limit=1&limit=1'].map(one => `list=cites&${one}`),
      ...['offset=-1', 'offset=x', 'offset=1.5', 'offset=9007199254740992'].map(
        one => `${one}&list=cited_by`,
      ),
    ])
      assert.equal((await codeOf(`${base}?${query}`)).slice(0, 2), [400, 'INVALID_PARAMETER'], query);
});

test('without a list, limit and offset must be valid and have no meaning', async () => {
  const { text } = await ok(SECTION_900);
  for (const query of ['limit=7', 'offset=100&limit=100', 'offset=100', 'limit=100&offset=0&list='])
    assert.is((await ok(`${SECTION_900}?${query}`)).text, text, query);
  for (const query of ['limit=101', 'offset=x', 'limit=1&limit=2&list='])
    assert.is((await shim.get(`${SECTION_900}?${query}`)).status, 400, query);
});

test('a page is also answered by the name of its file', async () => {
  // The description has no names of files.
  const get = (path: string) =>
    exchange({ host: '127.0.0.1', port: shim.port, path, headers: { 'x-api-key': shim.key } });
  const { bytes } = await ok(`${SECTION_900}?list=cites&limit=100&offset=100`);
  for (const spelling of [SECTION_900, '/api/usc/documents/t17/s900/references']) {
    const named = await get(`${spelling}/_q/list=cites&limit=100&offset=100.json`);
    assert.is(named.status, 200);
    assert.equal(named.bytes, bytes);
    assert.is(named.headers['cache-tag'], 'usc,usc-hierarchy');
    for (const name of ['list=cites&limit=7.json', 'list=cites&limit=100&offset=0.json', 'x', 'x.json'])
      assert.is((await get(`${spelling}/_q/${name}`)).status, 404, name);
  }
});

test.run();
