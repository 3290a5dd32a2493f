import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { etagOfDigest } from '../../build/contract/etag.ts';
import { fileHeaders, policyOfFile } from '../../build/contract/headers.ts';
import { documentOfFile } from '../../build/files/document-file.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { sumOf } from '../../build/sync/report.ts';
import { buildHere, editable } from '../helpers/builds.ts';
import { run } from '../helpers/commands.ts';
import { indexIn } from '../helpers/follower.ts';
import { memoryFolder } from '../helpers/memory-folder.ts';
import { suiteWhere } from '../helpers/needs.ts';
import { Random } from '../helpers/random.ts';
import { type FolderS3, objectsIn, proxyTo, s3Hindrance, startFolderS3 } from '../helpers/s3-server.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import {
  assertMirrors,
  copyOf,
  failure,
  type Nights,
  nights,
  serveFiles,
  sha256Of,
  syncHere,
} from './helpers.ts';

/** build/README.md, Sync: to a bucket of a real S3 server. */

const test = suiteWhere('sync to a bucket', s3Hindrance());
let s3: FolderS3;
let trees: Nights;
const cache = temporaryFolder();
const environment = { ...process.env };
let buckets = 0;

test.before(async () => {
  [s3, trees] = await Promise.all([startFolderS3(), nights(30, 12)]);
  reach(s3.url);
});
test.after(async () => {
  process.env = environment;
  await s3.close();
});

/** The SDK reads the environment of the process. */
function reach(url: string, attempts = '3'): NodeJS.ProcessEnv {
  Object.assign(process.env, s3.env, {
    AWS_ENDPOINT_URL_S3: url,
    AWS_MAX_ATTEMPTS: attempts,
    XDG_CACHE_HOME: cache,
  });
  return process.env;
}

/** A new bucket, and how to bring a tree to it. */
function target(prefix = '') {
  const name = `tree-${++buckets}`;
  const folder = s3.makeBucket(name);
  return {
    name,
    to: `s3://${name}/${prefix}`,
    folder: path.join(folder, prefix),
    sync: (from: string, choices = {}) =>
      syncHere(from, `s3://${name}/${prefix}`, { env: reach(s3.url), ...choices }),
  };
}

/** Fails unless a bucket has the tree, and nothing beside it. */
async function assertHolds(folder: string, tree: string, message = ''): Promise<void> {
  const expected = ['api', 'bulk', 'changes', 'manifest'].flatMap(name => [...filesUnder(tree, name)]);
  for (const name of ['manifest.json', 'manifest.json.minisig'])
    if (fs.existsSync(path.join(tree, name))) expected.push(name);
  const objects = objectsIn(folder);
  assert.equal([...objects.keys()].sort(), expected.sort(), message);
  for (const [name, content] of objects)
    assert.ok(content.equals(fs.readFileSync(path.join(tree, name))), `${message} ${name}`);
}

/** What S3 tells of an object. */
async function head(bucket: string, key: string) {
  const { HeadObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ forcePathStyle: true, endpoint: s3.url });
  try {
    return await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' }));
  } finally {
    client.destroy();
  }
}

test('a tree is copied completely with the headers of the table, and a later run moves only differences', async () => {
  const { name, folder, sync } = target('law/v1');
  const first = await sync(trees.before);
  await assertHolds(folder, trees.before);
  assert.is(sumOf(first.moved).files, objectsIn(folder).size);
  const pages = [...filesUnder(trees.before, 'api')].filter(file => /_q\/.*%/.test(file)).slice(0, 3);
  const [document = ''] = [...filesUnder(trees.before, 'api/usc/documents')].filter(file =>
    file.endsWith('.md'),
  );
  const kinds = [document, document.replace(/md$/, 'txt'), document.replace(/md$/, 'json'), ...pages];
  const others = [
    'api/usc/documents.json',
    'api/usc/titles.json',
    'api/stats.json',
    'api/sources.json',
    'manifest.json',
    'manifest/pages.ndjson',
  ];
  for (const key of [...kinds, ...others]) {
    const { ContentType, CacheControl, Metadata, ChecksumSHA256, ContentEncoding } = await head(
      name,
      `law/v1/${key}`,
    );
    const headers = fileHeaders(key, policyOfFile(key));
    assert.equal(
      [ContentType, CacheControl, ContentEncoding],
      [headers['content-type'], headers['cache-control'], undefined],
      key,
    );
    const sha256 = sha256Of(fs.readFileSync(path.join(trees.before, key)));
    const digest = Buffer.from(sha256, 'hex');
    assert.equal(Metadata, { sha256, etag: etagOfDigest(digest).replaceAll('"', '') }, key);
    assert.is(ChecksumSHA256 ?? digest.toString('base64'), digest.toString('base64'), key);
  }
  fs.writeFileSync(path.join(folder, 'foreign.txt'), 'mine');
  const night = await sync(trees.after);
  assert.is(fs.readFileSync(path.join(folder, 'foreign.txt'), 'utf8'), 'mine');
  fs.rmSync(path.join(folder, 'foreign.txt'));
  await assertHolds(folder, trees.after);
  assert.ok(sumOf(night.moved).files < sumOf(first.moved).files / 2);
  const { files, bytes } = sumOf(night.moved);
  assert.ok((night.targetTraffic?.requests ?? 0) >= files);
  assert.ok((night.targetTraffic?.bytes ?? 0) >= bytes);
  assert.ok((night.targetTraffic?.bytes ?? 0) <= 1.1 * bytes, `${night.targetTraffic?.bytes} of ${bytes}`);
  const again = await sync(trees.after);
  assert.ok(again.isUpToDate);
  assert.is(again.traffic.requests, 1);
});

