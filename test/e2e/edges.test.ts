import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMON_HEADERS, fileHeaders, PAGE_HEADERS, policyOfFile } from '../../build/contract/headers.ts';
import { isMadeOfFiles } from '../../build/contract/made-of-files.ts';
import { router } from '../../build/contract/routing/route.ts';
import type { Requested, Route } from '../../build/contract/routing/routes.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { isOfTimes } from '../../build/edge/cloudflare/worker/times.ts';
import { MANIFEST } from '../../build/files/manifest/root.ts';
import type { Edge, RunningEdge } from '../helpers/edges/edge.ts';
import { EDGES } from '../helpers/edges/edges.ts';
import { hasLongQuery } from '../helpers/edges/long-query.ts';
import { freePort } from '../helpers/edges/process.ts';
import { urlsOfTree } from '../helpers/edges/urls.ts';
import { listOf, putHistory } from '../helpers/history.ts';
import { testWhere } from '../helpers/needs.ts';
import { Random } from '../helpers/random.ts';
import { addLongList } from '../helpers/references.ts';
import { spelledRequest } from '../helpers/requests.ts';
import { type Answer, exchange, type RequestHeaders, type Shim, startShim } from '../helpers/shim.ts';
import { buildTree, SAMPLE_CORPUS, type Tree, temporaryFolder } from '../helpers/tree.ts';
import { builtWithVersions } from '../helpers/versions.ts';
import { hostileRequest } from './hostile-requests.ts';

/**
 * build/contract/README.md, Routing and Response headers: every edge answers as the shim does, with the shim behind it; and
 * without it what is precomputed, and errors of the API's form.
 */

interface Asked {
  method: string;
  target: string;
  headers: RequestHeaders;
  route: Route;
  /** The rule names a file, and the tree has it. */
  isFile: boolean;
}

const REQUESTS = 2000;
/** Files of a tree that are nobody's. */
const HIDDEN = ['/catalog/catalog.bin', '/catalog/search.sqlite', '/build.json'];
const route = router(SOURCES);
const agent = new Agent({ keepAlive: true });

let tree: Tree;
let shim: Shim;
const asked: Asked[] = [];
/** What the shim alone answers, in the same order. */
const expected: Answer[] = [];

/** Requests without a key come from many addresses, since each is limited. */
const clientAddress = (i: number): string => `127.0.${1 + (i >> 12)}.${1 + ((i >> 5) & 127)}`;

function send(port: number, i: number, { method, target, headers }: Asked): Promise<Answer> {
  const isKeyed = 'x-api-key' in headers;
  const localAddress = isKeyed ? '127.0.0.1' : clientAddress(i);
  return exchange({
    host: '127.0.0.1',
    port,
    agent,
    method,
    path: target,
    headers,
    localAddress,
    signal: AbortSignal.timeout(5000),
  });
}

