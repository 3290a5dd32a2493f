import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resourceBody } from '../../../build/contract/envelope.ts';
import { bundleWorker } from '../../../build/edge/cloudflare/bundle.ts';
import type { Bucket, Environment } from '../../../build/edge/cloudflare/worker/runtime.ts';
import { MAX_HELD_BYTES } from '../../../build/edge/cloudflare/worker/tree.ts';
import worker from '../../../build/edge/cloudflare/worker/worker.ts';

/** Days and differences: what the Worker makes itself, and what is too much for it. `e2e/edges.test.ts` compares its answers with the shim's. */

Object.assign(globalThis, {
  caches: { default: { match: async () => undefined, put: async () => undefined } },
  HEALTH_BODY: '{}',
});

const SECTION = 'api/usc/documents/t17/s1';
const version = (from: string, to: string | null, url: string) => ({
  ...{ from, to, edition: from, last_seen: from, certain: true, url },
});
const document = (body: string): string =>
  resourceBody({ identifier: '/us/usc/t17/s1', source: 'usc', metadata: {}, body }, 'x').json;

function bucket(bodies: { old: string; next: string }) {
  const files: Record<string, string> = {
    [`${SECTION}.json`]: document(bodies.next),
    [`${SECTION}/versions.json`]: resourceBody(
      [version('2021-01-01', null, 'u'), version('2020-01-01', '2021-01-01', 'u?on=2020-01-01')],
      'x',
    ).json,
    [`${SECTION}/versions/2020-01-01.json`]: document(bodies.old),
    [`${SECTION}/versions/2020-01-01.md`]: bodies.old,
  };
  const reads: string[] = [];
  const TREE: Bucket = {
    async get(key) {
      reads.push(key);
      const text = files[key];
      if (text === undefined) return null;
      const bytes = new TextEncoder().encode(text);
      const body = new Response(bytes).body as ReadableStream<Uint8Array>;
      return { size: bytes.length, etag: 'x', checksums: { sha256: new ArrayBuffer(32) }, body };
    },
  };
  return { TREE, reads };
}

let shim: Server;
const passedOn: string[] = [];
test.before(async () => {
  shim = createServer((request, response) => {
    passedOn.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{"of":"the shim"}');
  });
  await new Promise<void>(resolve => shim.listen(0, '127.0.0.1', resolve));
});
test.after(() => void shim.close());

async function ask(environment: Environment, path: string): Promise<{ status: number; text: string }> {
  const request = new Request(`https://pandect.example/${path}`);
  const response = await worker.fetch(request, environment, { waitUntil: () => {} });
  return { status: response.status, text: await response.text() };
}

const origin = (): string => `http://127.0.0.1:${(shim.address() as AddressInfo).port}`;
const DIFF = `${SECTION}/diff?from=2020-01-01&to=2021-01-01`;

test('differences and days are made of a handful of files', async () => {
  const { TREE, reads } = bucket({ old: 'One bell.\n', next: 'Two bells.\n' });
  const diff = await ask({ TREE }, DIFF);
  assert.is(diff.status, 200);
  assert.ok(JSON.parse(diff.text).data.body.some(([op]: [string]) => op === '+'));
  assert.ok(reads.length <= 6, reads.join());
  const day = await ask({ TREE }, `${SECTION}?on=2020-06-30&fields=body`);
  assert.equal(JSON.parse(day.text).data, {
    identifier: '/us/usc/t17/s1',
    source: 'usc',
    metadata: {},
    body: 'One bell.\n',
  });
  assert.is((await ask({ TREE }, `${SECTION}?on=2020-06-30&format=markdown`)).text, 'One bell.\n');
});

test('what needs a parser, and files that are too large, are the shim’s; without it they are 503', async () => {
  const small = bucket({ old: 'One bell.\n', next: 'Two bells.\n' });
  const large = bucket({ old: 'One bell.\n', next: 'x'.repeat(MAX_HELD_BYTES) });
  for (const [{ TREE }, path] of [
    [small, `${SECTION}?on=2020-06-30&format=text`],
    [small, `${SECTION}?on=2020-06-30&pinpoint=(a)`],
    [large, DIFF],
    [large, `${SECTION}?on=2021-06-30`],
    [small, 'api/usc/documents?title_number=17&on=2020-06-30&limit=21'],
  ] as const) {
    const before = passedOn.length;
    assert.equal(
      await ask({ TREE, ORIGIN: origin() }, path),
      { status: 200, text: '{"of":"the shim"}' },
      path,
    );
    assert.is(passedOn.length, before + 1);
    assert.is((await ask({ TREE }, path)).status, 503, path);
  }
  assert.is((await ask(large, `${SECTION}?on=2020-06-30`)).status, 200, 'the former text is small');
});

test('the Worker stays far below the megabyte that the free plan takes', async () => {
  const bytes = Buffer.byteLength(await bundleWorker());
  assert.ok(bytes < 300_000, `${bytes} bytes`);
});

test.run();