test('nothing is put before everything from a server is checked, and fetched files are kept for the next run', async () => {
  const { to, folder, sync } = target();
  await sync(trees.before);
  let left = 30;
  const server = await serveFiles(trees.after, (request, response, name) => {
    if (!name.startsWith('api/') || request.method === 'HEAD' || left-- > 0) return false;
    response.end('something else');
    return true;
  });
  assert.match(
    await failure(syncHere(server.url, to, { env: reach(s3.url) })),
    /is not what the manifest names/,
  );
  await server.close();
  await assertHolds(folder, trees.before);
  const sound = await serveFiles(trees.after);
  const { resumed } = await syncHere(sound.url, to, { env: reach(s3.url) });
  await sound.close();
  await assertHolds(folder, trees.after);
  assert.ok(resumed >= 30, `${resumed}`);
});

test('objects are put in the order of publication and removed at the end', async () => {
  const { name, to, sync } = target();
  await sync(trees.before);
  const proxy = await proxyTo(s3.url);
  await syncHere(trees.after, to, { env: reach(proxy.url) });
  await proxy.close();
  const keys = proxy.asked
    .filter(line => /^(PUT|DELETE) /.test(line))
    .map(line => line.replace(`/${name}/`, ''));
  const isOld = (key: string): boolean => fs.existsSync(path.join(trees.before, key));
  const rank = (line: string): number => {
    const [method, key = ''] = line.split(/ (.*)/);
    if (key.startsWith('.sync/')) return method === 'PUT' ? -1 : 20;
    if (method === 'DELETE') return 10;
    if (key.startsWith('bulk/') || key === 'api/bulk.json') return 5;
    if (key.startsWith('manifest/')) return 6;
    if (key.startsWith('changes/')) return 7;
    if (key.startsWith('manifest.json')) return 8;
    return (documentOfFile(key) ? 0 : 2) + Number(isOld(key));
  };
  const ranks = keys.map(rank);
  assert.equal(
    ranks,
    [...ranks].sort((a, b) => a - b),
  );
  for (const kind of [-1, 0, 1, 3, 6, 8, 10, 20]) assert.ok(ranks.includes(kind), `${kind}`);
});

test('a run that fails after any number of requests is completed by the next one, with any source', async () => {
  const random = new Random(161);
  const { name, to, folder, sync } = target();
  await sync(trees.before);
  for (let round = 0; round < 8; round++) {
    const deadAfter = 3 + random.below(round % 2 === 0 ? 60 : 250);
    const proxy = await proxyTo(s3.url, (_, count) => count > deadAfter);
    const [tree, other] = random.chance(0.5) ? [trees.before, trees.after] : [trees.after, trees.before];
    await syncHere(tree, to, { env: reach(proxy.url, '1'), allowRollback: true }).catch(() => {});
    await proxy.close();
    // Sometimes the source has changed once more.
    const coming = random.chance(0.5) ? tree : other;
    await sync(coming, { allowRollback: true });
    await assertHolds(folder, coming, `round ${round}, dead after ${deadAfter} of ${name}`);
  }
});

