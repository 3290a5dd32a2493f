import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../../build/contract/etag.ts';
import { CACHE_CONTROL, KEYED_CACHE_CONTROL, VARY } from '../../../build/contract/headers.ts';
import { CHANGES_INDEX, changesPath } from '../../../build/contract/paths.ts';
import { SHELL } from '../../../build/contract/site-paths.ts';
import type { Bucket, Environment, StoredObject } from '../../../build/edge/cloudflare/worker/runtime.ts';
import { MAX_HELD_BYTES } from '../../../build/edge/cloudflare/worker/tree.ts';
import worker from '../../../build/edge/cloudflare/worker/worker.ts';
import { listOf, treeWith } from '../../helpers/history.ts';

/**
 * The Worker in Node, before a bucket that does what no bucket of Cloudflare's own runtime can be made to do. How it runs there the other
 * tests of this folder show.
 */

type Asked = [key: string, options: Parameters<Bucket['get']>[1]];

/** What the Worker finds in its runtime, and what it has kept. */
function runtime() {
  const kept = new Map<string, Response>();
  Object.assign(globalThis, {
    caches: {
      default: {
        match: async (url: string) => copyOf(kept.get(url)),
        put: async (url: string, response: Response) => void kept.set(url, await copyOf(response)),
      },
    },
    HEALTH_BODY: '{}',
  });
  const works: Promise<unknown>[] = [];
  const ask = async (
    environment: Environment,
    path: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    const request = new Request(`https://pandect.example${path}`, { method, headers });
    const context = { waitUntil: (work: Promise<unknown>) => void works.push(work) };
    const response = await worker.fetch(request, environment, context);
    await Promise.all(works.splice(0));
    return response;
  };
  return { kept, ask };
}

/** Whole, so that nobody waits until another has read it. */
const copyOf = async <T extends Response | undefined>(response: T): Promise<T> =>
  response && (new Response(await response.clone().arrayBuffer(), response) as T);

/** A bucket whose objects answer as they are told to. */
function bucketOf(objects: Readonly<Record<string, (options: Asked[1]) => StoredObject | null>>) {
  const asked: Asked[] = [];
  const TREE: Bucket = {
    async get(key, options) {
      asked.push([key, options]);
      return objects[key]?.(options) ?? null;
    },
  };
  return { TREE, asked };
}

const bodyOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new Blob([bytes]).stream() as ReadableStream<Uint8Array>;

/** Without what the Worker says to its log. @param told is told it */
async function quietly<T>(run: () => Promise<T>, told: unknown[] = []): Promise<T> {
  const { error } = console;
  console.error = (message: unknown) => told.push(message);
  try {
    return await run();
  } finally {
    console.error = error;
  }
}

const DOCUMENT = '/api/usc/documents/t17%2Fs106';
const FILE = 'api/usc/documents/t17/s106.json';

test('a failure of the bucket is an error of the API, with Vary for documents only', async () => {
  const { ask, kept } = runtime();
  const TREE: Bucket = { get: () => Promise.reject(new Error('the bucket is away')) };
  const told: unknown[] = [];
  await quietly(async () => {
    for (const [path, vary] of [
      [DOCUMENT, VARY.document],
      ['/api/stats', null],
      ['/api/changes?since=1', null],
      ['/usc/title-17', null],
    ] as const) {
      const response = await ask({ TREE }, path);
      const { headers } = response;
      assert.is(response.status, 503, path);
      assert.is(((await response.json()) as { error: { code: string } }).error.code, 'REQUEST_ERROR', path);
      assert.equal([headers.get('vary'), headers.get('cache-control')], [vary, CACHE_CONTROL.none], path);
      assert.match(headers.get('retry-after') ?? '', /^\d+$/, path);
    }
  }, told);
  assert.is(told.length, 4, 'the log tells why');
  assert.is(kept.size, 0);
});

test('a 405 has no Vary, and a document has Accept', async () => {
  const { ask } = runtime();
  const { TREE } = bucketOf({});
  const refused = await ask({ TREE }, DOCUMENT, { method: 'POST' });
  assert.equal(
    [refused.status, refused.headers.get('vary'), refused.headers.get('allow')],
    [405, null, 'GET, HEAD, OPTIONS'],
  );
  const missing = await ask({ TREE }, DOCUMENT);
  assert.equal([missing.status, missing.headers.get('vary')], [404, VARY.document]);
});

