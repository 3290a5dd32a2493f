import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { etagOf } from '../../../build/contract/etag.ts';
import { fileHeaders } from '../../../build/contract/headers.ts';
import { type RunningWorker, startWorker, workerHindrance } from '../../helpers/edges/worker.ts';
import { suiteWhere } from '../../helpers/needs.ts';
import { exchange, type RequestHeaders } from '../../helpers/shim.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** How the Worker reads files of any size from a bucket or from assets. */

const test = suiteWhere('the Worker and the tree', workerHindrance());
let worker: RunningWorker;
test.before(async () => {
  worker = await startWorker();
});
test.after(() => worker.close());

const get = (url: string, headers: RequestHeaders = {}, port = worker.port, method = 'GET') =>
  exchange({ host: '127.0.0.1', port, path: url, method, headers });

const MEGABYTE = 1024 * 1024;
const URL_OF = (name: string) => `/api/usc/documents/${name}?format=text`;
const PATH_OF = (name: string) => `api/usc/documents/${name}.txt`;
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const contentOf = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, i) => 97 + (i % 25)));

for (const [name, bytes, isGiven] of [
  ['empty', 0, false],
  ['small', 1000, false],
  ['given', 1000, true],
  ['held', MEGABYTE, false],
  ['streamed', MEGABYTE + 1, false],
  ['streamed-given', 3 * MEGABYTE, true],
] as const)
  test(`a file is answered from the bucket, from the cache and by range: ${name}`, async () => {
    const content = contentOf(bytes);
    const etag = etagOf(content);
    await worker.put(PATH_OF(name), content, isGiven ? sha256(content) : undefined);
    for (let i = 0; i < 3; i++) {
      const answer = await get(URL_OF(name));
      assert.is(answer.status, 200);
      assert.ok(answer.bytes.equals(content));
      const expected = { ...fileHeaders(PATH_OF(name), 'document'), etag, 'content-length': String(bytes) };
      for (const [header, value] of Object.entries(expected))
        assert.is(answer.headers[header], value, header);
      for (const range of [{}, { range: 'bytes=0-1' }])
        assert.is((await get(URL_OF(name), { 'if-none-match': etag, ...range })).status, 304);
      const head = await get(URL_OF(name), {}, worker.port, 'HEAD');
      assert.equal([head.status, head.text, head.headers['content-length']], [200, '', String(bytes)]);
      if (bytes === 0) continue;
      const part = await get(URL_OF(name), { range: 'bytes=10-29', 'if-range': etag });
      assert.equal([part.status, part.headers['content-range']], [206, `bytes 10-29/${bytes}`]);
      assert.ok(part.bytes.equals(content.subarray(10, 30)));
      const last = await get(URL_OF(name), { range: 'bytes=-5' });
      assert.ok(last.bytes.equals(content.subarray(-5)));
      assert.is((await get(URL_OF(name), { range: 'bytes=0-1', 'if-range': '"x"' })).status, 200);
      const beyond = await get(URL_OF(name), { range: `bytes=${bytes}-` });
      assert.equal([beyond.status, beyond.json.error.code], [416, 'RANGE_NOT_SATISFIABLE']);
      assert.is(beyond.headers['content-range'], `bytes */${bytes}`);
    }
  });

test('a cached file is not read again, and each file has its own entry', async () => {
  await worker.put(PATH_OF('kept'), 'kept');
  await get(URL_OF('kept'));
  await worker.remove(PATH_OF('kept'));
  assert.is((await get(URL_OF('kept'))).text, 'kept');
  assert.is((await get('/api/usc/documents/kept?format=json')).status, 404);
  await worker.put(PATH_OF('large'), Buffer.alloc(MEGABYTE + 1, 'x'));
  await get(URL_OF('large'));
  await worker.remove(PATH_OF('large'));
  assert.is((await get(URL_OF('large'))).status, 404, 'what is large is never held');
  assert.is((await get(URL_OF('never'))).json.error.code, 'DOCUMENT_NOT_FOUND');
});

test('a new version of a large file has its own validator', async () => {
  for (const letter of ['a', 'b']) {
    const content = Buffer.alloc(2 * MEGABYTE, letter);
    await worker.put(PATH_OF('renewed'), content);
    assert.is((await get(URL_OF('renewed'))).headers.etag, etagOf(content));
  }
});

test('an answer with a key is private, from the bucket or the cache', async () => {
  await worker.put(PATH_OF('keyed'), 'x');
  for (const headers of [{ 'x-api-key': 'a' }, {}, { authorization: 'Bearer a' }])
    assert.match(
      (await get(URL_OF('keyed'), headers)).headers['cache-control'] ?? '',
      Object.keys(headers).length ? /^private/ : /^public/,
    );
});

test('files can be read from assets by any name', async () => {
  const folder = temporaryFolder();
  const files = {
    'fr/documents/_q/agency=Commerce%20Department.json': '/api/fr/documents?agency=Commerce+Department',
    'usc/documents/t1/§ 1—a,b (c)+.json': '/api/usc/documents/t1/%C2%A7%201%E2%80%94a,b%20(c)+',
    'usc/documents/t1/index.html.json': '/api/usc/documents/t1/index.html',
    'stats.json': '/api/stats',
  };
  for (const name of Object.keys(files)) {
    const file = join(folder, 'api', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(name));
  }
  const assets = await startWorker({ assets: folder });
  try {
    for (const [name, url] of Object.entries(files))
      for (let i = 0; i < 2; i++) {
        const { status, text, headers } = await get(url, {}, assets.port);
        assert.equal(
          [status, text, headers.etag],
          [200, JSON.stringify(name), etagOf(JSON.stringify(name))],
          url,
        );
      }
    assert.is((await get('/api/usc/documents/t1/s9', {}, assets.port)).status, 404);
    assert.is((await get('/stats.json', {}, assets.port)).status, 404, 'every request goes to the Worker');
  } finally {
    await assets.close();
  }
});

test.run();