test('a run killed at any moment is completed by the next one', async () => {
  const random = new Random(162);
  const { to, folder, sync } = target();
  await sync(trees.before);
  for (let round = 0; round < 4; round++) {
    const tree = round % 2 === 0 ? trees.after : trees.before;
    const args = ['build/launch.cjs', 'sync', tree, to, '--allow-rollback'];
    const child = spawn(process.execPath, args, {
      env: reach(s3.url),
      stdio: 'ignore',
      cwd: path.join(import.meta.dirname, '../..'),
    });
    const end = once(child, 'close');
    await new Promise(resolve => setTimeout(resolve, 700 + random.below(900)));
    child.kill('SIGKILL');
    await end;
    await sync(tree, { allowRollback: true });
    await assertHolds(folder, tree, `round ${round}`);
  }
});

test('outdated objects are removed even if the run failed after the root was put', async () => {
  const { to, folder, sync } = target();
  await sync(trees.before);
  const proxy = await proxyTo(s3.url, line => line.startsWith('DELETE'));
  assert.match(await failure(syncHere(trees.after, to, { env: reach(proxy.url, '1') })), /tree-\d+/);
  await proxy.close();
  const { isUpToDate, removed } = await sync(trees.after);
  assert.ok(isUpToDate && removed > 0);
  await assertHolds(folder, trees.after);
});

test('a missing bucket, a prefix with other files and an unknown scheme are refused', async () => {
  assert.match(
    await failure(syncHere(trees.before, 's3://no-such-bucket/x', { env: reach(s3.url) })),
    /no bucket no-such-bucket. Make it first \(aws s3 mb s3:\/\/no-such-bucket/,
  );
  const { folder, sync } = target();
  fs.writeFileSync(path.join(folder, 'manifest.json'), 'mine');
  assert.match(await failure(sync(trees.before)), /is no tree/);
  const message = await failure((async () => syncHere(trees.before, 'gs://bucket/x'))());
  assert.match(message, /A bucket is s3:\/\/BUCKET\/PREFIX, not gs:\/\/bucket\/x/);
});

test('a run prints its result, and no messages of packages', async () => {
  const { to } = target();
  const args = ['build/launch.cjs', 'sync', trees.before, to];
  const child = spawn(process.execPath, args, {
    env: reach(s3.url),
    cwd: path.join(import.meta.dirname, '../..'),
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (told += chunk));
  const [code] = await once(child, 'close');
  assert.is(code, 0, told);
  assert.not.match(told, /warning|AWS SDK|resumed/i);
  assert.match(told, /^files .* moved/m);
});

/** A corpus of one source. */
function smallCorpus(): ReturnType<typeof editable> {
  const made = editable(memoryFolder());
  for (const source of ['ecfr', 'fr']) fs.rmSync(path.join(made.corpus, source), { recursive: true });
  return made;
}

test('a job that lost its cache continues the history of the bucket', async () => {
  const { to, folder, sync } = target('law');
  await sync(trees.after);
  const { corpus, dist } = smallCorpus();
  const build = (...more: string[]) =>
    run(
      'build',
      ['--corpus', corpus, '--out', dist, '--no-search', '--no-site', '--history-from', to, ...more],
      reach(s3.url) as Record<string, string>,
    );
  const first = await build();
  assert.is(first.code, 0, first.stderr);
  const [newest] = indexIn(trees.after);
  assert.match(first.stderr, `behind its number ${newest?.number}: the tree here has none`);
  const [own, ...older] = indexIn(dist);
  assert.equal([own?.number, own?.complete], [Number(newest?.number) + 1, true]);
  assert.equal(older, indexIn(trees.after));
  await sync(dist);
  await assertHolds(folder, dist);
  const missing = await run(
    'build',
    ['--corpus', corpus, '--out', `${dist}-2`, '--history-from', 's3://no-such-bucket'],
    reach(s3.url) as Record<string, string>,
  );
  assert.is(missing.code, 1);
  assert.match(
    missing.stderr,
    /^The history cannot be taken from s3:\/\/no-such-bucket\/: There is no bucket no-such-bucket\. Make it first/m,
  );
  assert.not.ok(fs.existsSync(`${dist}-2`));
});

test('a job without its history begins with a higher number than any, and the bucket accepts it', async () => {
  const { folder, sync } = target();
  await sync(trees.after);
  const { corpus, dist } = smallCorpus();
  await buildHere(corpus, dist, { firstNumber: undefined });
  assert.ok(Number(indexIn(dist)[0]?.number) > 29_000_000);
  await sync(dist);
  await assertHolds(folder, dist);
});

test('a mirror of the bucket can be copied from a plain server of its objects', async () => {
  const { folder, sync } = target();
  await sync(trees.after);
  const server = await serveFiles(folder);
  const mirror = path.join(temporaryFolder(), 'mirror');
  await syncHere(server.url, mirror);
  await server.close();
  await assertMirrors(mirror, copyOf(trees.after));
});

test.run();
