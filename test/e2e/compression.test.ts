import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureEngine } from '../../shim/search/configure.ts';
import { type Answer, decoded, type Shim, startShim } from '../helpers/shim.ts';
import { buildTree, sampleTree } from '../helpers/tree.ts';
import { documentText, ECFR_PATH, FR_PATH, USC_PATH, writeCorpus } from '../helpers/written-corpus.ts';

/** build/contract/README.md, Compression: every answer in every coding, and its validators. */

let shim: Shim;
test.before(async () => {
  const { dist } = await sampleTree();
  shim = await startShim({ dist, engine: configureEngine(dist, null) });
});
test.after(() => shim.close());

const DOCUMENTS = [
  '/api/usc/documents/t17%2Fs106',
  '/api/ecfr/documents/t1%2Fs1.1',
  '/api/fr/documents/2018-09910',
];
const FORMATS = ['', '?format=markdown', '?format=text'];
const REPRESENTATIONS = DOCUMENTS.flatMap(url => FORMATS.map(query => url + query));
const VALIDATED = [
  ...REPRESENTATIONS,
  ...DOCUMENTS.flatMap(url => [`${url}?fields=metadata`, `${url}?fields=body`]),
  '/api/usc/documents',
  '/api/ecfr/documents?limit=7',
  '/api/fr/documents?cursor=',
  '/api/usc/titles',
  '/api/ecfr/titles/1',
  '/api/fr/years',
  '/api/fr/years/2018',
  '/api/fr/years/2018/05',
  '/api/fr/years/2018/05?limit=3',
  '/api/sources',
  '/api/stats',
  '/api/openapi',
];
const SEARCH = '/api/search?q=the&limit=20';
const ALL = [...VALIDATED, SEARCH];
const LIST = '/api/usc/documents';
/** The largest answer that is not compressed has one byte less. */
const MIN_BYTES = 1024;

const decodedOf = ({ headers, bytes }: Answer): Buffer => decoded(headers, bytes);
const get = (url: string, coding: string, more = {}) =>
  shim.request('GET', url, { 'accept-encoding': coding, ...more });
const codingOf = async (url: string, accepted: string): Promise<string> =>
  (await get(url, accepted)).headers['content-encoding'] ?? 'identity';

test('every compressed answer decodes to the plain one, is smaller, and has its own length and ETag', async () => {
  let compressed = 0;
  for (const url of ALL) {
    const plain = await shim.get(url);
    assert.not('content-encoding' in plain.headers, url);
    for (const coding of ['br', 'gzip']) {
      const answer = await get(url, coding);
      assert.equal([answer.status, decodedOf(answer)], [200, plain.bytes], `${url} ${coding}`);
      const isLarge = plain.bytes.length >= MIN_BYTES;
      assert.is(answer.headers['content-encoding'], isLarge ? coding : undefined, url);
      assert.is(answer.headers['content-length'], String(answer.bytes.length), url);
      assert.is(answer.headers['content-type'], plain.headers['content-type'], url);
      if (!isLarge) continue;
      compressed++;
      assert.ok(answer.bytes.length < plain.bytes.length, url);
      assert.is(answer.headers.etag, plain.headers.etag?.replace(/"$/, `-${coding}"`), url);
    }
  }
  assert.ok(compressed >= 20, `${compressed}`);
});

test("Node's fetch requests and decodes both codings", async () => {
  for (const url of ALL) {
    const plain = await shim.get(url);
    for (const headers of [{ 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }, {}]) {
      const response = await fetch(`http://127.0.0.1:${shim.port}${url}`, {
        headers: { 'x-api-key': shim.key, ...headers },
      });
      assert.is(await response.text(), plain.text, url);
      assert.is(response.headers.has('content-encoding'), plain.bytes.length >= MIN_BYTES, url);
    }
  }
});

test('every answer has Vary, also small ones and 304', async () => {
  let validated = 0;
  for (const url of ALL) {
    const isDocument = /documents\//.test(url);
    const vary = isDocument ? 'Accept, Accept-Encoding' : 'Accept-Encoding';
    for (const coding of ['', 'br', 'gzip', 'identity']) {
      const { headers } = await get(url, coding);
      assert.is(headers.vary, vary, url);
      if (headers.etag === undefined) continue;
      const known = await get(url, coding, { 'if-none-match': headers.etag });
      assert.equal([known.status, known.headers.vary], [304, vary], url);
      validated++;
    }
  }
  assert.is(validated, 4 * VALIDATED.length);
});

