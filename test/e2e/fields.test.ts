import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';
import { urlOf } from './spellings.ts';

/** build/contract/README.md, Projections: field selection on single documents. */

let shim: Shim;
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

const URLS = [
  '/api/usc/documents/t17%2Fs106',
  '/api/ecfr/documents/t1%2Fs1.1',
  '/api/fr/documents/2018-09910',
];

const dataOf = async (url: string): Promise<Json> => (await shim.get(url)).json.data;

for (const url of URLS) {
  test(`without fields a document has all metadata and the body (${url})`, async () => {
    const { metadata, body } = await dataOf(url);
    assert.ok(Object.keys(metadata).length > 10);
    assert.ok(body.length > 0);
    assert.equal(
      (await shim.get(`${url}?fields=`)).bytes,
      (await shim.get(url)).bytes,
      'nothing is asked for',
    );
  });

  test(`fields=metadata gives all metadata and no body (${url})`, async () => {
    const { body, ...whole } = await dataOf(url);
    assert.type(body, 'string');
    assert.equal(await dataOf(`${url}?fields=metadata`), whole);
  });

  test(`fields=body gives the body with identifier and source (${url})`, async () => {
    const whole = await dataOf(url);
    const { id, identifier, source, body } = whole;
    assert.equal(await dataOf(`${url}?fields=body`), {
      id,
      identifier,
      source,
      metadata: { identifier, source },
      body,
    });
  });

  test(`fields=<names> gives these, identifier and source, and no body (${url})`, async () => {
    const { id, identifier, source, metadata } = await dataOf(url);
    for (const names of [
      ['display_title'],
      ['status', 'last_updated'],
      ['identifier'],
      Object.keys(metadata),
    ]) {
      const selected = Object.fromEntries(
        Object.entries(metadata).filter(([name]) => ['identifier', 'source', ...names].includes(name)),
      );
      const data = await dataOf(`${url}?fields=${names.join(',')}`);
      assert.equal(data, { id, identifier, source, metadata: selected }, names.join());
    }
  });

  test(`the name body among the names adds the body (${url})`, async () => {
    const { body } = await dataOf(url);
    const data = await dataOf(`${url}?fields=display_title,body`);
    assert.is(data.body, body);
    assert.equal(Object.keys(data.metadata), ['identifier', 'source', 'display_title']);
    assert.equal(await dataOf(`${url}?fields=metadata,body`), await dataOf(url));
  });

  test(`unknown names are ignored, and so are spaces around names (${url})`, async () => {
    const data = await dataOf(`${url}?fields=nonsense,%20status%20,,__proto__,constructor`);
    assert.equal(Object.keys(data.metadata), ['identifier', 'source', 'status']);
    assert.equal(Object.keys((await dataOf(`${url}?fields=nonsense`)).metadata), ['identifier', 'source']);
  });

  test(`the order of fields does not change the representation (${url})`, async () => {
    const one = await shim.get(`${url}?fields=status,display_title`);
    const other = await shim.get(`${url}?fields=display_title,status,status`);
    assert.equal(other.bytes, one.bytes);
    assert.is(other.headers.etag, one.headers.etag);
  });
}

test('every field of every document can be requested alone', async () => {
  for (const document of await documentsOf(SAMPLE_CORPUS)) {
    const url = urlOf(document);
    for (const [field, value] of Object.entries(document.metadata)) {
      const { metadata } = await dataOf(`${url}?fields=${field}`);
      assert.equal(metadata[field], value, `${url} ${field}`);
      assert.is(Object.keys(metadata).length, new Set(['identifier', 'source', field]).size);
    }
  }
});

test('fields has no effect on Markdown and plain text', async () => {
  for (const url of URLS) {
    for (const format of ['markdown', 'text']) {
      const whole = await shim.get(`${url}?format=${format}`);
      const selected = await shim.get(`${url}?format=${format}&fields=status`);
      assert.equal(selected.bytes, whole.bytes);
      assert.is(selected.headers.etag, whole.headers.etag);
    }
  }
});

test('repeated fields are joined', async () => {
  const { bytes } = await shim.get(`${URLS[0]}?fields=status,body`);
  assert.equal((await shim.get(`${URLS[0]}?fields=body&fields=status`)).bytes, bytes);
  assert.not.equal((await shim.get(`${URLS[0]}?fields=body`)).bytes, bytes);
});

test('any other repeated parameter is refused', async () => {
  for (const query of ['format=json&format=text', 'fields=body&format=json&format=json']) {
    const { status, json } = await shim.get(`${URLS[0]}?${query}`);
    assert.equal([status, json.error.code], [400, 'INVALID_PARAMETER'], query);
  }
});

test.run();