test('a preflight allows the requested headers and no others', async () => {
  const { ask } = runtime();
  const { TREE } = bucketOf({});
  const asking = { 'access-control-request-headers': 'x-api-key, range' };
  const [named, plain] = [
    await ask({ TREE }, '/api/stats', { method: 'OPTIONS', headers: asking }),
    await ask({ TREE }, '/api/stats', { method: 'OPTIONS' }),
  ];
  assert.equal([named.status, plain.status], [204, 204]);
  assert.is(named.headers.get('access-control-allow-headers'), 'x-api-key, range');
  assert.is(plain.headers.get('access-control-allow-headers'), null);
});

test('a range of a large file is read from the version of its ETag, or is an error', async () => {
  const content = new Uint8Array(MAX_HELD_BYTES + 1).fill(97);
  const sha256 = await crypto.subtle.digest('SHA-256', content);
  for (const [version, status] of [
    ['version-1', 206],
    ['version-2', 503],
  ] as const) {
    const { ask } = runtime();
    const { TREE, asked } = bucketOf({
      [FILE]: options => ({
        ...{ size: content.length, etag: 'version-1', checksums: { sha256 } },
        ...((options?.onlyIf?.etagMatches ?? version) === version && { body: bodyOf(content) }),
      }),
    });
    const part = await quietly(() => ask({ TREE }, DOCUMENT, { headers: { range: 'bytes=10-29' } }));
    assert.is(part.status, status);
    await part.body?.cancel();
    assert.equal(asked, [
      [FILE, undefined],
      [FILE, { range: { offset: 10, length: 20 }, onlyIf: { etagMatches: 'version-1' } }],
    ]);
  }
});

test('only documents and dumps have ranges, and HEAD has none', async () => {
  const { ask } = runtime();
  const object = () => ({ size: 6, etag: 'x', checksums: {}, body: bodyOf(Buffer.from('abcdef')) });
  const { TREE } = bucketOf({ 'api/stats.json': object, [FILE]: object });
  const headers = { range: 'bytes=0-2' };
  const whole = await ask({ TREE }, '/api/stats', { headers });
  assert.equal([whole.status, await whole.text()], [200, 'abcdef']);
  const head = await ask({ TREE }, DOCUMENT, { method: 'HEAD', headers });
  assert.equal(
    [head.status, head.headers.get('content-length'), head.headers.get('content-range')],
    [200, '6', null],
  );
  const part = await ask({ TREE }, DOCUMENT, { headers });
  assert.equal([part.status, await part.text()], [206, 'abc']);
});

test('a 304 has no type, and with a key it is private', async () => {
  const { ask } = runtime();
  const object = () => ({ size: 2, etag: 'x', checksums: {}, body: bodyOf(Buffer.from('{}')) });
  const { TREE } = bucketOf({ [FILE]: object });
  const etag = etagOf(Buffer.from('{}'));
  for (const [headers, cacheControl] of [
    [{}, CACHE_CONTROL.document],
    [{ 'x-api-key': 'a' }, KEYED_CACHE_CONTROL.document],
    [{ authorization: 'Bearer a' }, KEYED_CACHE_CONTROL.document],
  ] as const) {
    const response = await ask({ TREE }, DOCUMENT, { headers: { ...headers, 'if-none-match': etag } });
    assert.equal([response.status, response.headers.get('etag')], [304, etag]);
    assert.equal(
      [response.headers.get('content-type'), response.headers.get('cache-control')],
      [null, cacheControl],
    );
  }
});

test('only public files are requested from assets, and their error page is no file', async () => {
  const { ask, kept } = runtime();
  const asked: string[] = [];
  const ASSETS = {
    async fetch(url: string) {
      asked.push(url);
      return new Response('<h1>Not here</h1>', { status: 404 });
    },
  };
  for (const path of [
    '/manifest.json',
    '/changes/1.ndjson',
    '/bulk/usc/t17.jsonl.gz',
    '/manifest/usc/t17.ndjson',
  ])
    assert.is((await ask({ ASSETS }, path)).status, 404, path);
  assert.equal(asked, []);
  assert.is((await ask({ ASSETS }, DOCUMENT)).status, 404);
  assert.equal(asked, [`https://assets.invalid/${FILE}`]);
  assert.is(kept.size, 0);
});

