import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CACHE_CONTROL, KEYED_CACHE_CONTROL, PAGE_HEADERS, VARY } from '../../../build/contract/headers.ts';
import { presentedKey } from '../../../build/contract/presented-key.ts';
import { router } from '../../../build/contract/routing/route.ts';
import { SOURCES } from '../../../build/contract/sources.ts';
import { routingMaps } from '../../../build/edge/maps/maps.ts';
import { pageVariable } from '../../../build/edge/maps/views.ts';
import type { Inputs } from './evaluate.ts';
import { evaluator } from './evaluate.ts';

/** What the maps say beside the file: headers, and what pages of the site are about. */

const evaluate = evaluator(routingMaps(SOURCES));
const route = router(SOURCES);

const inputs = (target: string, more: Partial<Inputs> = {}): Inputs => ({
  ...{ target, method: 'GET', accept: '', authorization: '', x_api_key: '' },
  path: decodeURIComponent(target.replace(/[?#].*$/s, '')),
  ...more,
});

const S106 = '/api/usc/documents/t17%2Fs106';

test('a request with a key, however sent, gets an answer for no shared cache', () => {
  const headers = [
    {},
    { authorization: 'Bearer k' },
    { authorization: 'bEARER  k' },
    { authorization: 'Basic eDp5' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer a b' },
    { x_api_key: 'k' },
  ];
  const queries = [
    '',
    '?api_key=k',
    '?x=1&api_key=k',
    '?api_key=k&x=1',
    '?api_key=',
    '?api_key',
    '?api_key=&x=1',
    '?my_api_key=k',
  ];
  let keyed = 0;
  for (const header of headers)
    for (const query of queries) {
      const { authorization, x_api_key } = { authorization: undefined, x_api_key: undefined, ...header };
      const key = presentedKey({ authorization, 'x-api-key': x_api_key }, S106 + query);
      if (key !== null) keyed++;
      const wanted = key === null ? CACHE_CONTROL : KEYED_CACHE_CONTROL;
      for (const [target, policy] of [
        [S106, 'document'],
        ['/api/usc/documents', 'list'],
        ['/usc/title-17', 'page'],
      ] as const)
        assert.is(
          evaluate('cache', inputs(target + query, header)),
          wanted[policy],
          `${target}${query} ${JSON.stringify(header)}`,
        );
    }
  assert.ok(keyed > 20 && keyed < headers.length * queries.length - 10, `${keyed}`);
});

test("every file has the rule's Cache-Control and Vary", () => {
  const policies = new Set<string>();
  for (const target of [
    ...[S106, '/api/usc/documents', '/api/usc/documents?title_number=17', '/api/sources', '/api/bulk'],
    ...[
      '/api/usc/titles',
      '/api/usc/titles/17',
      '/api/fr/years',
      '/api/fr/years/2018',
      '/api/fr/years/2018/05',
    ],
    ...[
      '/api/stats',
      '/api/openapi',
      '/api/changes',
      '/api/changes/17',
      '/manifest.json',
      '/bulk/index.json',
    ],
    ...['/bulk/usc/all.jsonl.gz', '/changes/17.ndjson', '/docs', '/robots.txt', '/site/assets/app.js'],
  ]) {
    const routed = route({ method: 'GET', target });
    if (routed.kind !== 'file') continue;
    policies.add(routed.policy);
    assert.is(evaluate('cache', inputs(target)), CACHE_CONTROL[routed.policy], target);
    assert.is(evaluate('vary', inputs(target)), VARY[routed.policy], target);
  }
  assert.ok(policies.size >= 6, [...policies].join());
});

test("pages of the site have the rule's subject and headers", () => {
  const subjects: Record<string, string> = {
    '/': '/site/index.html',
    '/search': '/site/index.html',
    '/search/': '/site/index.html',
    '/usc/title-17': '/api/usc/titles/17.json',
    '/usc/title-17/chapter-1/section-106': '/api/usc/documents/t17/s106.json',
    '/usc/title-5a/pl-95-988/section-1': '/api/usc/documents/t5a/pl/95/988/s1.json',
    '/fr/2018': '/api/fr/years/2018.json',
    '/fr/2018/5': '/api/fr/years/2018/05.json',
    '/fr/2018/05': '/api/fr/years/2018/05.json',
    '/fr/2018/10': '/api/fr/years/2018/10.json',
    '/fr/2018/11/': '/api/fr/years/2018/11.json',
    '/fr/2018/12': '/api/fr/years/2018/12.json',
    '/fr/2018-09910': '/api/fr/documents/2018-09910.json',
  };
  for (const [target, subject] of Object.entries(subjects)) {
    const routed = route({ method: 'GET', target, accept: 'text/html' });
    assert.is(routed.kind, 'view', target);
    if (routed.kind === 'view' && routed.subject !== null) assert.is(`/${routed.subject}`, subject, target);
    assert.is(evaluate('subject', inputs(target)), subject, target);
    for (const [name, value] of Object.entries(PAGE_HEADERS))
      assert.is(evaluate(pageVariable(name), inputs(target)), value, `${target} ${name}`);
  }
  for (const name of Object.keys(PAGE_HEADERS))
    assert.is(evaluate(pageVariable(name), inputs(S106)), '', name);
});

test('a missing path with Accept HTML is a page, except below the API', () => {
  const unknown = (path: string, accept = 'text/html,*/*;q=0.8') =>
    evaluate('unknown', inputs(path, { accept }));
  assert.is(unknown('/nowhere'), 'view_missing');
  for (const path of ['/api', '/api/x', '/API/x', '/bulk/x', '/changes/x', '/manifest/x'])
    assert.is(unknown(path), 'endpoint', path);
  assert.is(unknown('/apis'), 'view_missing');
  assert.is(unknown('/nowhere', 'application/json'), 'endpoint');
  assert.is(evaluate('unknown_file', inputs('/x', { accept: 'text/html' })), 'view_missing');
  for (const accept of ['', 'application/json', '*/*'])
    assert.is(evaluate('unknown_file', inputs('/x', { accept })), 'missing', accept);
});

test.run();
