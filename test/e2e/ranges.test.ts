import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TAG_HEADERS } from '../../build/contract/cache-tags.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { buildTree } from '../helpers/tree.ts';
import { documentText, FR_PATH, USC_PATH, writeCorpus } from '../helpers/written-corpus.ts';

/** RFC 9110, section 14: parts of documents, of those in memory and of those that are streamed. */

let shim: Shim;
test.before(async () => {
  const large = documentText(FR_PATH) + 'A line of the large document.\n'.repeat(100_000);
  shim = await startShim(
    await buildTree(
      writeCorpus({ [FR_PATH]: large, [USC_PATH]: `${documentText(USC_PATH)}${'A line.\n'.repeat(50)}` }),
    ),
  );
});
test.after(() => shim.close());

const DOCUMENTS = ['/api/fr/documents/2018-09910', '/api/usc/documents/t17%2Fs106'];
const ALL = DOCUMENTS.flatMap(url => ['json', 'markdown', 'text'].map(format => `${url}?format=${format}`));

test('the documents of this file are a large and a small one', async () => {
  const [large, small] = await Promise.all(DOCUMENTS.map(url => shim.get(url)));
  assert.ok((large?.bytes.length ?? 0) > 1024 * 1024);
  assert.ok((small?.bytes.length ?? 0) < 10_000);
});

test('a range of any representation is 206 with exactly its bytes', async () => {
  for (const url of ALL) {
    const { bytes, headers } = await shim.get(url);
    assert.is(headers['accept-ranges'], 'bytes', url);
    const end = bytes.length - 1;
    for (const [range, first, last] of [
      ['0-99', 0, 99],
      ['100-', 100, end],
      ['-7', end - 6, end],
      [`${end}-${end + 1000}`, end, end],
    ] as const) {
      const part = await shim.get(url, { range: `bytes=${range}` });
      assert.is(part.status, 206, url);
      assert.equal(part.bytes, bytes.subarray(first, last + 1), `${url} ${range}`);
      assert.is(part.headers['content-range'], `bytes ${first}-${last}/${bytes.length}`);
      assert.is(part.headers['content-length'], String(last - first + 1));
      for (const name of ['etag', 'cache-control', 'content-type', 'vary', 'accept-ranges'])
        assert.is(part.headers[name], headers[name], name);
    }
  }
});

test('a range outside is 416 in the form of errors, with the length', async () => {
  for (const url of ALL) {
    const { bytes } = await shim.get(url);
    for (const range of [`${bytes.length}-`, '-0']) {
      const { status, json, headers } = await shim.get(url, { range: `bytes=${range}` });
      assert.equal([status, json.error.status, json.error.code], [416, 416, 'RANGE_NOT_SATISFIABLE'], url);
      assert.is(headers['content-range'], `bytes */${bytes.length}`);
      assert.equal([headers['cache-control'], headers.etag], ['no-store', undefined]);
      for (const name of TAG_HEADERS) assert.is(headers[name], undefined, `${name} is that of the file`);
    }
  }
});

test('with If-Range only the current strong validator gives a part', async () => {
  for (const url of ALL) {
    const { bytes, headers } = await shim.get(url);
    const { etag = '' } = headers;
    const range = 'bytes=0-9';
    assert.is((await shim.get(url, { range, 'if-range': etag })).status, 206);
    for (const other of ['"other"', `W/${etag}`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
      const whole = await shim.get(url, { range, 'if-range': other });
      assert.equal([whole.status, whole.bytes.length], [200, bytes.length], other);
    }
    // What cannot be satisfied is not looked at where the validator is another.
    assert.is((await shim.get(url, { range: `bytes=${bytes.length}-`, 'if-range': '"other"' })).status, 200);
  }
});

test('a condition is checked before the range', async () => {
  for (const url of ALL) {
    const { etag = '' } = (await shim.get(url)).headers;
    for (const range of ['bytes=0-9', 'bytes=99999999-'])
      assert.is((await shim.get(url, { range, 'if-none-match': etag })).status, 304, range);
  }
});

test('HEAD, several ranges and other units give the whole', async () => {
  for (const url of ALL) {
    const { bytes } = await shim.get(url);
    const head = await shim.request('HEAD', url, { range: 'bytes=0-9' });
    assert.equal([head.status, head.headers['content-length']], [200, String(bytes.length)], url);
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=5-2'])
      assert.is((await shim.get(url, { range })).bytes.length, bytes.length, range);
  }
});

test('computed answers have no ranges', async () => {
  for (const url of [
    `${DOCUMENTS[1]}?fields=metadata`,
    '/api/usc/documents',
    '/api/usc/documents?limit=3',
    '/api/stats',
    '/api/health',
    '/api/nowhere',
  ]) {
    const whole = await shim.get(url);
    const asked = await shim.get(url, { range: 'bytes=0-9' });
    assert.is(asked.status, whole.status, url);
    assert.equal(
      [asked.headers['accept-ranges'], asked.headers['content-range']],
      [undefined, undefined],
      url,
    );
  }
});

test.run();
