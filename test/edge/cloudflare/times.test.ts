import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resourceBody } from '../../../build/contract/envelope.ts';
import { type HeldRun, storedHistory } from '../../../build/contract/title-history.ts';
import { DIFF_POLICY } from '../../../build/diff/render.ts';
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
  ...{ from, to, edition: from, last_seen: from, certain: true, amended: null, url },
});
const held = (from: string, ...more: string[]): HeldRun => ({
  from,
  text: {
    display_title: 'x',
    status: 'in_force',
    levels: ['/us/usc/t17', ...more],
    isNewInNotes: false,
    was: null,
  },
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
    // A document that is gone.
    'api/usc/documents/t17/s2/versions.json': resourceBody(
      [version('2020-01-01', '2021-01-01', 'u?on=2020-01-01')],
      'x',
    ).json,
    'api/usc/structure/t17/versions.json': resourceBody(
      storedHistory({
        ...{ from: '2020-01-01', to: '2021-01-01' },
        documents: [
          { identifier: '/us/usc/t17/s1', runs: [held('2020-01-01', '/us/usc/t17/ch9'), held('2021-01-01')] },
        ],
      }),
      'x',
    ).json,
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
/** What the shim answers for pages. */
const HTML = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': DIFF_POLICY };
test.before(async () => {
  shim = createServer((request, response) => {
    passedOn.push(request.url ?? '');
    const isPage = request.url?.includes('format=html');
    const isForeign = request.url?.includes('from=2020-01-02');
    if (isPage)
      response
        .writeHead(200, isForeign ? { 'content-type': HTML['content-type'] } : HTML)
        .end('<ins>x</ins>');
    else
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

test('differences as a page are the shim’s, too, and pages of servers in between are not', async () => {
  const { TREE } = bucket({ old: 'One bell.\n', next: 'x'.repeat(MAX_HELD_BYTES) });
  const environment = { TREE, ORIGIN: origin() };
  assert.equal(await ask(environment, `${DIFF}&format=html`), { status: 200, text: '<ins>x</ins>' });
  const foreign = await ask(environment, `${SECTION}/diff?from=2020-01-02&to=2021-01-01&format=html`);
  assert.is(foreign.status, 503);
});

test('texts that the archive alone has are the shim’s', async () => {
  const { TREE, reads } = bucket({ old: 'One bell.\n', next: 'Two bells.\n' });
  const without: Bucket = {
    get: async key => (/versions\/2020-01-01/.test(key) ? null : TREE.get(key)),
  };
  const list = 'api/usc/documents?title_number=17&on=2020-06-30';
  for (const path of [`${SECTION}?on=2020-06-30`, DIFF, list, 'api/usc/documents/t17/s2/events']) {
    assert.is((await ask({ TREE: without, ORIGIN: origin() }, path)).text, '{"of":"the shim"}', path);
    assert.is((await ask({ TREE: without }, path)).status, 503, path);
  }
  reads.length = 0;
  assert.is(JSON.parse((await ask({ TREE }, list)).text).data.length, 1);
  assert.equal([...new Set(reads)].length, reads.length, 'each file is read once');
});

test('the Worker stays far below the megabyte that the free plan takes', async () => {
  const bytes = Buffer.byteLength(await bundleWorker());
  assert.ok(bytes < 300_000, `${bytes} bytes`);
});

test('a level that former editions alone have is 404, with the day', async () => {
  const { TREE } = bucket({ old: 'One.', next: 'Two.' });
  const before = passedOn.length;
  for (const environment of [{ TREE }, { TREE, ORIGIN: origin() }])
    for (const query of ['', '?depth=all']) {
      const { status, text } = await ask(environment, `api/usc/structure/t17%2Fch9${query}`);
      assert.is(status, 404);
      assert.match(JSON.parse(text).error.message, /\/t17\/ch9\. It was removed on 2021-01-01; \/api\//);
    }
  const unknown = await ask({ TREE }, 'api/usc/structure/t17%2Fch8');
  assert.is(unknown.status, 404);
  assert.match(unknown.text, /t17\/ch8\."/);
  assert.is(passedOn.length, before);
});

test.run();
