import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { etagOf } from '../../build/contract/etag.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { buildTree } from '../helpers/tree.ts';
import { documentText, FR_PATH, USC_PATH, writeCorpus } from '../helpers/written-corpus.ts';

/** Documents of more than a megabyte are not held in memory; nobody is to notice. */

const LARGE = '/api/fr/documents/2018-09910';
const SMALL = '/api/usc/documents/t17%2Fs106';

let shim: Shim;
test.before(async () => {
  const body = 'A line of the large document.\n\n'.repeat(50_000);
  const corpus = writeCorpus({ [USC_PATH]: documentText(USC_PATH), [FR_PATH]: documentText(FR_PATH) + body });
  shim = await startShim(await buildTree(corpus));
});
test.after(() => shim.close());

for (const format of ['json', 'markdown', 'text']) {
  const query = `?format=${format}`;

  test(`${format}: a large document has the headers of a small one`, async () => {
    const [large, small] = [await shim.get(LARGE + query), await shim.get(SMALL + query)];
    assert.ok(large.bytes.length > 1024 * 1024);
    assert.is(large.headers.etag, etagOf(large.bytes));
    const own = [
      'etag',
      'content-length',
      'date',
      'x-ratelimit-reset',
      'x-request-id',
      'cache-tag',
      'surrogate-key',
    ];
    const common = ({ headers }: typeof large) =>
      Object.entries(headers).filter(([name]) => !own.includes(name));
    assert.equal(new Map(common(large)), new Map(common(small)));
    assert.is(large.headers['content-length'], String(large.bytes.length));
    assert.not('last-modified' in large.headers);
  });

  test(`${format}: a large document has validators`, async () => {
    const { headers } = await shim.get(LARGE + query);
    const { etag = '' } = headers;
    const known = await shim.get(LARGE + query, { 'if-none-match': etag });
    assert.equal([known.status, known.headers.etag], [304, etag]);
    assert.is(known.headers['cache-control'], headers['cache-control']);
  });
}

test.run();
