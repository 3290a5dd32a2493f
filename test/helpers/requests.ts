import type { RoutedRequest } from '../../build/contract/routing/routes.ts';
import type { Random } from './random.ts';

/** Requests of every kind and spelling, for all that routes them: the routing rule, the shim, the edges. */

/** What clients send: curl, axios, browsers, feed readers, and who asks for a representation. */
const ACCEPTS: readonly (string | undefined)[] = [
  undefined,
  undefined,
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'application/atom+xml, application/rss+xml;q=0.9, text/xml;q=0.8, */*;q=0.1',
  'text/markdown',
  'text/markdown;charset=utf-8, */*;q=0.1',
  'text/plain',
  'text/plain;q=0.9, text/markdown;q=0.4',
  'text/*',
  'application/json;q=0',
  'image/png',
  '',
];

/** Added to a query, they change nothing but where they contradict it. */
const ADDITIONS = [
  ...[
    'limit=20',
    'limit=020',
    'offset=0',
    'offset=00',
    'sort=identifier',
    'sort=-publication_date',
    'limit=100',
  ],
  ...[
    'format=json',
    'format=text',
    'format=markdown',
    'fields=',
    'fields=,%20',
    'pinpoint=',
    'utm_source=x',
    '&',
    '=',
    'a',
    '%61=1',
  ],
  ...['limit=', 'offset', 'sort=', 'status=', 'format', 'since=', 'api_key=', 'document_type', 'cfr_part='],
  ...['limit=&limit=', 'api_key=x&api_key=y', 'api_key&api%5Fkey=', 'status=&status=in_force'],
  ...[
    'cursor=',
    'offset=20',
    'offset=7',
    'limit=7',
    'limit=0',
    'limit=101',
    'limit=x',
    'offset=-1',
    'format=html',
  ],
  ...[
    'fields=status',
    'pinpoint=(a)',
    'pinpoint=%28a%29',
    'pinpoint=(zz)',
    'pinpoint=a',
    'on=2021-12-27',
    'on=2018-05-10~1',
    'on=2018',
    'on=',
    'fields=metadata,body',
    'sort=title_number',
    'sort=x',
    'status=in_force',
    'title_number=17',
  ],
  ...[
    'title_number=017',
    'positive_law=1',
    'positive_law=no',
    'date_from=2018-01-01',
    'date_from=2018-02-31',
  ],
  ...[
    'document_type=rule',
    'document_type=Rule',
    'agency=',
    'cursor=x',
    'cursor=2018-05-10',
    'q=x',
    '%ff=1',
    'x=%zz',
  ],
  ...[
    'list=cites',
    'list=cited_by',
    'list=',
    'list=all',
    'since=1',
    'cursor=%2Fus%2Fusc%2Ft17%2Fs106',
    'cursor=/us/cfr/t1/s1.1',
    'offset=9007199254740992',
    'rin=2060-AU24',
  ],
];

