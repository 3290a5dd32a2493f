import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMON_HEADERS } from '../../../build/contract/headers.ts';
import { router } from '../../../build/contract/routing/route.ts';
import { SOURCES } from '../../../build/contract/sources.ts';
import { bundleFunction, MAX_FUNCTION_BYTES } from '../../../build/edge/cloudfront/bundle.ts';
import { RESPONSE_FUNCTION } from '../../../build/edge/cloudfront/response.ts';
import { hostileRequest } from '../../e2e/hostile-requests.ts';
import { urlOf } from '../../e2e/spellings.ts';
import { cloudFrontFunction, type RunFunction } from '../../helpers/edges/cloudfront.ts';
import { allPages } from '../../helpers/pages.ts';
import { Random } from '../../helpers/random.ts';
import { PAGE_NAMES, spelledRequest } from '../../helpers/requests.ts';
import { catalogsOf, documentsOf, sampleTree, type Tree } from '../../helpers/tree.ts';

const route = router(SOURCES);
let tree: Tree;
let urls: string[];
let code: string;
let run: RunFunction;
test.before(async () => {
  tree = await sampleTree();
  const pages = [...allPages(await catalogsOf(tree))];
  urls = [...pages.map(({ url }) => url), ...(await documentsOf(tree.corpus)).map(urlOf)];
  code = await bundleFunction(true);
  run = cloudFrontFunction(code);
});

/** The key in the bucket that a URI names, as S3 decodes it. */
const keyOf = (uri: string) => decodeURIComponent(uri.slice(1));