/** Conditions and ranges that any answer of a server fits, whatever its validators are. */
const CONDITIONS: readonly RequestHeaders[] = [
  {},
  {},
  {},
  { 'if-none-match': '"other"' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-9' },
  { range: 'bytes=-5' },
  { range: 'bytes=99999999-' },
];

function makeRequest(random: Random, urls: readonly string[], i: number): Asked | null {
  const hostile = i % 8 === 0 ? hostileRequest(random) : null;
  const spelled = spelledRequest(random, urls);
  const method = hostile?.method ?? spelled.method;
  const target = hostile?.url ?? spelled.target;
  const accept = hostile ? undefined : spelled.accept;
  // What only broken clients send, such as a fragment, is another test's (hostile.test.ts).
  if (!/^\/[\x21-\x7e]*$/.test(target) || target.includes('#')) return null;
  // A URL that is no URL is counted by the address that it comes from, which is the proxy's.
  const isKeyed = hostile !== null || process.platform !== 'linux' || random.chance(0.3);
  const headers: RequestHeaders = {
    ...(accept !== undefined && { accept }),
    ...random.pick(CONDITIONS),
    ...(isKeyed && { 'x-api-key': shim.key }),
  };
  return askedFor({ method, target, headers });
}

function askedFor({ method, target, headers }: Omit<Asked, 'route' | 'isFile'>): Asked {
  const accept = headers.accept as string | undefined;
  const routed = route({ method, target, accept });
  const isFile = routed.kind === 'file' && existsSync(join(tree.dist, routed.path));
  return { method, target, headers, route: routed, isFile };
}

const REFERENCE_QUERIES = [
  ...['?list=cites', '?list=cited_by', '?list=', '?list=cites&list=cites', '?list=both'],
  ...['?limit=7', '?limit=101', '?offset=-1', '?offset=x&list=', '?limit=5&limit=5', '?offset=50&limit=050'],
  ...['?list=cites&limit=100&offset=100', '?offset=200&list=cites', '?list=cites&offset=300'],
  ...['?list=cites&limit=7&offset=98', '?list=cited_by&limit=100&offset=100', '?list=cites&limit=0'],
];

const VERSION_QUERIES = [
  ...[
    '?on=2019-12-31',
    '?on=2020-01-01',
    '?on=2020-12-31',
    '?on=2021-01-01',
    '?on=2021-01-01~1',
    '?on=2999-01-01',
  ],
  ...[
    '?on=2021-02-29',
    '?on=x',
    '?on=',
    '?on=2020-01-01&on=2020-01-01',
    '?on=2020-06-30&fields=display_title',
  ],
  ...['?on=2020-06-30&format=markdown', '?on=2020-06-30&format=text', '?on=2020-06-30&pinpoint=(1)'],
];

/** Addresses that chance may miss. */
const ALWAYS = [
  '/search?api_key=x&api_key=y',
  '/usc/document-t17/s106',
  '/usc/document-t17%2Fs106',
  '/api/citations?q=17+U.S.C.+106',
  '/api/usc/structure',
  '/api/usc/structure/t14?depth=all',
  '/api/usc/structure/t14%2Fch91?depth=1',
  '/api/usc/structure/t14/ch91?depth=all',
  '/api/ecfr/structure/%2Fus%2Fcfr%2Ft33%2Fp971%2FspA',
  '/api/ecfr/structure/t33%2Fp971?depth=all',
  '/api/ecfr/structure/t33%2Fp971?depth=2',
  '/api/ecfr/structure/t33%2Fp1?depth=all',
  '/api/ecfr/structure/t33%2F_q',
  '/api/ecfr/structure/',
  '/api/fr/structure',
  '/api/fr/structure/2018',
  ...[
    // The first page of a chapter or part is a file, in all spellings; other pages, levels and unknown ones are computed.
    'usc/documents?within=t14%2Fch91',
    'usc/documents?within=t14/ch91&limit=20&offset=0',
    'usc/documents?within=%2Fus%2Fusc%2Ft14%2Fch91',
    'usc/documents?within=//us/usc/t14/ch91&sort=identifier',
    'usc/documents?within=t14%2Fch91&offset=20',
    'usc/documents?within=t14%2Fch91&cursor=',
    'usc/documents?within=t14%2Fch91&status=in_force',
    'usc/documents?within=t14%2Fch91&within=t14',
    'usc/documents?within=t14',
    'usc/documents?within=t99%2Fch1',
    'usc/documents?within=/us/cfr/t33/p971',
    'usc/documents?within=/us/usc/',
    'usc/documents?within=us/usc',
    'usc/documents?within=%2F',
    'usc/documents?within=',
    'ecfr/documents?within=t33/p971',
    'ecfr/documents?within=us%2fcfr%2ft33%2fp971',
    'ecfr/documents?within=t33/p971/spA',
    'ecfr/documents/_q/within=t33%252Fp971.json',
    'fr/documents?within=t33/p971',
  ].map(rest => `/api/${rest}`),
  ...[
    // Documents and levels with references, without, and unknown ones.
    'usc/documents/t17%2Fs106',
    'usc/documents/t17/s106',
    'usc/documents/t17/s900',
    'usc/documents/%2Fus%2Fusc%2Ft17%2Fs106',
    'usc/documents/t17%2Fs900',
    'usc/documents/t17%2Fs901',
    'usc/documents/t17%2Fs999',
    'ecfr/documents/t1%2Fs1.1',
    'ecfr/documents/t33%2Fp971%2FappA',
    'fr/documents/2018-09910',
    'fr/documents/2018-99999',
    'usc/structure/t14',
    'usc/structure/t14/ch91',
    'usc/structure/t17%2Fch99',
    'ecfr/structure/t33%2Fp971',
    'ecfr/structure/%2Fus%2Fcfr%2Ft33%2Fp971',
    'fr/structure/2018',
  ].flatMap(subject => ['', ...REFERENCE_QUERIES].map(query => `/api/${subject}/references${query}`)),
  '/api/usc/documents/references',
  '/api/usc/documents/references/references',
  '/api/usc/documents/t17%2Fs106%2Freferences',
  '/api/usc/documents/t17%2Fs106%2Freferences?format=json',
  '/api/usc/structure/t14%2Freferences',
  '/api/usc/documents//references',
  '/api/usc/documents/t17/s106/references/',
  '/api/usc/documents/t17/s106/references/_q/list=cites',
  '/api/usc/documents/t17/s900/references/_q/list=cites&limit=100&offset=100.json',
  '/api/usc/documents/t17/s900/references/_q/list=cites&limit=100&offset=0.json',
  '/api/usc/structure/references',
  ...[
    // Documents with versions, a removed one, an alias, one without a list, and unknown ones.
    'usc/documents/t17%2Fs106',
    'usc/documents/%2Fus%2Fusc%2Ft17%2Fs106',
    'usc/documents/t17/s106',
    'usc/documents/t17%2Fs109',
    'usc/documents/t17%2Fs901',
    'usc/documents/t17%2Fs999',
    'fr/documents/2018-09910',
    'fr/documents/2018-99999',
  ].flatMap(subject =>
    ['/versions', '/versions?x=%zz', '/versions/', ...VERSION_QUERIES].map(rest => `/api/${subject}${rest}`),
  ),
  '/api/usc/documents/versions',
  '/api/usc/documents/t17%2Fs106%2Fversions',
  '/api/usc/documents/t17/s106/versions/2020-01-01',
  '/api/usc/documents/t17/s106/versions/2020-01-01.json',
  '/api/usc/structure/t14/versions',
  ...[
    '',
    '?from=2020-01-01',
    '?from=x',
    '?from=2020-06-30&to=2021-01-01~1&format=markdown',
    '?from=2020-06-30&format=html',
    '?from=2020-06-30&format=text',
    '?from=2021-01-01~1',
    '?from=2999-01-01',
    '?from=2019-01-01',
  ].map(query => `/api/usc/documents/t17/s106/diff${query}`),
  ...['t17', 't17%2Fch1', 't17/ch1', '%2Fus%2Fusc%2Ft17', 't17%2Fch99', 't99', '_q'].flatMap(level =>
    [
      '/versions',
      '/changes',
      '/changes?from=2020-01-01&to=2021-01-01',
      '/changes?from=2020-01-01&to=2022-01-01&limit=1&offset=1',
      '/changes?from=2020-01-01&limit=0',
      '/changes?from=2999-01-01',
      '/changes?from=2021-02-29',
    ].map(rest => `/api/usc/structure/${level}${rest}`),
  ),
  ...[
    'usc/documents/t17%2Fs106',
    'usc/documents/t17/s109',
    'usc/documents/t17%2Fs901',
    'ecfr/documents/t33%2Fs971.1',
  ]
    .concat('fr/documents/2018-09910', 'usc/documents/t17%2Fs999', 'usc/documents/_q')
    .map(subject => `/api/${subject}/events`),
  ...[
    'usc/documents?on=2020-06-30&title_number=17',
    'usc/documents?on=2020-06-30',
    'usc/documents?title_number=17&on=x',
  ].map(query => `/api/${query}`),
  ...[
    'within=t17&limit=3&offset=2&on=2020-06-30',
    'title_number=17&limit=20&offset=0&on=2021-01-01',
    'on=2019-01-01&within=t17',
  ].map(query => `/api/usc/documents?${query}`),
  '/api/fr/documents?on=2020-06-30',
  '/api/usc/documents?on=&title_number=17',
  '/api/usc/structure/t17/versions.json',
  '/api/fr/structure/2018/changes?from=2020-01-01',
  '/api/usc/documents/t17/s106/changes?from=2020-01-01',
  '/api/usc/documents/t17%2Fs999/diff?from=2020-01-01',
  '/api/usc/documents/t17%2Fs901/diff?from=2020-01-01&format=html',
  '/api/usc/documents/t17%2Fs109/diff?from=2020-01-01&to=2020-06-30',
  '/api/usc/documents/diff',
  '/api/usc/structure/t14/references/references',
];

test.before(async () => {
  const corpus = join(temporaryFolder(), 'corpus');
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  addLongList(corpus);
  const section = join(corpus, 'usc/title-17/chapter-01/section-900.md');
  writeFileSync(
    section,
    readFileSync(section, 'utf8').replace(/^source: .*\n/m, '$&aliases:\n  - "/us/usc/t17/s901"\n'),
  );
  tree = await readByMirrors(await builtWithVersions(corpus));
  shim = await startShim({ dist: tree.dist, trustProxy: '127.0.0.1' });
  const urls = urlsOfTree(tree.dist);
  const random = new Random(14);
  const requests = Array.from({ length: REQUESTS }, (_, i) => makeRequest(random, urls, i));
  for (const request of [
    // Without a key they would exceed the limit of one address behind some edges.
    ...ALWAYS.map((target, i) =>
      askedFor({ method: 'GET', target, headers: i % 4 === 0 ? {} : { 'x-api-key': shim.key } }),
    ),
    ...requests,
  ]) {
    if (!request) continue;
    expected.push(await send(shim.port, asked.length, request));
    asked.push(request);
  }
});

test.after(async () => {
  agent.destroy();
  await shim.close();
});

/** A copy of a tree with everything that mirrors may read. */
async function readByMirrors({ dist, corpus }: Tree): Promise<Tree> {
  const copy = join(temporaryFolder(), 'dist');
  cpSync(dist, copy, { recursive: true, preserveTimestamps: true });
  for (const [name, content] of Object.entries({
    'bulk/usc/t17.jsonl.gz': gzipSync('{}\n'.repeat(50_000)),
    'bulk/index.json': '{"data":[]}',
    'changes/index.json.minisig': 'untrusted comment: x\n',
    'manifest.json.minisig': 'untrusted comment: x\n',
  })) {
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    writeFileSync(join(copy, name), content);
  }
  putHistory(copy, [listOf(200), listOf(3, 'x')], 1);
  return { dist: copy, corpus };
}

const labelOf = ({ method, target, headers }: Asked): string =>
  `${method} ${target} ${JSON.stringify(headers)}`;

/** Each edge says for itself whether it compresses; validators and dates are its own. */
const withoutEncoding = (vary = ''): string =>
  vary
    .split(/,\s*/)
    .filter(name => !/^accept-encoding$/i.test(name))
    .join(', ')
    .toLowerCase();

const COMPARED = [
  ...Object.keys(COMMON_HEADERS),
  'content-type',
  'cache-control',
  ...Object.keys(PAGE_HEADERS),
  'allow',
  'content-range',
  'retry-after',
  'access-control-allow-methods',
  'access-control-allow-headers',
];

/** A search tells when it was answered, and health since when it runs. */
const withoutTimes = ({ text, json }: Answer): string =>
  json?.uptime === undefined && json?.data?.query === undefined
    ? text
    : text.replace(/"(?:timestamp|uptime|processing_time_ms)":[^,}]+/g, '');