test('quality values decide, and br comes before gzip if they are equal', async () => {
  for (const [accepted, coding] of [
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.2', 'gzip'],
    ['*', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['identity, gzip;q=0.5', 'identity'],
    ['deflate, zstd', 'identity'],
    ['identity;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['', 'identity'],
  ] as const)
    for (const url of [LIST, `${DOCUMENTS[2]}`, SEARCH, `${LIST}?limit=30`])
      assert.is(await codingOf(url, accepted), coding, `${url} ${accepted}`);
});

test('with identity;q=0 a small answer is compressed, too, and an error never', async () => {
  const small = '/api/usc/documents/t17%2Fs106?fields=status';
  const plain = await shim.get(small);
  assert.ok(plain.bytes.length < MIN_BYTES);
  const answer = await get(small, 'identity;q=0, gzip');
  assert.equal([answer.headers['content-encoding'], decodedOf(answer)], ['gzip', plain.bytes]);
  for (const [url, status] of [
    ['/api/usc/documents/t17%2Fs99999', 404],
    ['/api/usc/documents?limit=0', 400],
    ['/x', 404],
    ['/api/health', 200],
  ] as const) {
    const error = await get(url, 'identity;q=0, gzip');
    assert.equal([error.status, error.headers['content-encoding']], [status, undefined], url);
    assert.ok(error.json);
  }
});

test('RFC 9110 §13.1.2: the ETag of any accepted coding gives 304 with that ETag', async () => {
  for (const url of VALIDATED) {
    const { etag = '' } = (await shim.get(url)).headers;
    const tag = (coding: string) => (coding === 'identity' ? etag : etag.replace(/"$/, `-${coding}"`));
    for (const accepted of ['br', 'gzip', 'br, gzip', 'gzip, identity;q=0', 'identity']) {
      const accepts = (coding: string) =>
        accepted.split(', ').includes(coding) || (coding === 'identity' && !accepted.includes(';q=0'));
      for (const held of ['br', 'gzip', 'identity']) {
        for (const header of [tag(held), `W/${tag(held)}`, `"x", ${tag(held)}`]) {
          const answer = await get(url, accepted, { 'if-none-match': header });
          if (accepts(held))
            assert.equal([answer.status, answer.headers.etag, answer.bytes.length], [304, tag(held), 0], url);
          else assert.is(answer.status, 200, `${url} ${accepted} ${header}`);
        }
      }
    }
    // Without the header any coding is acceptable.
    for (const held of ['br', 'gzip', 'identity'])
      assert.is((await shim.request('GET', url, { 'if-none-match': tag(held) })).status, 304, url);
    for (const other of ['"other-br"', `${tag('br')}x`, tag('zstd')])
      assert.is((await get(url, 'br', { 'if-none-match': other })).status, 200, other);
    assert.is((await get(url, 'gzip', { 'if-none-match': '*' })).headers.etag, tag('gzip'));
  }
});

test('a range is of the plain bytes, with any accepted coding', async () => {
  for (const url of REPRESENTATIONS) {
    const { bytes, headers } = await shim.get(url);
    const { etag = '' } = headers;
    for (const more of [{}, { 'if-range': etag }]) {
      const part = await get(url, 'br, identity;q=0', { range: 'bytes=5-24', ...more });
      assert.equal([part.status, part.bytes], [206, bytes.subarray(5, 25)], url);
      assert.equal([part.headers['content-encoding'], part.headers.etag], [undefined, etag]);
      assert.is(part.headers['content-range'], `bytes 5-24/${bytes.length}`);
    }
    const coded = await get(url, 'br');
    // The validator of another coding is another one: the whole, in the coding that is preferred.
    const whole = await get(url, 'br', { range: 'bytes=5-24', 'if-range': etag.replace(/"$/, '-br"') });
    assert.equal(
      [whole.status, whole.bytes, whole.headers.etag],
      [200, coded.bytes, coded.headers.etag],
      url,
    );
  }
});

test('a repeated search has the same answer, plain and compressed', async () => {
  const plain = await shim.get(SEARCH);
  for (const coding of ['br', 'gzip', 'br']) {
    const answer = await get(SEARCH, coding);
    assert.equal([answer.headers['content-encoding'], answer.headers.etag], [coding, undefined]);
    assert.equal(decodedOf(answer), plain.bytes);
  }
});

test('documents over a megabyte are compressed if the result is small, otherwise plain', async () => {
  const line = 'A line of the large document.\n\n';
  const corpus = writeCorpus({
    [USC_PATH]: documentText(USC_PATH) + line.repeat(50_000),
    [ECFR_PATH]: documentText(ECFR_PATH) + randomBytes(1_200_000).toString('base64'),
    [FR_PATH]: documentText(FR_PATH) + line.repeat(550_000),
  });
  const large = await startShim(await buildTree(corpus));
  for (const [url = '', isCompressed] of [
    [DOCUMENTS[0], true],
    [DOCUMENTS[1], false],
    [DOCUMENTS[2], false],
  ] as const) {
    const target = `${url}?format=markdown`;
    const plain = await large.get(target);
    assert.ok(plain.bytes.length > 1024 * 1024);
    for (const method of ['GET', 'GET', 'HEAD']) {
      const answer = await large.request(method, target, { 'accept-encoding': 'gzip' });
      assert.is(answer.headers['content-encoding'], isCompressed ? 'gzip' : undefined, url);
      if (method === 'GET') assert.equal(decodedOf(answer), plain.bytes, url);
      const { etag = '' } = plain.headers;
      assert.is(answer.headers.etag, isCompressed ? etag.replace(/"$/, '-gzip"') : etag);
      const length = isCompressed
        ? Number(answer.headers['content-length']) < 100_000
        : answer.headers['content-length'] === plain.headers['content-length'];
      assert.ok(length, url);
    }
  }
  await large.close();
});

test.run();
