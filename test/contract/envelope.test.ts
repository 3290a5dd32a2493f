import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Document,
  documentBody,
  listBody,
  type Remarks,
  resourceBody,
  searchBody,
  timestampOf,
  withRemarks,
} from '../../build/contract/envelope.ts';

const timestamp = '2024-02-29T00:00:00.000Z';
const pagination = { total: 2, limit: 1, offset: 0, has_more: true, next: '/api/usc/documents?x="y"' };

test('timestamps are UTC date-times with milliseconds', () => {
  assert.is(timestampOf('2024-02-29'), timestamp);
  assert.is(timestampOf(null), '1970-01-01T00:00:00.000Z');
  assert.is(new Date(timestampOf('2024-02-29')).toISOString(), timestamp);
});

test('a document has its data and meta in the envelope', () => {
  const document: Document = {
    id: 'us-usc-t1-s1',
    identifier: '/us/usc/t1/s1',
    source: 'usc',
    metadata: { display_title: '“A” \\ "b"\n\u2028' },
    body: '# § 1\n',
  };
  const body = documentBody(document, timestamp);
  assert.is(body.timestamp, timestamp);
  assert.equal(JSON.parse(body.json), {
    data: document,
    meta: { api_version: 'v1', format_version: '1.0', timestamp },
  });
});

test('other remarks replace those of a document, whatever its text has', () => {
  const document: Document = {
    ...{ id: 'us-usc-t1-s1', identifier: '/us/usc/t1/s1', source: 'usc' },
    ...{ metadata: { display_title: 'T', meta: 'x' }, body: '# “1” ,"meta":{"timestamp":"x"}}\n' },
  };
  const version = {
    from: '2020-01-01',
    to: null,
    edition: '2020-01-01',
    last_seen: '2020-01-01',
    certain: true,
  };
  const plain = documentBody(document, timestamp).json;
  const dated = documentBody(document, timestamp, { version }).json;
  const other = { version: { ...version, to: '2021-01-01', certain: false } };
  assert.is(withRemarks(plain, { version }), dated);
  assert.is(withRemarks(dated, other), documentBody(document, timestamp, other).json);
  assert.is(withRemarks(dated, {}), plain);
});

test('a list joins serialised items unchanged', () => {
  const body = listBody(['{"id":"a"}', '{"id":"b"}'], timestamp, pagination);
  assert.is(body.timestamp, timestamp);
  assert.equal(JSON.parse(body.json), {
    data: [{ id: 'a' }, { id: 'b' }],
    meta: { api_version: 'v1', format_version: '1.0', timestamp },
    pagination,
  });
  assert.equal(JSON.parse(listBody([], timestamp, pagination).json).data, []);
});

test('hierarchy, sources and stats have no format_version, and pagination only with pages', () => {
  const meta = { api_version: 'v1', timestamp };
  assert.equal(JSON.parse(resourceBody([1], timestamp).json), { data: [1], meta });
  assert.equal(JSON.parse(resourceBody({ a: null }, timestamp, pagination).json), {
    data: { a: null },
    meta,
    pagination,
  });
});

test('a search says whether more hits follow its page', () => {
  const hasMore = (total: number, offset: number) =>
    JSON.parse(
      searchBody({ hits: '[]', facets: '{}', total }, { q: 'x', limit: 10, offset }, 1, timestamp).json,
    ).pagination.has_more;
  assert.equal([hasMore(0, 0), hasMore(10, 0), hasMore(11, 0)], [false, false, true]);
  assert.equal([hasMore(20, 10), hasMore(21, 10), hasMore(5, 10)], [false, true, false]);
});

test('remarks are last in meta, and empty ones are left out', () => {
  const timestamp = timestampOf('2018-05-10');
  const asked = { q: 'x', limit: 10, offset: 0 };
  const metaOf = (remarks?: Remarks) =>
    JSON.parse(searchBody({ hits: '[]', facets: '{}', total: 0 }, asked, 1, timestamp, remarks).json).meta;
  const citation = {
    text: '18 U.S.C. 1',
    kind: 'section',
    identifier: '/us/usc/t18/s1',
    exists: false,
    display_title: null,
  } as const;
  const did_you_mean = { agency: ['A "B"'] };
  const usual = { api_version: 'v1', timestamp };
  assert.equal(metaOf(), usual);
  assert.equal(metaOf({ citation: null, did_you_mean: null }), usual);
  assert.equal(metaOf({ citation, did_you_mean }), { ...usual, citation, did_you_mean });
  const pagination = { total: 0, limit: 20, offset: 0, has_more: false, next: null };
  const { meta } = JSON.parse(listBody([], timestamp, pagination, { did_you_mean }).json);
  assert.equal(meta, { api_version: 'v1', format_version: '1.0', timestamp, did_you_mean });
});

test.run();