function assertEqual(answer: Answer, shimAnswer: Answer, label: string): void {
  assert.is(
    answer.status,
    shimAnswer.status,
    `${label}: ${answer.status}, not ${shimAnswer.status} ${answer.text.slice(0, 200)}`,
  );
  for (const name of COMPARED) assert.is(answer.headers[name], shimAnswer.headers[name], `${label}: ${name}`);
  assert.is(withoutEncoding(answer.headers.vary), withoutEncoding(shimAnswer.headers.vary), `${label}: vary`);
  assert.is(withoutTimes(answer), withoutTimes(shimAnswer), label);
}

/** A page of the site, or one below a source that says that there is nothing. */
const isForPeople = ({ headers, status }: Answer, { route, method }: Asked): boolean =>
  /^(?:GET|HEAD)$/.test(method) &&
  (route.kind === 'view' || (route.kind === 'error' && route.resource === 'view')) &&
  (status === 304 || headers['content-type']?.startsWith('text/html') === true);

/** Servers without a program send the head of the home page, tell what each part of the app loads, and put no text into a page. */
function assertPage(answer: Answer, shimAnswer: Answer, { method }: Asked, label: string): void {
  // Whoever cannot tell that it has not changed sends it.
  if (answer.status === 200 && shimAnswer.status === 304) return;
  assert.is(answer.status, shimAnswer.status, `${label}: ${answer.status} ${answer.text.slice(0, 200)}`);
  for (const name of [...COMPARED, ...Object.keys(PAGE_HEADERS)])
    assert.is(answer.headers[name], shimAnswer.headers[name], `${label}: ${name}`);
  const bodyOf = ({ text }: Answer) =>
    text
      .replace(/<!--head-->.*<!--\/head-->\n(?:<!--part .*-->\n)*/s, '')
      .replace(/<article class="plain-text">.*<\/article>(?=<\/noscript>)/s, '');
  if (method === 'GET') assert.is(bodyOf(answer), bodyOf(shimAnswer), label);
}