test('the function is small enough and in the language of the runtime', async () => {
  for (const hasShim of [true, false]) {
    const text = await bundleFunction(hasShim);
    assert.ok(Buffer.byteLength(text) < MAX_FUNCTION_BYTES, `${Buffer.byteLength(text)} bytes`);
    assert.equal(text.match(/\bimport\b.*/g), ["import cf from 'cloudfront';"]);
    assert.match(text, /\nfunction handler\(event\)/);
    assert.not.match(
      text,
      /\b(export|Buffer|URL|URLSearchParams|Map|Set|Symbol|Reflect|Intl|require|class|process|async|await)\b/,
    );
    assert.not.match(
      text,
      /\.(at|flatMap|flat|fromEntries|normalize|isWellFormed|matchAll|hasOwn|findLast)\(/,
    );
    assert.not.match(text, /\?\.|\?\?|\.\.\.|\*\*|\bfor ?\([^;)]* of /);
  }
});

/** Asserts that the function does what the rule says. @returns what it did */
function matches(request: { method: string; target: string; accept?: string | undefined }): string {
  const routed = route(request);
  const { returned, origins, failover } = run(request);
  const label = `${request.method} ${request.target} (${request.accept})`;
  if (routed.kind === 'file') {
    assert.is(keyOf(returned.uri), routed.path, label);
    assert.equal(Object.keys(returned.querystring), [], label);
    assert.is(returned.headers.accept, undefined, label);
    // Where the bucket may not have it and the answer has to be computed all the same, the shim comes second.
    const isComputed = routed.missing === null && routed.path.includes('/_q/');
    assert.equal(origins, isComputed ? ['tree', 'shim'] : [], label);
    assert.equal(failover, isComputed ? [403, 404] : [], label);
    return 'file';
  }
  if (origins.length === 0) {
    // Some of the names that no document has are looked for, and not found.
    assert.is(routed.kind === 'error' && routed.error.code, 'DOCUMENT_NOT_FOUND', label);
    assert.not.ok(existsSync(join(tree.dist, keyOf(returned.uri))), label);
    return 'none';
  }
  assert.equal(origins, ['shim'], label);
  const [uri, search] = request.target.split(/\?(.*)/s);
  assert.is(returned.uri, uri, label);
  assert.is(returned.rawQueryString(), search, label);
  assert.is(route({ ...request, accept: returned.headers.accept.value }).kind, routed.kind, label);
  return 'shim';
}

test('thousands of spellings of files become keys, and other requests reach the shim unchanged', () => {
  const random = new Random(23);
  const seen: Record<string, number> = {};
  for (let i = 0; i < 20_000; i++) {
    const did = matches(spelledRequest(random, urls));
    seen[did] = (seen[did] ?? 0) + 1;
  }
  for (const target of PAGE_NAMES) matches({ method: 'GET', target });
  for (let i = 0; i < 5000; i++) {
    const { method, url } = hostileRequest(random);
    if (url.startsWith('/')) matches({ method, target: url });
  }
  assert.ok((seen.file ?? 0) > 6000 && (seen.shim ?? 0) > 6000, JSON.stringify(seen));
});

test('a key with special characters becomes an encoded URI', () => {
  const uriOf = (target: string) => run({ method: 'GET', target }).returned.uri;
  assert.is(
    uriOf('/api/fr/documents?agency=A+%2B+B'),
    '/api/fr/documents/_q/agency%3DA%2520%252B%2520B.json',
  );
  assert.is(uriOf('/api/usc/documents/t1/%C2%A7+1'), '/api/usc/documents/t1/%C2%A7%2B1.json');
});

test("a file's request loses all headers of the cache key, a shim's only Accept", () => {
  const keys = { authorization: 'Bearer a', 'x-api-key': 'b', 'user-agent': 'c' };
  const file = run({ method: 'HEAD', target: '/api/stats', accept: '*/*' }, keys).returned.headers;
  assert.equal(Object.keys(file).sort(), ['host', 'user-agent']);
  const { headers } = run({ method: 'GET', target: '/api/search?q=x', accept: 'a/b' }, keys).returned;
  assert.equal([headers.authorization.value, headers['x-api-key'].value], ['Bearer a', 'b']);
});

test('Accept is reduced to three values, and repeated headers are joined', () => {
  const acceptOf = (accept?: string) =>
    run({ method: 'GET', target: '/api/search', accept }).returned.headers.accept.value;
  for (const [accept, expected] of [
    [undefined, 'application/json'],
    ['image/png', 'application/json'],
    ['text/markdown;q=0.5, text/plain', 'text/plain'],
    ['text/*', 'text/markdown'],
  ] as const)
    assert.is(acceptOf(accept), expected);
  const request = {
    method: 'GET',
    uri: '/api/usc/documents/t17/s106',
    querystring: {},
    headers: {
      accept: { value: 'image/png', multiValue: [{ value: 'image/png' }, { value: 'text/markdown' }] },
    },
    rawQueryString: () => undefined,
  };
  const sandbox = { cf: {}, request, uri: '' };
  runInNewContext(`${code.replace(/^.*\n/, '')};uri = handler({ request: request }).uri`, sandbox);
  assert.is(sandbox.uri, '/api/usc/documents/t17/s106.md');
});

test('without a shim the function answers 503 in the shape of the API, and preflights', async () => {
  const alone = cloudFrontFunction(await bundleFunction(false));
  for (const [method, target] of [
    ['GET', '/api/search?q=x'],
    ['GET', '/api/usc/documents?limit=7'],
    ['POST', '/api/stats'],
  ] as const) {
    const { returned, origins } = alone({ method, target });
    assert.equal([returned.statusCode, origins], [503, []]);
    assert.is(JSON.parse(returned.body.data).error.code, 'REQUEST_ERROR');
    for (const [name, value] of Object.entries(COMMON_HEADERS))
      assert.is(returned.headers[name].value, value);
    assert.is(returned.headers['cache-control'].value, 'no-store');
  }
  const { returned } = alone({ method: 'OPTIONS', target: '/api/stats' });
  assert.is(returned.statusCode, 204);
  assert.is(returned.headers['access-control-allow-methods'].value, 'GET, HEAD, OPTIONS');
  const list = alone({ method: 'GET', target: '/api/usc/documents?cursor=' });
  assert.equal([list.returned.uri, list.origins], ['/api/usc/documents/_q/cursor%3D.json', []]);
});

test("a document's Vary always includes Accept", () => {
  const varyAfter = (vary: string | undefined): string => {
    const headers: Record<string, { value: string }> = vary === undefined ? {} : { vary: { value: vary } };
    const sandbox = { event: { response: { statusCode: 200, headers } } };
    runInNewContext(`${RESPONSE_FUNCTION};event.response = handler(event)`, sandbox);
    return sandbox.event.response.headers.vary?.value ?? '';
  };
  assert.is(varyAfter(undefined), 'Accept');
  assert.is(varyAfter('Accept-Encoding'), 'Accept-Encoding, Accept');
  assert.is(varyAfter('accept, Accept-Encoding'), 'accept, Accept-Encoding');
  assert.is(varyAfter('Accept'), 'Accept');
});

test.run();
