import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';
import { bothDirections, FILTERS, SORTS, walkBothWays } from './walk.ts';

/** build/contract/README.md, Cursors: both pagination modes. */

let shim: Shim;
const identifiers = new Map<string, string[]>();
test.before(async () => {
  shim = await startShim(await sampleTree());
  for (const { source, identifier } of await documentsOf(SAMPLE_CORPUS)) {
    identifiers.set(source, [...(identifiers.get(source) ?? []), identifier]);
  }
});
test.after(() => shim.close());

for (const [source, sorts] of Object.entries(SORTS)) {
  for (const sort of bothDirections(sorts)) {
    test(`${source} sort=${sort}: walks by offset and by cursor visit every document once`, async () => {
      for (const limit of [1, 3, 20, 100]) {
        const walked = await walkBothWays(shim, `/api/${source}/documents?sort=${sort}&limit=${limit}`);
        assert.equal([...walked].sort(), [...(identifiers.get(source) ?? [])].sort());
      }
    });

    test(`${source} sort=${sort}: filtered walks visit every match once, in the order of the whole`, async () => {
      const whole = await walkBothWays(shim, `/api/${source}/documents?sort=${sort}&limit=100`);
      for (const filter of FILTERS[source] ?? []) {
        const url = `/api/${source}/documents?${filter}&sort=${sort}`;
        const walked = await walkBothWays(shim, `${url}&limit=2`);
        const { data } = (await shim.get(`${url}&limit=100`)).json;
        assert.equal(
          walked,
          data.map((item: Json) => item.identifier),
        );
        assert.equal(
          walked,
          whole.filter(identifier => walked.includes(identifier)),
          url,
        );
      }
    });
  }

  test(`${source}: the default walks visit every document once`, async () => {
    const walked = await walkBothWays(shim, `/api/${source}/documents`);
    assert.equal([...walked].sort(), [...(identifiers.get(source) ?? [])].sort());
  });
}

test('in cursor mode total is null and offset 0, even if the request has an offset', async () => {
  for (const url of ['/api/usc/documents?cursor=', '/api/fr/documents?cursor=2018-05-10&offset=7']) {
    const { pagination } = (await shim.get(url)).json;
    assert.equal([pagination.total, pagination.offset], [null, 0], url);
  }
});

test('the cursor of the identifier sort is the canonical identifier of the last document', async () => {
  const { data, pagination } = (await shim.get('/api/usc/documents?limit=4&cursor=')).json;
  const next = new URL(pagination.next, 'http://x');
  assert.is(next.searchParams.get('cursor'), data[3].identifier);
  const page = (await shim.get(`/api/usc/documents?limit=2&cursor=${encodeURIComponent('/us/usc/t17/s106')}`))
    .json;
  assert.equal(
    page.data.map((item: Json) => item.identifier),
    ['/us/usc/t17/s106a', '/us/usc/t17/s107'],
  );
});

test('the cursor in next is URL-encoded', async () => {
  const { next } = (await shim.get('/api/usc/documents?limit=4&cursor=')).json.pagination;
  assert.match(next, /cursor=%2Fus%2Fusc%2F[^/]+$/);
});

test('a bare value as cursor continues after all documents with that value', async () => {
  for (const [sort, cursor, isAfter] of [
    ['publication_date', '2018-05-10', (date: string) => date > '2018-05-10'],
    ['-publication_date', '2018-05-10', (date: string) => date < '2018-05-10'],
  ] as const) {
    const url = `/api/fr/documents?limit=100&sort=${sort}`;
    const all = (await shim.get(url)).json.data;
    const rest = (await shim.get(`${url}&cursor=${cursor}`)).json.data;
    assert.equal(
      rest,
      all.filter((item: Json) => isAfter(item.metadata.publication_date)),
    );
  }
});

test('a cursor without a document continues at its position in the order', async () => {
  const { data } = (await shim.get('/api/usc/documents?limit=1&cursor=%2Fus%2Fusc%2Ft17%2Fs106zz')).json;
  assert.is(data[0].identifier, '/us/usc/t17/s107');
});

test('a cursor after the last document gives an empty last page', async () => {
  const { data, pagination } = (await shim.get('/api/usc/documents?cursor=%2Fus%2Fusc%2Ft99%2Fs1')).json;
  assert.equal([data, pagination.has_more, pagination.next], [[], false, null]);
});

test('a cursor of the wrong form is refused', async () => {
  for (const query of [
    'cursor=17',
    'cursor=/us/cfr/t1/s1.1',
    'sort=title_number&cursor=x',
    'sort=last_updated&cursor=2020',
  ]) {
    const { status, json } = await shim.get(`/api/usc/documents?${query}`);
    assert.equal([status, json.error.code], [400, 'INVALID_PARAMETER'], query);
    assert.match(json.error.message, /cursor/);
  }
});

test('a month ignores a cursor', async () => {
  const { pagination } = (await shim.get('/api/fr/years/2018/05?cursor=2018-09910')).json;
  assert.is(pagination.total, 5);
});

test('next keeps filters, sort and limit in cursor mode', async () => {
  const url = '/api/fr/documents?limit=1&sort=-document_number&document_type=notice&cursor=';
  const next = new URL((await shim.get(url)).json.pagination.next, 'http://x').searchParams;
  assert.equal(
    [next.get('document_type'), next.get('sort'), next.get('limit')],
    ['notice', '-document_number', '1'],
  );
  assert.not(next.has('offset'));
});

test.run();