/** Only the shim counts requests. */
const isFromShim = ({ headers }: Answer): boolean => headers['x-ratelimit-policy'] !== undefined;

const isError = (answer: Answer, method: string): boolean =>
  answer.headers['access-control-allow-origin'] === '*' &&
  (method === 'HEAD' || typeof answer.json?.error?.code === 'string' || answer.text.includes('<title>'));

/** So many of a thousand files, or of fewer, may be asked for in a spelling that is beyond a server's language. */
const BEYOND = 1;

function assertFew(missed: readonly string[], requests: readonly number[]): void {
  const files = requests.filter(i => asked[i]?.isFile).length;
  assert.ok(files > requests.length / 4, `${files} files`);
  assert.ok(missed.length <= BEYOND * Math.max(1, files / 1000), missed.join('\n'));
}

async function running(edge: Edge, origin: URL | null, run: (edge: RunningEdge) => Promise<void>) {
  const started = await edge.start({ dist: tree.dist, origin });
  try {
    await run(started);
  } finally {
    await started.stop();
  }
}

/** The requests in their order: all of them, or all that chance may miss and a third of the others. */
const everyRequest = (): number[] => Array.from(asked.keys());
const someRequests = (): number[] => everyRequest().filter(i => i < ALWAYS.length || i % 3 === 0);

