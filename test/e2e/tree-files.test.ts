import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../build/contract/etag.ts';
import { fileHeaders, policyOfFile } from '../../build/contract/headers.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { Random } from '../helpers/random.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';

/** build/contract/README.md, Files of the tree: what mirrors read, from the shim. */

let dist: string;
let shim: Shim;

/** Larger than what the shim holds, and than what it compresses. */
const LARGE = 'bulk/usc/t42.jsonl.gz';
const EXTRA: Readonly<Record<string, string | Buffer>> = {
  'bulk/usc/t17.jsonl.gz': gzipSync('{"a":1}\n'.repeat(20_000)),
  [LARGE]: Buffer.from(Array.from({ length: 3e6 }, (_, i) => (i * 7919) % 251)),
  'bulk/index.json': '{"data":[]}',
  'changes/index.json': '{"data":[]}',
  'changes/1.ndjson': '{"path":"x"}\n'.repeat(500),
  'changes/index.json.minisig': 'untrusted comment: x\n',
  'manifest.json.minisig': 'untrusted comment: x\n',
};

test.before(async () => {
  dist = join(temporaryFolder(), 'dist');
  cpSync((await sampleTree()).dist, dist, { recursive: true });
  for (const [name, content] of Object.entries(EXTRA)) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), content);
  }
  shim = await startShim({ dist });
});
test.after(() => shim.close());

test('every file of the manifest, dumps and history has its path and the headers of the table', async () => {
  const paths = [...filesUnder(dist, 'manifest'), 'manifest.json', ...Object.keys(EXTRA)];
  assert.ok(paths.length > 20);
  for (const path of paths) {
    const content = readFileSync(join(dist, path));
    const answer = await shim.get(`/${path}`);
    assert.is(answer.status, 200, path);
    assert.ok(answer.bytes.equals(content), path);
    const etag = etagOf(content);
    const headers: Record<string, string> = { ...fileHeaders(path, policyOfFile(path)), etag };
    headers['cache-control'] =
      headers['cache-control']?.replace('public', 'private').replace(/, s-maxage.*/, '') ?? '';
    for (const [name, value] of Object.entries(headers))
      assert.is(answer.headers[name], value, `${path} ${name}`);
    assert.is(answer.headers['content-encoding'], undefined);
    const head = await shim.request('HEAD', `/${path}`);
    assert.equal([head.status, head.text, head.headers.etag], [200, '', headers.etag], path);
    const again = await shim.get(`/${path}`, { 'if-none-match': etag });
    assert.equal(
      [again.status, again.text, again.headers['cache-control']],
      [304, '', headers['cache-control']],
      path,
    );
  }
});

test('texts are compressed, and dumps are not compressed again', async () => {
  for (const path of ['manifest/usc/t17.ndjson', 'changes/1.ndjson', 'manifest.json']) {
    const { headers, bytes } = await shim.get(`/${path}`, { 'accept-encoding': 'gzip' });
    assert.is(headers['content-encoding'], 'gzip', path);
    assert.ok(gunzipSync(bytes).equals(readFileSync(join(dist, path))), path);
  }
  for (const path of ['bulk/usc/t17.jsonl.gz', LARGE]) {
    const { headers, bytes } = await shim.get(`/${path}`, { 'accept-encoding': 'gzip, br' });
    assert.equal(
      [headers['content-encoding'], headers['content-type']],
      [undefined, 'application/gzip'],
      path,
    );
    assert.ok(bytes.equals(readFileSync(join(dist, path))), path);
  }
});

test('dumps of any size have ranges, and the manifest has none', async () => {
  const random = new Random(16);
  for (const path of ['bulk/usc/t17.jsonl.gz', LARGE]) {
    const content = readFileSync(join(dist, path));
    for (let i = 0; i < 5; i++) {
      const first = random.below(content.length - 1);
      const last = Math.min(content.length - 1, first + random.below(1e5));
      const { status, headers, bytes } = await shim.get(`/${path}`, { range: `bytes=${first}-${last}` });
      assert.equal([status, headers['content-range']], [206, `bytes ${first}-${last}/${content.length}`]);
      assert.ok(bytes.equals(content.subarray(first, last + 1)));
    }
    const beyond = await shim.get(`/${path}`, { range: `bytes=${content.length}-` });
    assert.equal([beyond.status, beyond.json.error.code], [416, 'RANGE_NOT_SATISFIABLE']);
    const stale = await shim.get(`/${path}`, { range: 'bytes=0-1', 'if-range': '"other"' });
    assert.is(stale.status, 200);
  }
  const whole = await shim.get('/manifest.json', { range: 'bytes=0-1' });
  assert.equal([whole.status, whole.headers['accept-ranges']], [200, undefined]);
});

test('a missing file is 404 in the form of the API, and other methods are 405', async () => {
  for (const path of [
    '/manifest/usc/t99.ndjson',
    '/manifest/x.json',
    '/bulk/usc/t99.jsonl.gz',
    '/changes/99.ndjson',
    '/bulk/',
    '/changes/..%2fbuild.json',
  ]) {
    const { status, json } = await shim.get(path);
    assert.equal(
      [status, json.error.code, json.error.message],
      [404, 'NOT_FOUND', 'There is nothing at this address.'],
      path,
    );
    assert.is((await shim.request('POST', path)).status, 405, path);
    assert.is((await shim.request('OPTIONS', path)).status, 204, path);
  }
});

test('files count against the limit', async () => {
  const before = Number((await shim.anonymous('/manifest.json')).headers['x-ratelimit-remaining']);
  assert.is(Number((await shim.anonymous('/bulk/index.json')).headers['x-ratelimit-remaining']), before - 1);
});

test.run();
