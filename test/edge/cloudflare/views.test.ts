import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { COMMON_HEADERS, KEYED_CACHE_CONTROL, PAGE_HEADERS } from '../../../build/contract/headers.ts';
import { TEXT_BYTES } from '../../../build/contract/site-text.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { type RunningWorker, startWorker, upload, workerHindrance } from '../../helpers/edges/worker.ts';
import { suiteWhere } from '../../helpers/needs.ts';
import { exchange, type RequestHeaders, type Shim, startShim } from '../../helpers/shim.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** Pages of the site: the Worker sends what the shim sends. */

const test = suiteWhere('the Worker and the pages of the site', workerHindrance());
let dist: string;
let shim: Shim;
let worker: RunningWorker;
test.before(async () => {
  dist = await sampleSite();
  shim = await startShim({ dist });
  worker = await startWorker();
  await upload(worker, dist);
});
test.after(async () => {
  await worker.close();
  await shim.close();
});

const HTML = { accept: 'text/html' };
const ask = (
  { port }: { port: number },
  path: string,
  { headers = {}, method = 'GET' }: { headers?: RequestHeaders; method?: string } = {},
) => exchange({ host: '127.0.0.1', port, path, method, headers: { ...HTML, ...headers } });

const COMPARED = [
  ...['etag', 'content-type', 'content-length', 'cache-control', 'cache-tag', 'surrogate-key', 'vary'],
  ...Object.keys(COMMON_HEADERS),
  ...Object.keys(PAGE_HEADERS),
];

const DOCUMENT = '/usc/title-17/chapter-1/section-106';

for (const [path, status] of [
  ['/', 200],
  ['/search', 200],
  [DOCUMENT, 200],
  ['/usc/title-17', 200],
  ['/ecfr/title-33/chapter-IX/part-971/appendix-A', 200],
  ['/ecfr/document-t33%2Fp971%2FappA', 200],
  ['/usc/title-28a/rules-Civ/rule-901', 200],
  ['/usc/title-50a/plans-1951/plan-9', 200],
  ['/ecfr/structure/t33/p971/spA', 200],
  ['/ecfr/structure/t33%2Fp971', 200],
  ['/ecfr/structure/t33/p999', 404],
  ['/fr/2018-09910', 200],
  ['/fr/2018/05', 200],
  ['/usc/title-17/section-9999', 404],
  ['/usc/title-99', 404],
  ['/usc/no/such/place', 404],
  ['/nothing', 404],
  // Below the API there is a page for people, too.
  ['/api/usc/documents/t17%2Fs9999', 404],
  ['/api/usc/titles/99', 404],
] as const)
  for (const method of ['GET', 'HEAD'])
    test(`${method} ${path} equals the shim's answer`, async () => {
      const expected = await ask(shim, path, { method });
      const answer = await ask(worker, path, { method });
      assert.equal([answer.status, answer.text], [expected.status, expected.text]);
      assert.is(answer.status, status);
      for (const name of COMPARED) assert.is(answer.headers[name], expected.headers[name], name);
    });

test('a page with a known ETag is 304 for GET and HEAD, and with a key it is private', async () => {
  const { headers, text } = await ask(worker, DOCUMENT);
  const { etag = '' } = headers;
  for (const method of ['GET', 'HEAD']) {
    const same = await ask(worker, DOCUMENT, { method, headers: { 'if-none-match': etag } });
    assert.equal([same.status, same.text, same.headers.etag], [304, '', etag]);
    assert.equal(
      [same.headers['content-type'], same.headers['cache-control']],
      [undefined, headers['cache-control']],
    );
  }
  const other = await ask(worker, DOCUMENT, { headers: { 'if-none-match': '"x"' } });
  assert.equal([other.status, other.text], [200, text]);
  const keyed = await ask(worker, DOCUMENT, { headers: { 'x-api-key': 'a' } });
  assert.equal([keyed.text, keyed.headers['cache-control']], [text, KEYED_CACHE_CONTROL.page]);
  assert.match(headers['cache-control'] ?? '', /^public/);
});

/** The page of another document, with a text of so many bytes. */
async function pageWith(number: number, bytes: number): Promise<string> {
  const path = `api/fr/documents/2019-0000${number}`;
  const data = {
    identifier: `/us/fr/2019-0000${number}`,
    source: 'fr',
    title: 'Other',
    display_title: 'Other',
  };
  await worker.put(`${path}.json`, JSON.stringify({ data, meta: {} }));
  await worker.put(`${path}.txt`, 'a '.repeat(bytes).slice(0, bytes));
  return (await ask(worker, `/fr/2019-0000${number}`)).text;
}

test('a text up to the bound is whole in the page, and one byte more is cut', async () => {
  const whole = await pageWith(1, TEXT_BYTES);
  assert.match(whole, '<article class="plain-text">');
  assert.not.match(whole, 'The whole text');
  assert.match(await pageWith(2, TEXT_BYTES + 1), 'The whole text');
});

test('a tree without a site has no pages, and says so in the form of the API', async () => {
  const assets = temporaryFolder();
  for (const name of ['api/stats.json', 'api/usc/documents/t17/s106.json']) {
    mkdirSync(dirname(join(assets, name)), { recursive: true });
    copyFileSync(join(dist, name), join(assets, name));
  }
  const bare = await startWorker({ assets });
  try {
    for (const path of ['/', DOCUMENT, '/nothing', '/api/usc/documents/t17%2Fs9999']) {
      const { status, json } = await ask(bare, path);
      assert.is(status, 404, path);
      assert.is(
        json.error.code,
        path.startsWith('/api/usc/documents') ? 'DOCUMENT_NOT_FOUND' : 'NOT_FOUND',
        path,
      );
    }
  } finally {
    await bare.close();
  }
});

test.run();
