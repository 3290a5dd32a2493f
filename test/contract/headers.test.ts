import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import {
  CACHE_CONTROL,
  COMMON_HEADERS,
  errorHeaders,
  fileHeaders,
  KEYED_CACHE_CONTROL,
  optionsHeaders,
  policyOfFile,
  RATE_LIMIT_HEADERS,
} from '../../build/contract/headers.ts';
import { router } from '../../build/contract/routing/route.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { apiAddress } from '../../build/sync/addresses.ts';
import { sampleTree } from '../helpers/tree.ts';

const DAY_SECONDS = 24 * 60 * 60;
const seconds = (policy: string, directive: string) =>
  Number(new RegExp(`(?:^|[ ,])${directive}=(\\d+)(?:,|$)`).exec(policy)?.[1] ?? 0);

test('stats are at most 24 hours old in a shared cache, stale or not', () => {
  const fresh = seconds(CACHE_CONTROL.overview, 's-maxage');
  for (const directive of ['stale-while-revalidate', 'stale-if-error'])
    assert.is(fresh + seconds(CACHE_CONTROL.overview, directive), DAY_SECONDS, directive);
});

test('each policy is public and short, or no-store', () => {
  const { none, search, asset, ...kept } = CACHE_CONTROL;
  assert.is(asset, 'public, max-age=31536000, immutable', 'but what never changes');
  assert.is(none, 'no-store');
  assert.is(search, 'public, max-age=60');
  for (const policy of Object.values(kept)) {
    assert.match(
      policy,
      /^public, max-age=\d+, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=\d+$/,
    );
    // A rebuild every night must be seen within a day.
    assert.ok(seconds(policy, 'max-age') > 0 && seconds(policy, 'max-age') <= 3600, policy);
    assert.ok(seconds(policy, 's-maxage') <= DAY_SECONDS, policy);
    // Caches that revalidate behind the answer do so within the hour.
    assert.ok(seconds(policy, 'stale-while-revalidate') <= 3600, policy);
    assert.ok(seconds(policy, 'stale-if-error') <= DAY_SECONDS, policy);
  }
});

test('a preflight gets every method and requested header', () => {
  const methods = 'GET, HEAD, OPTIONS';
  const always = { allow: methods, 'access-control-allow-methods': methods };
  assert.equal(optionsHeaders(undefined), always);
  assert.equal(optionsHeaders('x-api-key, a'), {
    ...always,
    'access-control-allow-headers': 'x-api-key, a',
    vary: 'Access-Control-Request-Headers',
  });
  const posted = 'POST, OPTIONS';
  assert.equal(optionsHeaders(undefined, posted), { allow: posted, 'access-control-allow-methods': posted });
});

test('a request with a key has the same policy for the client alone', () => {
  assert.equal(Object.keys(KEYED_CACHE_CONTROL), Object.keys(CACHE_CONTROL));
  const { none, asset, ...kept } = KEYED_CACHE_CONTROL;
  assert.is(asset, 'private, max-age=31536000, immutable');
  assert.is(none, 'no-store');
  for (const [policy, value] of Object.entries(kept)) {
    assert.match(value, /^private, max-age=\d+$/);
    assert.is(seconds(value, 'max-age'), seconds(CACHE_CONTROL[policy as keyof typeof kept], 'max-age'));
  }
});

test('a file has type with charset, policy, tags and Vary', () => {
  const document = fileHeaders('api/usc/documents/t17/s106.md', 'document');
  assert.equal(document, {
    ...COMMON_HEADERS,
    'content-type': 'text/markdown; charset=utf-8',
    'cache-control': CACHE_CONTROL.document,
    vary: 'Accept, Accept-Encoding',
    'cache-tag': 'usc,usc/t17/s106',
    'surrogate-key': 'usc usc/t17/s106',
    'accept-ranges': 'bytes',
  });
  for (const policy of ['list', 'hierarchy', 'overview', 'search'] as const) {
    assert.equal(fileHeaders('api/usc/documents.json', policy), {
      ...COMMON_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': CACHE_CONTROL[policy],
      vary: 'Accept-Encoding',
      ...cacheTagHeaders('api/usc/documents.json'),
    });
  }
  assert.is(errorHeaders()['cache-control'], 'no-store');
});

test('files for mirrors have types, dumps ranges, and the manifest a short lifetime', () => {
  const of = (path: string) => {
    const headers = fileHeaders(path, policyOfFile(path));
    return [headers['content-type'], headers['cache-control'], headers['accept-ranges']];
  };
  const { manifest, list, dump } = CACHE_CONTROL;
  const ndjson = 'application/x-ndjson; charset=utf-8';
  assert.equal(of('manifest.json'), ['application/json; charset=utf-8', manifest, undefined]);
  assert.equal(of('manifest/usc/t17.ndjson'), [ndjson, manifest, undefined]);
  assert.equal(of('manifest.json.minisig'), ['text/plain; charset=utf-8', manifest, undefined]);
  assert.equal(of('changes/index.json'), ['application/json; charset=utf-8', manifest, undefined]);
  assert.equal(of('changes/12.ndjson'), [ndjson, list, undefined]);
  assert.equal(of('bulk/usc/t17.jsonl.gz'), ['application/gzip', dump, 'bytes']);
  assert.is(dump, list);
  for (const directive of ['max-age', 's-maxage', 'stale-while-revalidate'])
    assert.is(seconds(manifest, directive), 60, directive);
});

test('a file has the policy of its addresses', async () => {
  const route = router(SOURCES);
  const { dist } = await sampleTree();
  const paths = [
    ...filesUnder(dist, 'api'),
    ...filesUnder(dist, 'manifest'),
    'bulk/usc/t1.jsonl.gz',
    'changes/1.ndjson',
  ];
  for (const path of paths) {
    const routed = route({ method: 'GET', target: apiAddress(path) });
    assert.is(routed.kind === 'file' && routed.policy, policyOfFile(path), path);
  }
});

test('each header that is not safelisted is exposed to scripts', () => {
  const exposed = COMMON_HEADERS['access-control-expose-headers'].split(', ');
  assert.equal(exposed, ['ETag', ...RATE_LIMIT_HEADERS, 'Accept-Ranges', 'Content-Range']);
});

test.run();