let other: Promise<Tree> | null = null;

/** Another tree of the corpus. */
function builtAgain(): Promise<Tree> {
  other ??= buildTree(tree.corpus);
  return other;
}

/** Collects what is wrong, so that a failure tells more than its first case. */
async function allRight(
  requests: readonly number[],
  check: (request: Asked, i: number) => Promise<void>,
): Promise<void> {
  const wrong: string[] = [];
  for (const i of requests)
    await check(asked[i] as Asked, i).catch((error: Error) => wrong.push(`${error.message}`));
  assert.is(wrong.length, 0, `${wrong.length} of ${requests.length}:\n${wrong.slice(0, 12).join('\n')}`);
}

const portOf = ({ base }: RunningEdge): number => Number(base.port);

for (const edge of EDGES) {
  testWhere(test, edge.hindrance(), `${edge.name} with the shim: every answer equals the shim's`, () =>
    running(edge, new URL(`http://127.0.0.1:${shim.port}`), async started => {
      const missed: string[] = [];
      const requests = everyRequest();
      await allRight(requests, async (request, i) => {
        if (edge.isRefused(request)) return;
        const answer = await send(portOf(started), i, request);
        assertEqual(answer, expected[i] as Answer, labelOf(request));
        const isPlain = !('range' in request.headers);
        const isExpected = request.isFile && isPlain && !hasLongQuery(request.target);
        if (isExpected && isFromShim(answer)) missed.push(labelOf(request));
      });
      assertFew(missed, requests);
    }),
  );

  if (edge.isFileServer)
    testWhere(
      test,
      edge.hindrance(),
      `${edge.name}: files beside the API, compression and ETags follow the contract, and private files are hidden`,
      async () => {
        const both = [tree.dist, (await builtAgain()).dist];
        const tags: (string | undefined)[][] = [];
        for (const dist of both) {
          const started = await edge.start({ dist, origin: null });
          const get = (path: string, headers: RequestHeaders = {}) =>
            exchange({ host: '127.0.0.1', port: portOf(started), agent, path, headers });
          try {
            for (const path of HIDDEN) {
              assert.ok(existsSync(join(dist, path)), path);
              for (const url of [
                path,
                `/api/..${path}`,
                `/api/%2e%2e${path}`,
                `/api/usc/documents/..%2f..%2f..${path}`,
              ]) {
                const { status } = await get(url);
                assert.ok(status === 404 || status === 400, `${url}: ${status}`);
              }
            }
            for (const path of [
              MANIFEST,
              'manifest/usc/t17.ndjson',
              'bulk/usc/t17.jsonl.gz',
              'changes/1.ndjson',
            ]) {
              if (!existsSync(join(dist, path))) continue;
              const { status, headers, bytes } = await get(`/${path}`);
              const expected = fileHeaders(path, policyOfFile(path));
              assert.is(status, 200, path);
              for (const name of ['access-control-allow-origin', 'content-type', 'cache-control', 'vary'])
                assert.is(headers[name], expected[name], `${path} ${name}`);
              assert.is(headers['content-encoding'], undefined);
              assert.ok(bytes.equals(readFileSync(join(dist, path))), path);
              const packed = await get(`/${path}`, { 'accept-encoding': 'gzip' });
              const isPacked = !path.endsWith('.gz') && bytes.length >= 1000;
              assert.is(packed.headers['content-encoding'], isPacked ? 'gzip' : undefined, path);
              const [first] = [await get(`/${path}`, { range: 'bytes=0-9' })];
              assert.is(first?.status, path.endsWith('.gz') ? 206 : 200, path);
            }

            const list = await get('/api/usc/documents', { 'accept-encoding': 'gzip' });
            assert.is(list.headers['content-encoding'], 'gzip');
            assert.match(list.headers.vary ?? '', /accept-encoding/i);
            assert.ok(gunzipSync(list.bytes).equals(readFileSync(join(dist, 'api/usc/documents.json'))));
            assert.is((await get('/api/usc/documents')).headers['content-encoding'], undefined);

            const urls = [
              '/api/usc/documents/t17%2Fs106',
              '/api/stats',
              '/api/usc/documents?title_number=17',
            ];
            const answers = await Promise.all(urls.map(url => get(url)));
            for (const [i, { headers }] of answers.entries()) {
              const again = await get(urls[i] ?? '', { 'if-none-match': headers.etag ?? '' });
              assert.equal([again.status, again.text], [304, ''], urls[i]);
              assert.is(again.headers['cache-control'], headers['cache-control']);
            }
            tags.push(answers.map(({ headers }) => headers.etag));
            assert.is((await get(`/api/stats?x=${'y'.repeat(9000)}`)).status, 414);
          } finally {
            await started.stop();
          }
        }
        assert.ok(tags[0]?.every(tag => tag !== undefined));
        assert.equal(tags[0], tags[1], 'two servers of one tree agree');
      },
    );

  for (const [case_, origin] of [
    ['with the shim away', async () => new URL(`http://127.0.0.1:${await freePort()}`)],
    ['without a shim', async () => null],
  ] as const) {
    testWhere(
      test,
      edge.hindrance(),
      `${edge.name} ${case_}: files have the shim's answers, and other requests are errors`,
      async () =>
        running(edge, await origin(), async started => {
          const missed: string[] = [];
          const told = new Set<number>();
          const cited = new Set<number>();
          // Its maps and files are those of the edge with the shim, which was asked for everything.
          const requests = someRequests();
          await allRight(requests, async (request, i) => {
            if (edge.isRefused(request)) return;
            const answer = await send(portOf(started), i, request);
            const label = labelOf(request);
            const isMissed =
              request.isFile &&
              answer.status >= 400 &&
              expected[i]?.status !== 416 &&
              !('range' in request.headers);
            if (isMissed && !hasLongQuery(request.target)) missed.push(`${label}: ${answer.status}`);
            const isAnswered =
              request.route.kind === 'options' || (request.isFile && !('range' in request.headers));
            if (isForPeople(expected[i] as Answer, request))
              return assertPage(answer, expected[i] as Answer, request, label);
            const { requested: what } = request.route as { requested?: { resource: string } };
            const { reason } = request.route as { reason?: string };
            const asking = { resource: 'tree', ...what } as Requested;
            const isMade = isMadeOfFiles(asking) || isOfTimes(asking);
            if (edge.tellsChanges && (reason === 'since' || isMade)) {
              assertEqual(answer, expected[i] as Answer, label);
              told.add(answer.status);
            } else if (edge.tellsChanges && reason === 'citations' && answer.status < 400) {
              // A program reads the documents in the tree; pages and parts are left to the shim.
              assertEqual(answer, expected[i] as Answer, label);
              cited.add(answer.status);
            } else if (isAnswered && !isMissed && answer.status < 400)
              assertEqual(answer, expected[i] as Answer, label);
            // nginx finds that it fits any validator.
            else if (what?.resource === 'health')
              assert.ok([200, 304].includes(answer.status) || request.method !== 'GET', label);
            else if (!request.isFile)
              assert.ok(
                answer.status >= 400 && isError(answer, request.method),
                `${label}: ${answer.status} ${answer.text}`,
              );
          });
          assertFew(missed, requests);
          if (edge.tellsChanges) assert.ok(told.has(200), [...told].join());
          assert.is(cited.has(200), edge.tellsChanges === true && case_ === 'without a shim');
        }),
    );
  }
}

test.run();
