import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { router } from '../../../build/contract/routing/route.ts';
import type { Route } from '../../../build/contract/routing/routes.ts';
import { SOURCES } from '../../../build/contract/sources.ts';

/** build/contract/README.md, Site and Routing: pages, files, and errors in pages. */

const route = router(SOURCES);
const get = (target: string, accept?: string, method = 'GET'): Route => route({ method, target, accept });
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

const SUBJECTS = {
  '/': null,
  '/?utm=1': null,
  '/search?q=x': null,
  '/usc': null,
  '/usc/': null,
  '/fr': null,
  '/usc/title-17': 'api/usc/titles/17.json',
  '/usc/title-017': 'api/usc/titles/17.json',
  '/usc/title-5a': 'api/usc/titles/5.json',
  '/usc/title-17/chapter-1': 'api/usc/titles/17.json',
  '/ecfr/title-1/chapter-I/part-1?offset=20': 'api/ecfr/titles/1.json',
  '/usc/title-17/chapter-1/section-106': 'api/usc/documents/t17/s106.json',
  '/usc/title-17/chapter-1/section-106/': 'api/usc/documents/t17/s106.json',
  '/usc/title-24/section-32%20%2Fus%2Fusc%2Ft24%2Fs33': 'api/usc/documents/t24/s32 /us/usc/t24/s33.json',
  '/usc/title-5a/pl-95-521-tIV/section-407': 'api/usc/documents/t5a/pl/95/521/tIV/s407.json',
  '/ecfr/structure/t40/p52/spA/': 'api/ecfr/structure/t40/p52/spA.json',
  '/ecfr/structure/t40%2Fp52/spA?x': 'api/ecfr/structure/t40/p52/spA.json',
  '/fr/2018-09910': 'api/fr/documents/2018-09910.json',
  '/fr/2018': 'api/fr/years/2018.json',
  '/fr/2018/5': 'api/fr/years/2018/05.json',
  'http://law.example/fr/2018#x': 'api/fr/years/2018.json',
} as const;

test('the page of an existing subject is the shell', () => {
  for (const [target, subject] of Object.entries(SUBJECTS)) {
    const routed = get(target);
    assert.is(routed.kind, 'view', target);
    assert.is(routed.kind === 'view' && routed.subject, subject, target);
    assert.equal(get(target, BROWSER, 'HEAD'), routed);
    assert.equal(get(target, undefined, 'OPTIONS'), { kind: 'options' });
    const refused = get(target, BROWSER, 'POST');
    assert.is(refused.kind === 'error' && refused.error.status, 405, target);
  }
});

test('an impossible address below a source is a 404 in a page for all clients', () => {
  for (const target of [
    '/usc/x',
    '/usc/title-1234',
    '/usc/title-17/chapter-1/section-',
    '/usc/title-1/section-a%5Cb',
    '/usc/structure',
    '/usc/structure/t17/_q/depth=all',
    '/usc/structure/t17//ch1',
    '/usc/structure/../t17',
    '/fr/structure/2018',
    '/fr/2018/13',
    '/usc//',
    '/ecfr/title-1%2Fpart-1',
  ])
    for (const accept of [undefined, BROWSER, 'application/json']) {
      const routed = get(target, accept);
      assert.is(routed.kind === 'error' && routed.error.status, 404, target);
      assert.is(routed.kind === 'error' && routed.hasErrorPage, true, target);
    }
});

test('a missing address beside the API is a page for browsers, JSON for others', () => {
  for (const target of [
    '/nothing',
    '/a/b',
    '/docs/.x',
    '/feeds/x',
    '/searching',
    '/API/x',
    '/apis',
    '/bulk',
    '/manifest',
  ])
    for (const [accept, hasErrorPage] of [
      [BROWSER, true],
      ['*/*', false],
      [undefined, false],
    ] as const) {
      const routed = get(target, accept);
      assert.is(routed.kind === 'error' && routed.error.status, 404, target);
      // Paths are case-sensitive, but clients of `/API` are probably programs too.
      assert.is(routed.kind === 'error' && routed.hasErrorPage, hasErrorPage && target !== '/API/x', target);
    }
  for (const target of [
    '/api',
    '/api/x',
    '/api?x',
    '/api/usc/titles/x',
    '/bulk/x',
    '/changes/x',
    '/manifest/x',
    '/api/usc/documents/%20',
  ]) {
    const routed = get(target, BROWSER);
    assert.is(routed.kind === 'error' && routed.hasErrorPage, false, target);
  }
  const broken = get('/usc/%', BROWSER);
  assert.equal(broken.kind === 'error' && [broken.error.status, broken.hasErrorPage], [400, false]);
});

test('an address of the site gives its file', () => {
  const routed = get('/docs', BROWSER);
  assert.equal(routed.kind === 'file' && [routed.path, routed.policy, routed.hasErrorPage], [
    'site/docs/index.html',
    'page',
    true,
  ]);
  const script = get('/site/assets/main-AB.js?x');
  assert.equal(script.kind === 'file' && [script.path, script.policy, script.hasErrorPage], [
    'site/assets/main-AB.js',
    'asset',
    false,
  ]);
  assert.is(script.kind === 'file' && script.missing?.status, 404);
  assert.is(get('/feeds%2Ffr.atom').kind, 'error', 'a slash that is encoded parts nothing');
});

test('the Model Context Protocol goes to the shim with any method', () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const routed = get('/mcp', undefined, method);
    assert.is(routed.kind === 'origin' && routed.reason, 'mcp');
  }
});

test.run();
