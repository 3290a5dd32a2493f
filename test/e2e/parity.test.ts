import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../build/contract/etag.ts';
import type { Page } from '../../build/pages/pages.ts';
import { allPages } from '../helpers/pages.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { catalogsOf, documentsOf, sampleTree, type Tree, temporaryFolder } from '../helpers/tree.ts';
import { urlOf } from './spellings.ts';

/** build/contract/README.md, Tree: for every precomputed URL, the shim's dynamic answer equals the file byte for byte. */

/** A shim over a tree that has a catalog and no files: whatever it answers, it has computed. */
async function startDynamic({ dist }: Tree): Promise<Shim> {
  const bare = join(temporaryFolder(), 'dist');
  cpSync(join(dist, 'catalog'), join(bare, 'catalog'), { recursive: true });
  return startShim({ dist: bare });
}

/** Lists and months: what the catalog can answer without files. */
const isComputable = ({ url }: Page): boolean => /^\/api\/\w+\/(documents|years\/\d+\/\d+)(\?|$)/.test(url);

let tree: Tree;
let shim: Shim;
let dynamic: Shim;
let pages: Page[];
test.before(async () => {
  tree = await sampleTree();
  pages = [...allPages(await catalogsOf(tree))];
  shim = await startShim(tree);
  dynamic = await startDynamic(tree);
});
test.after(async () => {
  await shim.close();
  await dynamic.close();
});

test('every precomputed page is a file of the tree, and the shim sends that file', async () => {
  assert.ok(pages.length > 120, `${pages.length} pages`);
  for (const { url, path } of pages) {
    const file = readFileSync(join(tree.dist, path));
    const { status, bytes, headers } = await shim.get(url);
    assert.is(status, 200, url);
    assert.equal(bytes, file, url);
    assert.is(headers.etag, etagOf(file), url);
  }
});

test('the dynamic answer to every precomputed list and month is the file, byte for byte, ETag included', async () => {
  const computable = pages.filter(isComputable);
  assert.ok(computable.length > 80);
  for (const { url, path } of computable) {
    const { status, bytes, headers } = await dynamic.get(url);
    assert.is(status, 200, url);
    assert.equal(bytes, readFileSync(join(tree.dist, path)), url);
    assert.is(headers.etag, (await shim.get(url)).headers.etag, url);
    assert.is(headers['cache-control'], (await shim.get(url)).headers['cache-control'], url);
  }
});

test('next leads to a precomputed page, except beyond the depth of fr', async () => {
  const urls = new Set(pages.map(({ url }) => url));
  for (const { url, json } of pages) {
    const next = JSON.parse(json).pagination?.next;
    if (next && !/positive_law|status|chapter|part|agency|document_type/.test(next))
      assert.ok(urls.has(next), `${url} → ${next}`);
  }
});

/** Other spellings of a query: order, defaults written out, encodings, an unknown parameter. */
function respell(url: string, defaultSort: string): string[] {
  const [path = '', query = ''] = url.split('?');
  const pairs = query === '' ? [] : query.split('&');
  const has = (name: string) => pairs.some(pair => pair.startsWith(`${name}=`));
  const full = [...pairs];
  if (!has('sort')) full.push(`sort=${defaultSort}`);
  if (!has('limit')) full.push('limit=20');
  if (!has('offset')) full.push('offset=0');
  const encoded = pairs.map(pair =>
    pair.replace(/=(.)/, (_, c) => `=%${c === '%' ? '25' : c.charCodeAt(0).toString(16)}`),
  );
  return [
    [...pairs].reverse(),
    full,
    [...full].reverse(),
    [...pairs, 'unknown=1'],
    ...(query.includes('=%') ? [] : [encoded]),
    pairs.map(pair => pair.replaceAll('%20', '+')),
    pairs.map(pair => pair.replace('=true', '=1').replace('=false', '=0').replace('=17', '=017')),
    ['', ...pairs, ''],
  ].map(parts => `${path}?${parts.join('&')}`);
}

test('equivalent spellings of a precomputed query get the same bytes and ETag', async () => {
  for (const { url } of pages.filter(isComputable).filter(({ url }) => url.includes('/documents'))) {
    const { bytes, headers } = await shim.get(url);
    for (const spelling of respell(url, url.includes('/fr/') ? '-publication_date' : 'identifier')) {
      const answer = await shim.get(spelling);
      assert.equal(answer.bytes, bytes, spelling);
      assert.is(answer.headers.etag, headers.etag, spelling);
    }
  }
});

test('an agency in any case has the bytes and ETag of its precomputed page', async () => {
  const ofAgency = pages.filter(({ url }) => url.includes('?agency='));
  assert.ok(ofAgency.length > 10);
  for (const { url } of ofAgency) {
    const [path = '', agency = ''] = url.split('agency=');
    const { bytes, headers } = await shim.get(url);
    for (const spelling of [
      decodeURIComponent(agency).toLowerCase(),
      decodeURIComponent(agency).toUpperCase(),
    ]) {
      for (const served of [shim, dynamic]) {
        const answer = await served.get(`${path}agency=${encodeURIComponent(spelling)}`);
        assert.equal(answer.bytes, bytes, spelling);
        assert.is(answer.headers.etag, headers.etag, spelling);
      }
    }
  }
});

test('a document is sent as its file, in all three representations', async () => {
  for (const document of await documentsOf(tree.corpus)) {
    for (const format of ['json', 'markdown', 'text']) {
      const { bytes, headers } = await shim.get(`${urlOf(document)}?format=${format}`);
      assert.is(headers.etag, etagOf(bytes), document.identifier);
    }
  }
});

test('lists that are not precomputed agree with and without files', async () => {
  for (const url of [
    '/api/usc/documents?limit=7&offset=3',
    '/api/usc/documents?sort=-last_updated&positive_law=true',
    '/api/ecfr/documents?title_number=2&chapter_number=IX',
    '/api/fr/documents?date_from=2018-01-01&cursor=',
    '/api/fr/documents?cfr_title=33&cfr_part=62&limit=1',
    '/api/fr/documents?docket_id=bls-2017-0511',
    '/api/fr/years/2018/05?limit=2&offset=1',
  ]) {
    assert.equal((await dynamic.get(url)).bytes, (await shim.get(url)).bytes, url);
  }
});

test.run();
