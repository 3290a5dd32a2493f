import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { buildTree, documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';
import { documentText, FR_PATH, writeCorpus } from '../helpers/written-corpus.ts';

/** build/contract/README.md, Hierarchy: years and months of fr. */

let shim: Shim;
let dates: string[];
let documents: CorpusDocument[];
test.before(async () => {
  shim = await startShim(await sampleTree());
  documents = (await documentsOf(SAMPLE_CORPUS)).filter(({ source }) => source === 'fr');
  dates = documents.map(({ metadata }) => String(metadata.publication_date));
});
test.after(() => shim.close());

const countOf = (prefix: string): number => dates.filter(date => date.startsWith(prefix)).length;
const distinct = (length: number, within = ''): string[] =>
  [...new Set(dates.filter(date => date.startsWith(within)).map(date => date.slice(0, length)))].sort();

test('/api/fr/years lists the years in reverse chronological order', async () => {
  const { data } = (await shim.get('/api/fr/years')).json;
  assert.equal(
    data,
    distinct(4)
      .reverse()
      .map(year => ({ year: Number(year), document_count: countOf(year), url: `/api/fr/years/${year}` })),
  );
});

test('2.4, 4.7 a year detail has its months, whose url ends in two digits', async () => {
  for (const year of distinct(4)) {
    const { data } = (await shim.get(`/api/fr/years/${year}`)).json;
    assert.equal(data, {
      year: Number(year),
      document_count: countOf(year),
      months: distinct(7, year).map(month => ({
        month: Number(month.slice(5)),
        document_count: countOf(month),
        url: `/api/fr/years/${month.replace('-', '/')}`,
      })),
    });
  }
});

test('2.4, 4.7 a month lists its documents with the specified fields', async () => {
  for (const month of distinct(7)) {
    const { data, pagination } = (await shim.get(`/api/fr/years/${month.replace('-', '/')}`)).json;
    assert.equal(Object.keys(data), ['year', 'month', 'document_count', 'documents']);
    assert.equal(
      [data.year, data.month, data.document_count],
      [...month.split('-').map(Number), countOf(month)],
    );
    assert.equal(pagination, { total: countOf(month), limit: 100, offset: 0, has_more: false, next: null });
    for (const item of data.documents) {
      const { id, identifier, ...fields } = item;
      const own = documents.find(document => document.identifier === identifier)?.metadata ?? {};
      assert.is(id, identifier.slice(1).replaceAll('/', '-'));
      assert.equal(Object.keys(fields), [
        'document_number',
        'display_title',
        'document_type',
        'publication_date',
        'agency',
      ]);
      for (const [field, value] of Object.entries(fields)) assert.equal(value, own[field], field);
    }
  }
});

test('a month is sorted by publication date, then document number', async () => {
  const { documents: items } = (await shim.get('/api/fr/years/2018/05')).json.data;
  const keys = items.map((item: Json) => `${item.publication_date} ${item.document_number}`);
  assert.equal(keys, [...keys].sort());
  assert.is(keys.length, 5);
});

test('month is one or two digits: 5 and 05 are the same', async () => {
  const one = await shim.get('/api/fr/years/2018/5');
  const two = await shim.get('/api/fr/years/2018/05');
  assert.equal(one.bytes, two.bytes);
  assert.is(one.headers.etag, two.headers.etag);
});

test('an invalid year or month, or one without documents, is 404', async () => {
  for (const path of ['2019', '1900', '0000', '18', '20180', 'x', '2018x', '-2018']) {
    const { status, json } = await shim.get(`/api/fr/years/${path}`);
    assert.equal([status, json.error.code, json.error.status], [404, 'NOT_FOUND', 404], path);
    assert.ok(json.error.message.includes(path), json.error.message);
  }
  for (const path of [
    '2018/06',
    '2018/13',
    '2018/00',
    '2018/0',
    '2018/005',
    '2018/x',
    '2018/1.5',
    '2019/05',
    '2018/',
  ]) {
    const { status, json } = await shim.get(`/api/fr/years/${path}`);
    assert.equal([status, json.error.code], [404, 'NOT_FOUND'], path);
  }
});

test('4.7, 8 month limit is 1 to 500, by default 100, and offset 0 or more', async () => {
  const url = '/api/fr/years/2018/05';
  assert.is((await shim.get(`${url}?limit=500`)).json.pagination.limit, 500);
  assert.is((await shim.get(`${url}?limit=1`)).json.data.documents.length, 1);
  for (const query of [
    'limit=501',
    'limit=0',
    'limit=-1',
    'limit=x',
    'offset=-1',
    'offset=x',
    'limit=1&limit=2',
  ]) {
    const { status, json } = await shim.get(`${url}?${query}`);
    assert.equal([status, json.error.code], [400, 'INVALID_PARAMETER'], query);
  }
});

test('next walks through a month in its order', async () => {
  const whole = (await shim.get('/api/fr/years/2018/05')).json.data.documents;
  const walked: Json[] = [];
  let next: string | null = '/api/fr/years/2018/05?limit=2';
  while (next) {
    const { data, pagination }: Json = (await shim.get(next)).json;
    assert.is(data.document_count, 5, 'the count is of the month, not of the page');
    walked.push(...data.documents);
    next = pagination.next;
  }
  assert.equal(walked, whole);
});

test('an offset beyond the end of a month is an empty page', async () => {
  const { status, json } = await shim.get('/api/fr/years/2018/05?offset=100');
  assert.equal([status, json.data.documents, json.pagination.has_more], [200, [], false]);
});

test('a month of over 100 documents has a second page', async () => {
  const files = Array.from({ length: 130 }, (_, i) => {
    const number = `2018-1${String(i).padStart(4, '0')}`;
    const text = documentText(FR_PATH, { identifier: `/us/fr/${number}`, document_number: `"${number}"` });
    return [`fr/2018/05/${number}.md`, text] as const;
  });
  const many = await startShim(await buildTree(writeCorpus(Object.fromEntries(files))));
  const { data, pagination } = (await many.get('/api/fr/years/2018/5')).json;
  assert.equal([data.documents.length, data.document_count, pagination.total], [100, 130, 130]);
  const second = (await many.get(pagination.next)).json;
  assert.equal([second.data.documents.length, second.pagination.next], [30, null]);
  assert.is((await many.get('/api/fr/years/2018/05?limit=500')).json.data.documents.length, 130);
  await many.close();
});

test.run();
