import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { router } from '../../../build/contract/routing/route.ts';
import { SOURCES } from '../../../build/contract/sources.ts';

const route = router(SOURCES);
const get = (target: string, accept?: string) => route({ method: 'GET', target, accept });

/** Returns the file's path, or the reason for none. */
function answerTo(target: string, accept?: string): string {
  const routed = get(target, accept);
  if (routed.kind === 'file') return routed.path;
  if (routed.kind === 'origin') return `origin: ${routed.reason}`;
  return routed.kind === 'error' ? routed.error.code : routed.kind;
}

function assertAll(expected: string, targets: readonly string[], accept?: string): void {
  for (const target of targets) assert.is(answerTo(target, accept), expected, target);
}

test('every spelling of a document is its file', () => {
  assertAll('api/usc/documents/t17/s106.json', [
    '/api/usc/documents/t17%2Fs106',
    '/api/usc/documents/t17%2fs106?',
    '/api/usc/documents/t17/s106',
    '/api/usc/documents/us/usc/t17/s106',
    '/api/usc/documents//us/usc/t17/s106',
    '/api/usc/documents/%2Fus%2Fusc%2Ft17%2Fs106?format=json&fields=',
    '/api/usc/documents/t17/s%31%306?api_key=x&fields=,',
    'http://localhost:3000/api/usc/documents/t17/s106#top',
    '/%61pi/usc/%64ocuments/t17/s106',
  ]);
  assertAll('api/usc/documents/t17/s106.md', ['/api/usc/documents/t17/s106'], 'text/markdown');
  assertAll(
    'api/usc/documents/t17/s106.txt',
    ['/api/usc/documents/t17/s106?format=text&fields=status'],
    'text/markdown',
  );
  assertAll('origin: fields', ['/api/usc/documents/t17/s106?fields=status']);
  assertAll('origin: pinpoint', [
    '/api/usc/documents/t17/s106?pinpoint=(a)',
    '/api/usc/documents/t17/s106?pinpoint=%28a%29%281%29&fields=body',
    '/api/usc/documents/t17/s106?pinpoint=(a)&format=text',
  ]);
  assertAll('api/usc/documents/t30/s44 /us/usc/t30/s45.json', [
    '/api/usc/documents/t30/s44%20/us/usc/t30/s45',
  ]);
});

test('an impossible identifier is not found without a file', () => {
  assertAll('DOCUMENT_NOT_FOUND', [
    '/api/usc/documents/',
    '/api/usc/documents/_q/title_number=17',
    '/api/usc/documents/../../stats',
    '/api/usc/documents/%2e%2e%2fstats',
    '/api/usc/documents/t17%00',
    '/api/usc/documents/a%5Cb',
    `/api/usc/documents/${'x'.repeat(251)}`,
  ]);
});

test('every spelling of a list page is its file', () => {
  assertAll('api/usc/documents.json', [
    '/api/usc/documents',
    '/api/usc/documents?',
    '/api/usc/documents?limit=20&offset=0&sort=identifier&format=text&fields=body',
    '/api/usc/documents?&offset=00&&limit=020&x=1',
  ]);
  assertAll('api/usc/documents/_q/title_number=17&sort=identifier&limit=20&offset=40.json', [
    '/api/usc/documents?title_number=17&sort=identifier&limit=20&offset=40',
    '/api/usc/documents?offset=40&title_number=017',
  ]);
  assertAll('api/fr/documents/_q/agency=Commerce%20Department.json', [
    '/api/fr/documents?agency=Commerce+Department',
    '/api/fr/documents?agency=Commerce%20Department&sort=-publication_date',
    '/api/fr/documents?%61gency=Commerce%20%44epartment&limit=20',
  ]);
  assertAll('api/usc/documents/_q/cursor=.json', [
    '/api/usc/documents?cursor=&offset=7',
    '/api/usc/documents?cursor',
  ]);
  assertAll('api/usc/documents/_q/positive_law=true.json', ['/api/usc/documents?positive_law=1']);
});

test('the file of a list page has its exact name only', () => {
  assertAll('api/usc/documents/_q/cursor=.json', ['/api/usc/documents/_q/cursor=.json?limit=7']);
  assertAll('api/fr/documents/_q/agency=A%20B.json', ['/api/fr/documents/_q/agency=A%2520B.json']);
  assertAll('api/fr/years/2018/05/_q/limit=100&offset=100.json', [
    '/api/fr/years/2018/05/_q/limit=100&offset=100.json',
  ]);
  assertAll('NOT_FOUND', [
    ...['/api/usc/documents/_q/.json', '/api/usc/documents/_q/title_number=017.json'],
    ...['/api/usc/documents/_q/limit=7.json', '/api/usc/documents/_q/sort=-identifier.json'],
    ...['/api/fr/documents/_q/agency=A%20B.json', '/api/fr/years/2018/05/_q/limit=100&offset=0.json'],
    ...['/api/fr/years/2018/05/_q/x.txt', '/api/fr/years/2018/05/_q/x/y.json', '/api/usc/titles/_q/x.json'],
  ]);
  assertAll('DOCUMENT_NOT_FOUND', ['/api/usc/documents/x/_q/cursor=.json', '/api/usc/documents/_q/cursor=']);
  assertAll('INVALID_PARAMETER', ['/api/usc/documents/_q/cursor=.json?x=%ff']);
});

