import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentPath } from '../../build/contract/paths.ts';
import { router } from '../../build/contract/routing/route.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { spellingsOf } from '../../build/report/spellings.ts';
import { spellings } from '../e2e/spellings.ts';
import { urlOfPath } from '../helpers/edges/urls.ts';
import { allPages } from '../helpers/pages.ts';
import { catalogsOf, documentsOf, sampleTree } from '../helpers/tree.ts';

/** The URLs that a cache has to drop for a file. */

const route = router(SOURCES);
const fileOf = (target: string, accept?: string): string | null => {
  const routed = route({ method: 'GET', target, accept });
  return routed.kind === 'file' ? routed.path : null;
};

test('a document has spellings with and without format', async () => {
  const ACCEPTS = { json: 'application/json', markdown: 'text/markdown', text: 'text/plain' } as const;
  for (const document of await documentsOf((await sampleTree()).corpus))
    for (const format of ['json', 'markdown', 'text'] as const) {
      const path = documentPath(sourceOf(document.source), document.identifier, format);
      const urls = spellingsOf(path);
      for (const url of spellings(document)) {
        // Hexadecimal digits in small letters are what few clients send.
        if (/%[0-9a-f]*[a-f]/.test(url)) continue;
        assert.ok(urls.includes(url), `${path} ${url}`);
        assert.ok(urls.includes(`${url}?format=${format}`), `${path} ${url}?format=${format}`);
      }
      for (const url of urls.slice(0, -2)) {
        const named = fileOf(url, ACCEPTS[format]);
        const isOwn = url.startsWith(`/${path}`) || decodeURIComponent(url) === `/${path}`;
        assert.ok(isOwn || named === path, `${url} is ${named}, not ${path}`);
      }
    }
});

test('a page has its address and its file name', async () => {
  const tree = await sampleTree();
  for (const { path } of allPages(await catalogsOf(tree))) {
    const urls = spellingsOf(path);
    const usual = urlOfPath(path);
    assert.ok(urls.includes(usual), `${path}: ${urls.join(' ')}`);
    assert.ok(urls.includes(`/${path.split('/').map(encodeURIComponent).join('/')}`), path);
    for (const url of urls) {
      const named = fileOf(url);
      assert.ok(named === path || decodeURIComponent(url) === `/${path}`, `${url} is ${named}, not ${path}`);
    }
  }
});

for (const [path, urls] of [
  ['api/stats.json', ['/api/stats', '/api/stats.json']],
  ['api/openapi.json', ['/api/openapi', '/api/openapi.json', '/openapi.json']],
  [
    'api/fr/years/2018/05.json',
    ['/api/fr/years/2018/05', '/api/fr/years/2018/5', '/api/fr/years/2018/05.json'],
  ],
  [
    'api/fr/documents/_q/agency=A%20%26%20B.json',
    [
      '/api/fr/documents?agency=A%20%26%20B',
      '/api/fr/documents?agency=A+%26+B',
      '/api/fr/documents/_q/agency%3DA%2520%2526%2520B.json',
      '/api/fr/documents/_q/agency=A%2520%2526%2520B.json',
    ],
  ],
  [
    'api/usc/documents/_q/within=%2Fus%2Fusc%2Ft17%2Fch1.json',
    [
      '/api/usc/documents?within=%2Fus%2Fusc%2Ft17%2Fch1',
      '/api/usc/documents?within=t17%2Fch1',
      '/api/usc/documents/_q/within%3D%252Fus%252Fusc%252Ft17%252Fch1.json',
      '/api/usc/documents/_q/within=%252Fus%252Fusc%252Ft17%252Fch1.json',
    ],
  ],
  ['changes/index.json', ['/api/changes', '/changes/index.json']],
  ['changes/12.ndjson', ['/api/changes/12', '/changes/12.ndjson']],
  ['manifest/usc/t17.ndjson', ['/manifest/usc/t17.ndjson']],
  ['bulk/usc/t17.jsonl.gz', ['/bulk/usc/t17.jsonl.gz']],
] as const)
  test(`${path} has these spellings`, () => assert.equal(spellingsOf(path), urls));

test('a character that may stay plain in a path is plain in one spelling and escaped in the other', () => {
  const urls = spellingsOf('api/usc/documents/t30/s44, 45?#§.json');
  for (const name of ['s44%2C%2045%3F%23%C2%A7', 's44,%2045%3F%23%C2%A7'])
    assert.ok(urls.includes(`/api/usc/documents/t30/${name}`), urls.join('\n'));
});

test.run();
