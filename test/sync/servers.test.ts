import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setFolderTimes } from '../../build/files/folders.ts';
import { readManifest } from '../../build/files/manifest/read.ts';
import { apiAddress } from '../../build/sync/addresses.ts';
import { sumOf } from '../../build/sync/report.ts';
import { buildHere } from '../helpers/builds.ts';
import { EDGES } from '../helpers/edges/edges.ts';
import { testWhere } from '../helpers/needs.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { SAMPLE_CORPUS, SITE, temporaryFolder } from '../helpers/tree.ts';
import { assertMirrors, copyOf, failure, nights, serveFiles, syncHere } from './helpers.ts';

/** build/README.md, Sync: from everything that serves a tree. */

let before: string;
let after: string;
let shim: Shim;
test.before(async () => {
  ({ before, after } = await nights(80, 24));
  shim = await startShim({ dist: after });
});
test.after(() => shim.close());

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

test('from the shim a changed tree is copied, and an unchanged one costs one request', async () => {
  const env = { SYNC_API_KEY: shim.key };
  const mirror = copyOf(before);
  const { moved, traffic } = await syncHere(urlOf(shim.port), mirror, { env });
  await assertMirrors(mirror, after);
  assert.ok(traffic.bytes <= 1.1 * sumOf(moved).bytes, `${traffic.bytes} of ${sumOf(moved).bytes}`);
  const again = await syncHere(urlOf(shim.port), mirror, { env });
  assert.ok(again.isUpToDate);
  assert.equal(again.traffic, { requests: 1, bytes: 0 });
});

test('from the shim a whole tree is interrupted by the limit and completed with a key', async () => {
  const mirror = path.join(temporaryFolder(), 'mirror');
  const notices: string[] = [];
  const notice = (message: string) => void notices.push(message);
  assert.match(await failure(syncHere(urlOf(shim.port), mirror, { notice })), /status 429, 4 times/);
  assert.match(
    notices[0] ?? '',
    /^Waiting \d+ s for 127\.0\.0\.1:\d+, by its limit of \d+ requests a minute: a key in SYNC_API_KEY lifts it/,
  );
  assert.ok(notices.length <= 4, 'one line for all that wait');
  assert.not.ok(fs.existsSync(mirror));
  const { resumed } = await syncHere(urlOf(shim.port), mirror, { env: { SYNC_API_KEY: shim.key } });
  assert.ok(resumed > 50, `${resumed}`);
  await assertMirrors(mirror, after);
});

test('a site is copied and removed together with its feeds', async () => {
  const tree = path.join(temporaryFolder(), 'dist');
  await buildHere(SAMPLE_CORPUS, tree, { site: SITE });
  const server = await startShim({ dist: tree });
  const mirror = path.join(temporaryFolder(), 'mirror');
  const env = { SYNC_API_KEY: server.key };
  try {
    await syncHere(urlOf(server.port), mirror, { env });
    await assertMirrors(mirror, tree);
    for (const name of ['site/index.html', 'site/feeds/fr.atom', 'changes/feed.atom'])
      assert.ok(fs.existsSync(path.join(mirror, name)), name);
    await buildHere(SAMPLE_CORPUS, tree);
    await syncHere(tree, mirror);
    await assertMirrors(mirror, tree);
    for (const name of ['site', 'changes/feed.atom'])
      assert.not.ok(fs.existsSync(path.join(mirror, name)), name);
  } finally {
    await server.close();
  }
});

test('a plain server below a path is a source', async () => {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, 'mirrors'));
  fs.cpSync(copyOf(after), path.join(folder, 'mirrors/law'), { recursive: true });
  const server = await serveFiles(folder);
  const mirror = copyOf(before);
  await syncHere(`${server.url}/mirrors/law/`, mirror);
  await assertMirrors(mirror, after);
  server.asked.length = 0;
  assert.ok((await syncHere(`${server.url}/mirrors/law`, mirror)).isUpToDate);
  assert.equal(server.asked, [{ method: 'GET', url: '/mirrors/law/manifest.json' }]);
  await server.close();
});

for (const edge of EDGES)
  testWhere(
    test,
    edge.hindrance(),
    `a mirror can be copied from ${edge.name}, without and with a shim`,
    async () => {
      // What is not there is asked of the shim.
      const env = { SYNC_API_KEY: shim.key };
      for (const origin of [null, new URL(urlOf(shim.port))]) {
        const started = await edge.start({ dist: after, origin });
        try {
          const mirror = copyOf(before);
          const { moved, traffic } = await syncHere(started.base.href, mirror, { jobs: 4, env });
          await assertMirrors(mirror, after, edge.name);
          assert.ok(traffic.bytes <= 1.1 * sumOf(moved).bytes, `${traffic.bytes} of ${sumOf(moved).bytes}`);
          const again = await syncHere(started.base.href, mirror);
          assert.equal([again.isUpToDate, again.traffic.requests], [true, 1]);
        } finally {
          await started.stop();
        }
      }
    },
  );

test('a reader of the mirror gets every document of its lists while the mirror changes', async () => {
  const mirror = path.join(temporaryFolder(), 'mirror');
  fs.cpSync(before, mirror, { recursive: true, preserveTimestamps: true });
  setFolderTimes(mirror);
  const accepted = new Map<string, string[]>();
  for (const tree of [before, after])
    for await (const { path: file, sha256 } of readManifest(tree))
      accepted.set(file, [...(accepted.get(file) ?? []), sha256]);
  const inBoth = [...accepted].filter(([, digests]) => digests.length === 2).map(([file]) => file);
  const own = await startShim({ dist: mirror });
  let isOver = false;
  let reads = 0;
  const reader = async (): Promise<void> => {
    for (let i = 0; !isOver || reads < 200; i++) {
      const file = inBoth[(i * 37) % inBoth.length] as string;
      const { status, bytes } = await own.get(apiAddress(file));
      assert.is(status, 200, file);
      assert.ok(accepted.get(file)?.includes(createHash('sha256').update(bytes).digest('hex')), file);
      reads++;
    }
    // A walk along `next`, each document of which is there.
    for (let url: string | null = '/api/ecfr/documents?cursor='; url !== null; ) {
      const { status, json } = await own.get(url);
      assert.is(status, 200, url);
      for (const { identifier } of json.data)
        assert.is(
          (await own.get(`/api/ecfr/documents/${encodeURIComponent(identifier)}`)).status,
          200,
          identifier,
        );
      url = json.pagination.next;
    }
  };
  const reading = reader();
  reading.catch(() => {});
  await syncHere(after, mirror, { catalog: true });
  isOver = true;
  await reading;
  await own.close();
  await assertMirrors(mirror, after);
});

test.run();