test('a request without a file has a reason', () => {
  for (const [search, reason] of [
    ['limit=21', 'limit'],
    ['offset=10', 'offset'],
    ['sort=-identifier', 'sort'],
    ['title_number=1&status=x', 'filters'],
    ['status=x&cursor=', 'filters'],
    [`agency=${'x'.repeat(250)}`, 'name'],
  ])
    assertAll(`origin: ${reason}`, [`/api/ecfr/documents?${search}`]);
  assertAll('origin: depth', ['/api/fr/documents?offset=500', '/api/fr/documents?agency=X&offset=100']);
  assertAll('origin: search', ['/api/search?q=x&q=y']);
  assertAll('origin: health', ['/api/health?%ff']);
});

test('files for mirrors have their paths in every spelling, other paths are not found', () => {
  assertAll('manifest.json', [
    '/manifest.json',
    '/manifest.json?x=%41',
    '/%6danifest%2Ejson',
    '/manifest.json#x',
  ]);
  assertAll('manifest/usc/pages/title_number.ndjson', ['/manifest/usc/pages/title_number.ndjson']);
  for (const path of [
    'manifest.json.minisig',
    'manifest/pages.ndjson',
    'bulk/usc/t17.jsonl.gz',
    'bulk/index.json',
    'changes/index.json',
    'changes/index.json.minisig',
    'changes/17.ndjson',
  ])
    assertAll(path, [`/${path}`]);
  assertAll('NOT_FOUND', [
    ...[
      '/manifest',
      '/manifest/',
      '/manifest/x.json',
      '/manifest//a.ndjson',
      '/manifest/A.ndjson',
      '/manifest.ndjson',
    ],
    ...[
      '/manifest/usc%2Ft17.ndjson',
      '/manifest/../build.json',
      '/manifest/%2e%2e/build.json',
      '/manifest/a.ndjson/b',
    ],
    ...[
      '/bulk/x.gz',
      '/bulk/.jsonl.gz',
      '/bulk/usc/t17.jsonl',
      '/bulk/index.json.minisig',
      '/bulk/../catalog/catalog.bin',
    ],
    ...[
      '/changes/x.ndjson',
      '/changes/1.json',
      '/changes/1.ndjson.minisig',
      '/changes',
      '/build.json',
      '/catalog/catalog.bin',
    ],
  ]);
  assert.is(route({ method: 'POST', target: '/manifest/x' }).kind, 'error');
  assert.is(route({ method: 'OPTIONS', target: '/bulk/x' }).kind, 'options');
});

test('each page of hierarchy and overview is its file', () => {
  assertAll('api/usc/titles/17.json', [
    '/api/usc/titles/17',
    '/api/usc/titles/017?x',
    '/api/usc/titles/1%37',
  ]);
  assertAll('api/fr/years/2018/05.json', [
    '/api/fr/years/2018/5',
    '/api/fr/years/2018/05?limit=100',
    '/api/fr/years/2018/05?offset=0&cursor=x',
  ]);
  assertAll('api/fr/years/2018/05/_q/limit=100&offset=100.json', ['/api/fr/years/2018/5?offset=100']);
  assertAll('origin: limit', ['/api/fr/years/2018/5?limit=20']);
  assertAll('origin: offset', ['/api/fr/years/2018/5?offset=10']);
  assertAll('api/openapi.json', ['/api/openapi', '/api/openapi.json', '/openapi.json']);
  assertAll('api/stats.json', ['/api/stats', '/api/stats?x=1']);
  assertAll('NOT_FOUND', [
    ...[
      '/api/stats/',
      '/api%2Fstats',
      '/api/usc%2Fdocuments',
      '/api/usc',
      '/api/fr/titles',
      '/api/usc/years',
    ],
    ...['/api/usc/titles/1234', '/api/usc/titles/x', '/api/usc/titles/17/1', '/api/usc/titles/'],
    ...['/api/fr/years/18', '/api/fr/years/2018/13', '/api/fr/years/2018/0', '/api/fr/years/2018/5/1'],
  ]);
});

test('the histories of a title are its file, else made of the file that titles of unusual names share', () => {
  for (const [name, path] of [
    ['t17', 'api/usc/structure/t17/versions.json'],
    ['%2Fus%2Fusc%2Ft17', 'api/usc/structure/t17/versions.json'],
    ['t-x', 'api/usc/structure/t-x/versions.json'],
  ] as const) {
    const routed = get(`/api/usc/structure/${name}/versions`);
    assert.ok(routed.kind === 'file');
    assert.equal([routed.path, routed.missing], [path, null], name);
    const identifier = `/us/usc/${/t17$/.test(name) ? 't17' : name}`;
    const { resource, ...requested } = routed.requested as { resource: string; identifier: string };
    assert.equal([resource, requested.identifier], ['levelversions', identifier]);
  }
  assertAll('NOT_FOUND', ['/api/usc/structure/t17%2Fch1/versions', '/api/fr/structure/2018/versions']);
});