test('a missing file of the site is a page for browsers and JSON for programs', async () => {
  const { ask } = runtime();
  const shell = () => ({ size: 6, etag: 'x', checksums: {}, body: bodyOf(Buffer.from('<html>')) });
  const { TREE } = bucketOf({ [SHELL]: shell });
  for (const [accept, type] of [
    ['text/html', 'text/html; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ] as const) {
    for (const path of ['/docs/none', '/site/assets/none.js', '/assets/none.js']) {
      const missing = await ask({ TREE }, path, { headers: { accept } });
      assert.equal([missing.status, missing.headers.get('content-type')], [404, type], `${accept} ${path}`);
    }
  }
});

/** A bucket that has what a folder has. */
const bucketAt = (tree: string, names: readonly string[]) =>
  bucketOf(
    Object.fromEntries(
      names.map(name => [
        name,
        () => {
          const bytes = fs.readFileSync(path.join(tree, name));
          const sha256 = new Uint8Array(hash('sha256', bytes, 'buffer')).buffer;
          return { size: bytes.length, etag: 'x', checksums: { sha256 }, body: bodyOf(bytes) };
        },
      ]),
    ),
  );

test('cached changes belong to one index, and another index reads its own lists', async () => {
  const { ask, kept } = runtime();
  const [yesterday, today] = [treeWith(['', listOf(1)], 1), treeWith(['', listOf(2)], 1)];
  const items = async (tree: string) => {
    const bucket = bucketAt(tree, [CHANGES_INDEX, changesPath(2)]);
    const response = await ask(bucket, '/api/changes?since=1');
    return ((await response.json()) as { data: unknown[] }).data.length;
  };
  assert.is(await items(yesterday), 1);
  // The index has its own time in the cache; what was made of it has another.
  for (const url of kept.keys()) if (url.endsWith(`/${CHANGES_INDEX}`)) kept.delete(url);
  for (const url of kept.keys()) if (url.endsWith(`/${changesPath(2)}`)) kept.delete(url);
  assert.is(await items(today), 2);
});

test('an empty list may be missing in the bucket', async () => {
  const { ask } = runtime();
  const bucket = bucketAt(treeWith(['', '', listOf(1)], 1), [CHANGES_INDEX, changesPath(3)]);
  const response = await ask(bucket, '/api/changes?since=1');
  assert.equal([response.status, ((await response.json()) as { data: unknown[] }).data.length], [200, 1]);
});

/** What the Worker asks of an origin that answers so. */
async function withOrigin(answer: (url: URL) => Response, run: (asked: RequestInit[]) => Promise<void>) {
  const { fetch } = globalThis;
  const asked: RequestInit[] = [];
  globalThis.fetch = async (url, init = {}) => {
    asked.push(init);
    return answer(new URL(String(url)));
  };
  try {
    await run(asked);
  } finally {
    globalThis.fetch = fetch;
  }
}

const ORIGIN = 'https://shim.example';
const LIST = '/api/usc/documents?limit=7';
const answerOf = (body: string, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(body, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': CACHE_CONTROL.list,
      etag: etagOf(Buffer.from(body)),
      ...headers,
    },
  });

test('redirects of the origin are not followed', () =>
  withOrigin(
    () => answerOf('{}'),
    async asked => {
      const { TREE } = bucketOf({});
      await runtime().ask({ TREE, ORIGIN }, LIST);
      assert.equal(
        asked.map(({ redirect }) => redirect),
        ['manual'],
      );
    },
  ));

test('a 304 from a cached answer of the origin has no type and length', () =>
  withOrigin(
    () => answerOf('{"a":1}'),
    async asked => {
      const { ask } = runtime();
      const { TREE } = bucketOf({});
      const whole = await ask({ TREE, ORIGIN }, LIST);
      const headers = { 'if-none-match': whole.headers.get('etag') ?? '' };
      const { status, headers: told } = await ask({ TREE, ORIGIN }, LIST, { headers });
      assert.equal(
        [status, told.get('content-type'), told.get('content-length'), asked.length],
        [304, null, null, 1],
      );
    },
  ));

test('two pages of a month are cached separately', () =>
  withOrigin(
    url => answerOf(`{"of":"${url.search}"}`),
    async () => {
      const { ask } = runtime();
      const { TREE } = bucketOf({});
      const month = '/api/fr/years/2018/05';
      const pages = ['limit=7', 'limit=7&offset=7'];
      for (let i = 0; i < 2; i++)
        for (const page of pages)
          assert.is(await (await ask({ TREE, ORIGIN }, `${month}?${page}`)).text(), `{"of":"?${page}"}`);
    },
  ));

test('a failure is not cached, even if its headers allow it', () =>
  withOrigin(
    () => answerOf('{"error":{}}', 404),
    async asked => {
      const { ask, kept } = runtime();
      const { TREE } = bucketOf({});
      for (let i = 0; i < 2; i++) assert.is((await ask({ TREE, ORIGIN }, LIST)).status, 404);
      assert.equal([asked.length, kept.size], [2, 0]);
    },
  ));

test.run();
