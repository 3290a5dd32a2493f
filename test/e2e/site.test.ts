import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../build/contract/etag.ts';
import {
  CACHE_CONTROL,
  COMMON_HEADERS,
  fileHeaders,
  missingPageHeaders,
  PAGE_HEADERS,
  policyOfFile,
  viewHeaders,
} from '../../build/contract/headers.ts';
import { fileAt } from '../../build/contract/routing/match.ts';
import { filledShell } from '../../build/contract/site-head.ts';
import { SHELL } from '../../build/contract/site-paths.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { buildHere } from '../helpers/builds.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';

/** build/contract/README.md, Site: pages and files of the site, from the shim. */

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const SECTION = '/usc/title-17/chapter-1/section-106';
const DOCUMENT = 'api/usc/documents/t17/s106.json';

let dist: string;
let shim: Shim;

test.before(async () => {
  dist = join(temporaryFolder(), 'dist');
  await buildHere(SAMPLE_CORPUS, dist, { site: { url: null, version: '1' } });
  shim = await startShim({ dist });
});
test.after(() => shim.close());

const assertHeaders = (found: object, expected: Readonly<Record<string, string>>, message: string): void => {
  for (const [name, value] of Object.entries(expected))
    assert.is((found as Record<string, unknown>)[name], value, `${message} ${name}`);
};

