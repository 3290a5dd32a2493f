import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';

/** build/contract/README.md, Paragraphs: the parameter `pinpoint`. */

let shim: Shim;
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

const SECTION = '/api/usc/documents/t14%2Fs9101';
const PARAGRAPH = `${SECTION}?pinpoint=(a)(2)(A)`;
const BODY = `# § 9101. Painting of bell buoys[^1]

- **(a)** **Duty**.—From May 2, 1986, the tender of a bell buoy shall—

  - **(2)** paint it twice, with a paint that—

    - **(A)** is red or green; and

[^1]: So in original. Probably should be “bell-buoys”.
`;

test('the JSON of a paragraph has it as body, all metadata and the labels', async () => {
  const whole = (await shim.get(SECTION)).json;
  const { json, status } = await shim.get(PARAGRAPH);
  assert.is(status, 200);
  assert.equal(json.data, { ...whole.data, body: BODY });
  assert.equal(json.meta, { ...whole.meta, pinpoint: ['a', '2', 'A'] });
});

test('fields choose from the JSON of a paragraph', async () => {
  const { json } = await shim.get(`${PARAGRAPH}&fields=body`);
  assert.equal(Object.keys(json.data.metadata), ['identifier', 'source']);
  assert.is(json.data.body, BODY);
  assert.not.ok('body' in (await shim.get(`${PARAGRAPH}&fields=status`)).json.data);
});

test('the Markdown of a paragraph has the frontmatter of its document', async () => {
  const whole = (await shim.get(`${SECTION}?format=markdown`)).text;
  const { text, headers } = await shim.get(`${PARAGRAPH}&format=markdown`);
  assert.match(String(headers['content-type']), /^text\/markdown/);
  const end = whole.indexOf('\n---\n', 4) + 5;
  assert.is(text, `${whole.slice(0, end)}\n${BODY}`);
});

test('the text of a paragraph has its words alone', async () => {
  const { text, headers } = await shim.get(PARAGRAPH, { accept: 'text/plain' });
  assert.match(String(headers['content-type']), /^text\/plain/);
  assert.match(text, /^§ 9101\. Painting of bell buoys\[1\]\n/);
  assert.match(text, /\(A\) is red or green; and/);
  assert.not.match(text, /\(B\)|scrape|\*|Source Credit/);
});

test('each paragraph, selection and representation has its own validator, and is cached as the document is', async () => {
  const urls = [
    SECTION,
    PARAGRAPH,
    `${SECTION}?pinpoint=(a)(2)`,
    `${PARAGRAPH}&fields=body`,
    `${PARAGRAPH}&format=text`,
    `${PARAGRAPH}&format=markdown`,
  ];
  const answers = await Promise.all(urls.map(url => shim.get(url)));
  assert.is(new Set(answers.map(({ headers }) => headers.etag)).size, urls.length);
  for (const [i, { headers }] of answers.entries()) {
    assert.is(headers['cache-control'], answers[0]!.headers['cache-control']);
    assert.is(headers.vary, answers[0]!.headers.vary);
    assert.is(headers['cache-tag'], answers[0]!.headers['cache-tag']);
    const again = await shim.get(urls[i]!, { 'if-none-match': headers.etag as string });
    assert.is(again.status, 304);
  }
});

test('an encoded pinpoint and an empty one are understood', async () => {
  const { bytes } = await shim.get(PARAGRAPH);
  assert.equal((await shim.get(`${SECTION}?pinpoint=%28a%29%282%29%28A%29`)).bytes, bytes);
  assert.equal((await shim.get(`${SECTION}?pinpoint=`)).bytes, (await shim.get(SECTION)).bytes);
});

test('a paragraph that is missing is 404, whatever the representation', async () => {
  const missing = [
    `${SECTION}?pinpoint=(z)`,
    `${SECTION}?pinpoint=(z)&format=text`,
    `${SECTION}?pinpoint=(z)&format=markdown`,
    `${SECTION}?pinpoint=(a)(2)(a)`,
  ];
  for (const url of missing) {
    const { status, json } = await shim.get(url);
    assert.is(status, 404, url);
    assert.is(json.error.code, 'DOCUMENT_NOT_FOUND');
    assert.match(json.error.message, /^No paragraph \((?:z|a)\)\S* was found in \/us\/usc\/t14\/s9101\.$/);
  }
  const other = await shim.get('/api/fr/documents/2018-09910?pinpoint=(a)');
  assert.is(other.json.error.message, 'No paragraph (a) was found in /us/fr/2018-09910.');
  const none = await shim.get('/api/usc/documents/t99%2Fs1?pinpoint=(a)');
  assert.is(none.json.error.message, 'No document was found with the identifier /us/usc/t99/s1.');
});

test('a pinpoint that is no labels, or is given twice, is 400', async () => {
  for (const query of ['pinpoint=a', 'pinpoint=(a)%20(1)', 'pinpoint=(a)&pinpoint=(b)']) {
    const { status, json } = await shim.get(`${SECTION}?${query}`);
    assert.is(status, 400, query);
    assert.is(json.error.code, 'INVALID_PARAMETER');
    assert.match(json.error.message, /^Invalid value for parameter pinpoint: /);
  }
});

test.run();