/** Paths that are no page's, or not any longer. */
const PATHS = [
  ...[
    '/',
    '/api',
    '/api/',
    '/api/usc',
    '/api/usc/',
    '/api/xyz/documents',
    '/api/usc/years',
    '/api/fr/titles',
  ],
  ...[
    '/api/usc/documents/',
    '/api/usc/documents//',
    '/api/usc/titles/',
    '/api/usc/titles/0',
    '/api/usc/titles/999',
  ],
  ...[
    '/api/usc/titles/1234',
    '/api/usc/titles/x',
    '/api/usc/titles/17/1',
    '/api/usc/titles/1%37',
    '/api/usc/titles/1%2F7',
  ],
  ...[
    '/api/fr/years/',
    '/api/fr/years/18',
    '/api/fr/years/2018/',
    '/api/fr/years/2018/13',
    '/api/fr/years/2018/5',
  ],
  ...[
    '/api/changes',
    '/api/changes?since=1',
    '/api/changes?since=0',
    '/api/changes?since=x',
    '/api/changes/',
  ],
  ...['/api/changes/1', '/api/changes/01', '/api/changes/2', '/api/changes/x', '/api/changes/1/2'],
  ...['/api/fr/years/2018/05', '/api/fr/years/2018/005', '/api/fr/years/2018/5/1', '/api/fr/years/1900/01'],
  ...[
    '/api/sources',
    '/api/sources/',
    '/api/bulk',
    '/api/bulk/',
    '/api/bulk?limit=0',
    '/api/stats',
    '/api/openapi',
    '/api/openapi.json',
    '/openapi.json',
    '/openapi',
  ],
  ...[
    '/api/health',
    '/api/search',
    '/api/search?q=lighthouse',
    '/api/citations',
    '/api/citations?q=',
    '/api/citations?q=17+U.S.C.+106(1)+and+17+USC+106a',
    '/api/citations?q=17+U.S.C.+106%E2%80%93107%2C%2083%20FR%2021707',
    '/%61pi/citations?q=%F0%9F%8F%9B+44+CFR+part+206',
    '/%61pi/stats',
    '/api%2Fstats',
    '/api/usc%2Fdocuments',
  ],
  ...[
    '/api/usc/documents/_q/cursor=',
    '/api/usc/documents/_q',
    '/api/usc/documents/t17/_q',
    '/api/usc/documents/..',
  ],
  ...[
    '/api/usc/documents/..%2f..%2fstats',
    '/api/usc/documents/../../stats',
    '/api/usc/documents/t17%2Fs106.json',
  ],
  ...[
    '/api/usc/documents/t17/s106.json/x',
    '/api/usc/documents/us/usc/us/usc/t17/s106',
    '/api/usc/documents/nul',
  ],
  ...[
    '/api/usc/documents/C%3A',
    '/api/usc/documents/%5C',
    '/api/usc/documents/%00',
    '/api/usc/documents/%ff',
  ],
  ...['/catalog/catalog.bin', '/build.json', '/api/usc/documents.json'],
  ...[
    '/manifest.json',
    '/manifest.json?x=1',
    '/%6danifest%2Ejson',
    '/manifest.json/',
    '/manifest.json.minisig',
    '/manifest/usc/t17.ndjson',
    '/manifest/usc/pages/t17.ndjson?x=%41',
    '/manifest/usc%2Ft17.ndjson',
  ],
  ...[
    '/manifest',
    '/manifest/',
    '/manifest/usc',
    '/manifest/x.json',
    '/manifest//usc/t17.ndjson',
    '/manifest/USC/t17.ndjson',
  ],
  ...[
    '/bulk/usc/t17.jsonl.gz',
    '/bulk/usc/t999.jsonl.gz',
    '/bulk/index.json',
    '/bulk/index.json.minisig',
    '/bulk/usc/t17.jsonl',
  ],
  ...[
    '/changes/index.json',
    '/changes/index.json.minisig',
    '/changes/1.ndjson',
    '/changes/x.ndjson',
    '/changes/1.json',
  ],
  ...[
    '/changes/..%2fcatalog%2fcatalog.bin',
    '/bulk/../catalog/catalog.bin',
    '/manifest/%2e%2e/build.json',
    '/bulk/%ff',
  ],
];

/** Pages and files of the site, and what is like them. */
const SITE_PATHS = [
  ...['/', '/search', '/search/', '/search?q=x', '/usc', '/usc/', '/ecfr', '/fr', '/fr/', '/xyz'],
  ...['/usc/title-17', '/usc/title-017', '/usc/title-5a', '/usc/title-99', '/usc/title-1234', '/usc/title-x'],
  ...[
    '/usc/title-17/chapter-1',
    '/usc/title-17/chapter-1/',
    '/ecfr/title-1/chapter-I/part-1',
    '/usc/title-17/part-1',
  ],
  ...[
    '/usc/title-17/chapter-1/section-106',
    '/usc/title-17/section-106/',
    '/usc/title-17/chapter-9/section-106',
  ],
  ...[
    '/usc/structure/t17/ch1',
    '/usc/structure/t17%2Fch1',
    '/ecfr/structure/t33/p971/',
    '/usc/structure/t99',
    '/usc/title-17/chapter-1/section-99999',
    '/usc/title-17/chapter-1/section-',
    '/usc/title-17/chapter-1/x',
  ],
  ...[
    '/ecfr/title-1/chapter-I/part-1/section-1.1',
    '/ecfr/title-1/part-1/section-1.1',
    '/ecfr/title-1/section-1.1?x=1',
  ],
  ...[
    '/usc/title-18a/pl-96-456/section-1',
    '/usc/title-5a/pl-95-521-tIV/section-407',
    '/usc/title-5a/pl/95/section-1',
  ],
  ...[
    '/ecfr/title-33/chapter-IX/part-971/appendix-A',
    '/ecfr/title-33/part-971/appendix-A/',
    '/ecfr/title-33/chapter-9/part-971/table-1',
    '/ecfr/title-33/part-971/appendix',
    '/ecfr/title-33/part-971/appendix-A%2FB',
    '/ecfr/title-33/appendix-A',
    '/ecfr/document-t33%2Fp971%2FappA',
  ],
  ...[
    '/usc/title-28a/rules-Civ/rule-901',
    '/usc/title-28a/rules-Civ/rule-999/',
    '/usc/title-28a/rules-Civ',
    '/usc/document-t28a%2FcourtRules%2FCiv%2Frule901',
    '/usc/title-50a/plans-1951/plan-9',
    '/usc/title-50a/plans-1951/plan',
  ],
  ...['/usc/title-30/section-28%E2%80%931', '/usc/title-30/section-44%20%2Fus%2Fusc%2Ft30%2Fs45', '/usc/%5C'],
  ...[
    '/usc/title-30/chapter-2/section-44%20%2Fus%2Fusc%2Ft30%2Fs45',
    '/usc/document-t17%2Fs106',
    '/usc/document-x',
  ],
  ...[
    '/usc//',
    '/usc/nothing',
    '/usc%2Ftitle-17',
    '/usc/title-17%2Fsection-106',
    '/%75sc/title-17',
    '/USC/title-17',
  ],
  ...[
    '/fr/2018-09910',
    '/fr/2018-99999',
    '/fr/2018',
    '/fr/2018/',
    '/fr/1900',
    '/fr/2018/05',
    '/fr/2018/5',
    '/fr/2018/13',
  ],
  ...[
    '/fr/2018%2F05',
    '/fr/document-2018-09910',
    '/fr/2018/05/01',
    '/fr/%00',
    '/fr/%ff',
    '/fr/C1-2017-20310',
  ],
  ...[
    '/docs',
    '/docs/',
    '/docs/reference',
    '/docs/nothing.js',
    '/docs/.x',
    '/robots.txt',
    '/robots.txt/',
    '/robots%2Etxt',
  ],
  ...[
    '/sitemap.xml',
    '/sitemaps/usc-t17.xml',
    '/feeds/fr.atom',
    '/feeds/changes.atom',
    '/feeds/x.atom',
    '/feeds/x/y',
  ],
  ...[
    '/site/index.html',
    '/site/robots.txt',
    '/site/',
    '/site/assets/x-1.js',
    '/site/..%2fbuild.json',
    '/site/../build.json',
  ],
];