test("a reading page is the shell with its document's head", async () => {
  const { status, headers, text } = await shim.anonymous(SECTION, BROWSER);
  assert.is(status, 200);
  assertHeaders(headers, viewHeaders(DOCUMENT), SECTION);
  const metadata = JSON.parse(readFileSync(join(dist, DOCUMENT), 'utf8')).data.metadata;
  const escaped = metadata.display_title
    .replace(/\s+/g, ' ')
    .replace(/[&<>"']/g, (sign: string) => `&#${sign.charCodeAt(0)};`);
  assert.ok(text.includes(`<title>${escaped} – Pandect</title>`), text.slice(0, 800));
  assert.ok(text.includes(`<link rel="canonical" href="${SECTION}">`));
  assert.ok(text.includes('href="/api/usc/documents/t17%2Fs106?format=markdown"'));
  assert.match(headers['cache-tag'] as string, /^usc,usc\/t17\/s106,site$/);
});

test('every kind of page has each of its spellings, with or without a trailing slash', async () => {
  for (const [path, title] of [
    ['/usc', 'United States Code'],
    ['/usc/', 'United States Code'],
    ['/usc/title-17', 'U.S. Code, Title 17'],
    ['/usc/title-17/chapter-1', 'Chapter 1, U.S. Code, Title 17'],
    ['/ecfr/structure/t33/p971/spA', 'Subpart A – '],
    ['/ecfr/structure/t33%2Fp971/', 'Part 971 – '],
    ['/fr/2018', 'Federal Register, 2018'],
    ['/fr/2018/05', 'Federal Register, May 2018'],
    ['/search', 'Search'],
    ['/search/?q=lighthouse', 'Search'],
    ['/usc/title-17/section-106/', '17 USC'],
  ]) {
    const { status, text } = await shim.get(path as string, BROWSER);
    assert.is(status, 200, path);
    assert.ok(text.includes(`<title>${title}`), `${path} ${/<title>.*/.exec(text)}`);
  }
  const home = await shim.get('/');
  const loads = { part: 'home', target: '/api/stats' } as const;
  const expected = filledShell(readFileSync(join(dist, SHELL), 'utf8'), null, loads);
  assert.is(home.text, expected, 'the head of the shell is the home page’s');
});

test('a page has a strong ETag for each coding, and answers HEAD and OPTIONS', async () => {
  const plain = await shim.anonymous(SECTION);
  assert.is(plain.headers.etag, etagOf(plain.text));
  const again = await shim.anonymous(SECTION, { 'if-none-match': plain.headers.etag as string });
  assert.equal([again.status, again.text], [304, '']);
  assertHeaders(again.headers, { 'cache-control': CACHE_CONTROL.page, vary: 'Accept-Encoding' }, '304');
  const coded = await shim.anonymous(SECTION, { 'accept-encoding': 'br' });
  assert.equal([coded.headers['content-encoding'], coded.text], ['br', plain.text]);
  assert.is(coded.headers.etag, `${plain.headers.etag?.slice(0, -1)}-br"`);
  assert.is(
    (
      await shim.anonymous(SECTION, {
        'accept-encoding': 'br',
        'if-none-match': coded.headers.etag as string,
      })
    ).status,
    304,
  );
  const head = await shim.request('HEAD', SECTION);
  assert.equal([head.status, head.text, head.headers.etag], [200, '', plain.headers.etag]);
  assert.is((await shim.request('OPTIONS', SECTION)).status, 204);
  const post = await shim.request('POST', SECTION, BROWSER);
  assert.equal([post.status, post.headers.allow], [405, 'GET, HEAD, OPTIONS']);
  const other = await shim.anonymous('/usc/title-17');
  assert.is.not(other.headers.etag, plain.headers.etag);
});

test('a missing page is a page with status 404 and no-store', async () => {
  for (const [path, headers] of [
    ['/usc/title-17/chapter-1/section-99999', {}],
    ['/usc/title-99', {}],
    ['/fr/2018/13', {}],
    ['/fr/1999', {}],
    ['/usc/nothing', {}],
    ['/nothing', BROWSER],
    ['/docs/nothing.js', BROWSER],
  ] as const) {
    const answer = await shim.get(path, headers);
    assert.is(answer.status, 404, path);
    assertHeaders(answer.headers, missingPageHeaders(), path);
    assert.match(answer.text, '<title>Not found – Pandect</title>');
    assert.match(answer.text, '<meta name="robots" content="noindex">');
    assert.is(answer.headers.etag, undefined);
    assert.is(answer.headers['cache-tag'], undefined);
  }
});

test('programs get errors in JSON, and browsers below the API, too', async () => {
  for (const [path, headers] of [
    ['/nothing', {}],
    ['/docs/nothing.js', {}],
    ['/api/nothing', BROWSER],
    ['/api/usc/documents/t17%2Fs99999', BROWSER],
    ['/bulk/nothing', BROWSER],
  ] as const) {
    const { status, json } = await shim.get(path, headers);
    assert.equal([status, json.error.status], [404, 404], path);
  }
  const broken = await shim.get('/usc/%E0%A4%A', BROWSER);
  assert.equal([broken.status, broken.json.error.code], [400, 'INVALID_PARAMETER']);
  const long = await shim.get(`/usc/${'x'.repeat(9000)}`, BROWSER);
  assert.equal([long.status, long.json.error.code], [414, 'URI_TOO_LONG']);
});

test("a page preloads its part's script and its data", async () => {
  const loadsOf = async (path: string) =>
    Array.from(
      (await shim.get(path, BROWSER)).text.matchAll(/<link rel="(?:module)?preload" href="([^"]*)"/g),
    ).map(([, href = '']) => href.replace(/-[A-Z0-9]{8}[.]js$/, '.js'));
  assert.equal(await loadsOf(SECTION), ['site/assets/read-view.js', '/api/usc/documents/t17%2Fs106']);
  assert.equal(await loadsOf('/usc/title-17/section-99999'), [], 'of what is not there');
  const [browse, , ...data] = await loadsOf('/fr/2018/05');
  assert.equal([browse, ...data], ['site/assets/browse-view.js', '/api/fr/years/2018/05']);
  assert.is((await loadsOf('/fr/2018/05?limit=2')).length, 2, 'the query decides what is asked for');
});

test('immutable files have the best compression', async () => {
  const [name = ''] = readdirSync(join(dist, 'site/assets')).filter(file => file.startsWith('read-view-'));
  const best = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const script = readFileSync(join(dist, 'site/assets', name));
  const answer = await shim.get(`/site/assets/${name}`, { 'accept-encoding': 'br' });
  assert.is(answer.text, script.toString());
  assert.is(Number(answer.headers['content-length']), brotliCompressSync(script, { params: best }).length);
});

test('the files of the site have the headers of the table', async () => {
  const files = [...filesUnder(dist, 'site')];
  assert.ok(files.length > 5, files.join());
  const addresses = [
    '/robots.txt',
    '/feeds/fr.atom',
    '/feeds/changes.atom',
    '/docs',
    ...files.map(file => `/${file}`),
  ];
  for (const address of addresses) {
    const file = fileAt(address)?.path as string;
    if (!files.includes(file) && file !== 'changes/feed.atom') continue;
    const content = readFileSync(join(dist, file));
    const answer = await shim.anonymous(address);
    assert.is(answer.status, 200, address);
    assert.ok(answer.bytes.equals(content), address);
    assertHeaders(
      answer.headers,
      { ...fileHeaders(file, policyOfFile(file)), etag: etagOf(content) },
      address,
    );
  }
  const script = files.find(file => file.endsWith('.js')) as string;
  assert.is(
    (await shim.anonymous(`/${script}`)).headers['cache-control'],
    'public, max-age=31536000, immutable',
  );
  assert.is((await shim.get(`/${script}`, { 'accept-encoding': 'br' })).headers['content-encoding'], 'br');
});

test('pages and files count against the limit', async () => {
  const left = async (path: string) => Number((await shim.anonymous(path)).headers['x-ratelimit-remaining']);
  const first = await left('/api/stats');
  assert.equal(
    [await left(SECTION), await left('/robots.txt'), await left('/')],
    [first - 1, first - 2, first - 3],
  );
});

test('a page requested with a key is private', async () => {
  const { headers } = await shim.get(SECTION, BROWSER);
  assert.is(headers['cache-control'], 'private, max-age=300');
});

test('the policy allows no other hosts and nothing inline', () => {
  const policy = PAGE_HEADERS['content-security-policy'];
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.match(policy, /frame-ancestors 'none'$/);
  assert.not.match(policy, /unsafe|\*|https?:/);
  const of = (path: string) => fileHeaders(path, 'page')['content-security-policy'];
  assert.is(of('site/docs/index.html'), policy);
  assert.is(of('site/docs/reference/index.html'), policy);
  assert.is(of('site/robots.txt'), undefined);
  assert.is(COMMON_HEADERS['x-content-type-options'], 'nosniff');
});

test('a very large document has a page', async () => {
  const copy = join(temporaryFolder(), 'dist');
  cpSync(dist, copy, { recursive: true });
  const json = JSON.parse(readFileSync(join(copy, DOCUMENT), 'utf8'));
  json.data.body = 'x'.repeat(2_000_000);
  writeFileSync(join(copy, DOCUMENT), JSON.stringify(json));
  const other = await startShim({ dist: copy });
  try {
    const [large, small] = [await other.get(SECTION), await shim.get(SECTION)];
    assert.is(large.text, small.text);
  } finally {
    await other.close();
  }
});

test('without a site there are no pages, and errors are JSON', async () => {
  const copy = join(temporaryFolder(), 'dist');
  cpSync(dist, copy, { recursive: true });
  rmSync(join(copy, 'site'), { recursive: true });
  const bare = await startShim({ dist: copy });
  try {
    for (const path of [
      '/',
      '/usc',
      SECTION,
      '/usc/nothing',
      '/nothing',
      '/docs',
      '/robots.txt',
      '/search',
    ]) {
      const { status, json } = await bare.get(path, BROWSER);
      assert.equal([status, json.error.code], [404, 'NOT_FOUND'], path);
    }
  } finally {
    await bare.close();
  }
});

test.run();