test('the index and one build’s changes are files, merged changes are computed', () => {
  assertAll('changes/index.json', ['/api/changes', '/api/changes?x=1', '/%61pi/changes?']);
  assertAll('changes/12.ndjson', ['/api/changes/12', '/api/changes/1%32?since=3']);
  assertAll('origin: since', [
    ...['/api/changes?since=12', '/api/changes?x=1&since=0', '/api/changes?%73ince=007'],
    `/api/changes?since=${'0a'.repeat(32)}`,
  ]);
  assertAll('INVALID_PARAMETER', [
    ...['/api/changes?since=-1', '/api/changes?since=1.5', '/api/changes?since=1&since=1'],
    ...[
      `/api/changes?since=${'0A'.repeat(32)}`,
      `/api/changes?since=${'1'.repeat(16)}`,
      '/api/changes/1?x=%ff',
    ],
  ]);
  assertAll('NOT_FOUND', [
    ...['/api/changes/', '/api/changes/0', '/api/changes/01', '/api/changes/x', '/api/changes/1/2'],
    ...['/api/changes/1234567890', '/api%2Fchanges', '/api/changes/1%2F2', '/changes'],
  ]);
  const routed = get('/api/changes?since=007');
  assert.equal(routed.kind === 'origin' && routed.requested, {
    resource: 'changes',
    words: {},
    given: '7',
  });
});

test('the first of several errors of a request is reported', () => {
  assertAll('INVALID_PARAMETER', [
    ...[
      '/api/usc/documents/%ff',
      '/nothing/%',
      '/api/usc/documents?x=%ff',
      '/api/stats?%',
      '/api/usc/documents?limit=0',
    ],
    ...['/api/usc/documents/t17/s106?format=html', '/api/usc/documents/t17/s106?format=json&format=text'],
    `/%ff${'x'.repeat(9000)}`,
  ]);
  assertAll('URI_TOO_LONG', [`/${'x'.repeat(8192)}`]);
  assertAll('NOT_FOUND', [`/${'x'.repeat(8191)}`]);
});

test('a request with two keys is refused, but not for a file of the site', () => {
  const keys = '?api_key=a&api_key=b';
  const refused = [
    ...['/api/stats', '/api/usc/documents', '/api/usc/documents/t17/s106', '/api/fr/years/2018/5'],
    ...['/api/usc/documents/_q/cursor=.json', '/manifest.json', '/manifest/nothing'],
  ];
  assertAll(
    'INVALID_PARAMETER',
    refused.map(path => path + keys),
  );
  assertAll('site/robots.txt', [`/robots.txt${keys}`]);
  assertAll('origin: health', [`/api/health${keys}`]);
});

test('an endpoint allows GET, HEAD and OPTIONS only', () => {
  const of = (method: string, target: string) => route({ method, target });
  assert.is(of('HEAD', '/api/stats').kind, 'file');
  assert.equal([of('OPTIONS', '/api/stats?%ff').kind, of('OPTIONS', '*').kind], ['options', 'options']);
  for (const [method, target, status] of [
    ['POST', '/api/stats', 405],
    ['POST', '/api/health', 405],
    ['POST', '/api', 404],
    ['OPTIONS', '/api', 404],
    ['GET', '*', 404],
  ] as const) {
    const routed = of(method, target);
    assert.is(routed.kind === 'error' && routed.error.status, status, `${method} ${target}`);
  }
});

test('a missing file is an error of its resource, or a page to compute', () => {
  const missing = (target: string) => {
    const routed = get(target);
    return routed.kind === 'file' ? (routed.missing?.code ?? null) : 'no file';
  };
  assert.is(missing('/api/usc/documents/t99/s1'), 'DOCUMENT_NOT_FOUND');
  for (const url of ['/api/usc/titles/99', '/api/fr/years/1900', '/api/fr/years/1900/1'])
    assert.is(missing(url), 'NOT_FOUND', url);
  for (const url of ['/api/usc/documents?status=x', '/api/fr/years/2018/5?offset=900'])
    assert.is(missing(url), null, url);
  for (const url of ['/api/bulk', '/api/changes', '/api/changes/1'])
    assert.is(missing(url), 'NOT_FOUND', url);
  assert.is(missing('/api/stats'), 'REQUEST_ERROR');
});

test('a missing page of the hierarchy is named by its number', () => {
  for (const [target, message] of [
    ['/api/usc/titles', 'No titles were found in usc.'],
    ['/api/usc/titles/99', 'No title 99 was found in usc.'],
    ['/api/fr/years', 'No years were found in fr.'],
    ['/api/fr/years/1900', 'No documents were found for the year 1900.'],
    ['/api/fr/years/1900/1', 'No documents were found for the month 1900-01.'],
  ] as const) {
    const routed = get(target);
    assert.is(routed.kind === 'file' && routed.missing?.message, message);
  }
});

test.run();
