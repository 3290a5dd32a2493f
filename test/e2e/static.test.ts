import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import { allPages, type Page } from '../../build/pages/pages.ts';
import { type Answer, type Shim, startShim } from '../helpers/shim.ts';
import { catalogsOf, documentsOf, sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { hasNginx, type Nginx, startNginx } from './nginx.ts';
import { canonicalUrlOf, spellings, urlOf } from './spellings.ts';

/** build/contract/README.md, Documents and Tree: a plain file server answers documents and the walk along `next` without a program. */

const SECRET = 'top secret 7391';

let nginx: Nginx;
let shim: Shim;
let pages: Page[];
let documents: CorpusDocument[];
const isThere = hasNginx();
const onNginx = isThere ? test : test.skip;
if (isThere) {
  test.before(async () => {
    const tree = await sampleTree();
    const folder = temporaryFolder();
    const dist = join(folder, 'dist');
    cpSync(tree.dist, dist, { recursive: true, preserveTimestamps: true });
    for (const place of [folder, dist]) writeFileSync(join(place, 'secret.json'), SECRET);
    pages = [...allPages(await catalogsOf(tree))];
    documents = await documentsOf(tree.corpus);
    shim = await startShim({ dist, trustProxy: '127.0.0.1' });
    nginx = await startNginx(dist, shim.port);
  });
  test.after(async () => {
    await nginx.close();
    await shim.close();
  });
}

/** Only the shim counts requests. */
const isFromShim = ({ headers }: Answer): boolean => headers['x-ratelimit-policy'] !== undefined;

/** nginx answers from a file what the shim answers. */
async function matches(url: string, headers = {}): Promise<Answer> {
  const answer = await nginx.get(url, headers);
  const expected = await shim.get(url, headers);
  assert.ok(!isFromShim(answer), `${url} ${JSON.stringify(headers)} is no file`);
  assert.equal([answer.status, answer.headers['content-type']], [200, expected.headers['content-type']], url);
  assert.equal(answer.bytes, expected.bytes, url);
  assert.ok(answer.headers.etag, url);
  assert.is(answer.headers.vary, expected.headers.vary, url);
  return answer;
}

onNginx('every document in every form of its identifier is a file', async () => {
  for (const document of documents) {
    for (const url of spellings(document)) await matches(url);
  }
});

onNginx('every document in every representation, by format and by Accept', async () => {
  for (const document of documents) {
    for (const url of [urlOf(document), canonicalUrlOf(document)]) {
      for (const format of ['json', 'markdown', 'text']) await matches(`${url}?format=${format}`);
      for (const accept of ['application/json', 'text/markdown', 'text/plain', '*/*'])
        await matches(url, { accept });
      await matches(`${url}?format=text`, { accept: 'text/markdown' });
    }
  }
});

onNginx('every precomputed page is a file, under the address that it has', async () => {
  for (const { url } of pages) await matches(url);
});

onNginx('the walk along next comes from files from beginning to end', async () => {
  for (const first of [
    '/api/usc/documents',
    '/api/usc/documents?cursor=',
    '/api/ecfr/documents?title_number=2',
    '/api/fr/documents',
  ]) {
    let next: string | null = first;
    while (next) next = (await matches(next)).json.pagination.next;
  }
});

onNginx(
  'what has no file is answered by the shim: queries, projections, negotiation, errors, search, health',
  async () => {
    for (const [url, headers] of [
      ['/api/usc/documents?limit=3&offset=1', {}],
      ['/api/usc/documents/t17%2Fs106?fields=metadata', {}],
      ['/api/usc/documents/t17%2Fs106', { accept: 'text/markdown;q=0.5, text/plain' }],
      ['/api/usc/documents/nope', {}],
      ['/api/usc/documents/_q/cursor=', {}],
      ['/api/fr/years/2018/5', {}],
      ['/api/usc/titles/99', {}],
      ['/api/search?q=lighthouse', {}],
      ['/nowhere', {}],
      ['/catalog/catalog.bin', {}],
      ['/manifest.ndjson.gz', {}],
    ] as const) {
      const answer = await nginx.get(url, headers);
      const expected = await shim.get(url, headers);
      assert.ok(isFromShim(answer), url);
      assert.equal([answer.status, answer.text], [expected.status, expected.text], url);
    }
    assert.ok(isFromShim(await nginx.get('/api/health')));
    const post = await nginx.request('POST', '/api/stats');
    assert.equal([post.status, post.headers.allow], [405, 'GET, HEAD, OPTIONS']);
  },
);

onNginx('a conditional request is answered 304 by the file server too', async () => {
  const url = '/api/usc/documents/t17%2Fs106';
  const { etag = '' } = (await nginx.get(url)).headers;
  const answer = await nginx.get(url, { 'if-none-match': etag });
  assert.is(answer.status, 304);
  assert.ok(!isFromShim(answer));
});

onNginx('nothing outside api/ is a file, whatever path or query says', async () => {
  for (const url of [
    '/secret.json',
    '/secret',
    '/api/../secret',
    '/api/..%2fsecret',
    '/api/usc/documents/..%2f..%2f..%2fsecret',
    '/api/usc/documents?../../../../secret',
    '/api/usc/documents?../../../../../secret',
    '/api/usc/documents?/../../../../../secret',
    '/api/usc/documents?cursor=../../../../../secret',
    '/api/stats?../../secret',
    '/api/stats?..%2f..%2fsecret',
    '/api/usc/documents?..\\..\\..\\secret',
  ]) {
    const { text } = await nginx.get(url);
    assert.ok(!text.includes(SECRET), url);
  }
});

test.run();