/** Names of list pages' files, and what is like them. */
export const PAGE_NAMES = [
  '/api/usc/documents/_q/cursor=.json',
  '/api/usc/documents/_q/title_number=17.json',
  '/api/usc/documents/_q/title_number=017.json',
  '/api/usc/documents/_q/title_number=999.json',
  '/api/usc/documents/_q/limit=7.json',
  '/api/usc/documents/_q/.json',
  '/api/fr/documents/_q/agency=Commerce%2520Department.json',
  '/api/fr/years/2018/05/_q/limit=100&offset=100.json',
  '/api/fr/years/2018/05/_q/limit=100&offset=0.json',
  '/api/fr/years/2018/05/_q/x.txt',
] as const;

const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'];

/** @param urls of precomputed pages and documents, in their usual spelling */
export function spelledRequest(random: Random, urls: readonly string[]): Required<RoutedRequest> {
  const url = random.chance(0.85) ? random.pick(urls) : random.pick(random.chance(0.4) ? SITE_PATHS : PATHS);
  const [path = '', query = ''] = url.split('?');
  const pairs = query === '' ? [] : query.split('&');
  while (random.chance(0.45)) pairs.splice(random.below(pairs.length + 1), 0, random.pick(ADDITIONS));
  if (random.chance(0.2)) pairs.reverse();
  const search = pairs.map(pair => respelled(random, pair)).join('&');
  const mark = search !== '' || random.chance(0.2) ? '?' : '';
  return {
    method: random.pick(METHODS),
    target: respelledPath(random, path) + mark + search,
    accept: random.pick(ACCEPTS),
  };
}

function respelled(random: Random, pair: string): string {
  return random.pick([
    () => pair,
    () => pair,
    () => pair.replaceAll('%20', '+'),
    () => pair.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()),
    () => pair.replaceAll('%2F', '/'),
    // A level by its short identifier.
    () => pair.replace(/^within=(?:%2F)?us%2F\w+%2F/, random.pick(['within=', 'within=/', 'within=%2f/'])),
    () => pair.replace(/=([a-z])/i, (_, letter: string) => `=%${letter.charCodeAt(0).toString(16)}`),
    () => (random.chance(0.2) ? pair.toUpperCase() : pair),
  ])();
}

function respelledPath(random: Random, path: string): string {
  return random.pick([
    () => path,
    () => path,
    () => path.replaceAll('%2F', '/'),
    () => path.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()),
    () => path.replace(/documents\/(?=t\d)/, 'documents/%2Fus%2Fusc%2F'),
    () => path.replace(/usc\/documents\/(?=t\d)/, 'usc/documents/us/usc/'),
    () => path.replace(/ecfr\/documents\/(?=t\d)/, 'ecfr/documents//us/cfr/'),
    () => path.replace(/fr\/documents\/(?=\d)/, 'fr/documents/%2fus%2ffr%2f'),
    () => path.replace(/\/0(\d)$/, '/$1'),
    () => (random.chance(0.1) ? `${path}/` : path),
    () => (random.chance(0.1) ? path.replace('/', '//') : path),
    () => (random.chance(0.1) ? path.toUpperCase() : path),
  ])();
}
