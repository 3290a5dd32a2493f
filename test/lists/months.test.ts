import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../build/contract/errors.ts';
import { readParams } from '../../build/contract/params.ts';
import { parseMonthQuery, type Slice } from '../../build/contract/query.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { Listing } from '../../build/lists/listing.ts';
import { monthAnswer } from '../../build/lists/months.ts';
import { catalogOf, documentWith } from '../helpers/catalogs.ts';

const fr = sourceOf('fr');
const published = (number: string, publication_date: string, last_updated = '2020-01-01') =>
  documentWith(fr, `/us/fr/${number}`, { publication_date, last_updated, agency: 'An agency' });

const listing = new Listing(
  catalogOf(fr, [
    published('2018-10000', '2018-05-31', '2021-01-01'),
    published('2018-998', '2018-05-02'),
    published('2018-1000', '2018-05-02'),
    published('2018-1', '2018-05-01'),
    published('2018-2', '2018-04-30'),
    published('2018-3', '2018-06-01', '2024-01-01'),
    published('2017-4', '2017-05-15'),
  ]),
);

const isNotFound = (text: string) => (error: ApiError) =>
  error.status === 404 && error.code === 'NOT_FOUND' && error.message.includes(text);

function month(page: Partial<Slice> = {}, number = 5) {
  const { body, next } = monthAnswer(listing, 2018, number, { limit: 100, offset: 0, ...page });
  return { ...JSON.parse(body.json), following: next };
}

test('a month has exactly its documents, by date, then by number', () => {
  const { data, meta } = month();
  assert.equal(Object.keys(data), ['year', 'month', 'document_count', 'documents']);
  assert.equal([data.year, data.month, data.document_count], [2018, 5, 4]);
  assert.equal(
    data.documents.map((document: { document_number: string }) => document.document_number),
    ['2018-1', '2018-998', '2018-1000', '2018-10000'],
  );
  assert.is(meta.timestamp, '2021-01-01T00:00:00.000Z', 'the newest of this month');
  assert.not('format_version' in meta);
});

test('each document has the fields of the specification', () => {
  assert.equal(month().data.documents[0], {
    id: 'us-fr-2018-1',
    identifier: '/us/fr/2018-1',
    document_number: '2018-1',
    display_title: 'A title',
    document_type: 'notice',
    publication_date: '2018-05-01',
    agency: 'An agency',
  });
});

test('pages follow each other by next', () => {
  const first = month({ limit: 3 });
  assert.equal(first.pagination, {
    total: 4,
    limit: 3,
    offset: 0,
    has_more: true,
    next: '/api/fr/years/2018/05?limit=3&offset=3',
  });
  const query = parseMonthQuery(readParams(first.pagination.next.split('?')[1]));
  assert.equal(first.following, query);
  const second = month(query);
  assert.equal(
    second.data.documents.map(({ id }: { id: string }) => id),
    ['us-fr-2018-10000'],
  );
  assert.is(second.data.document_count, 4, 'of the month, not of the page');
  assert.equal(second.pagination, { total: 4, limit: 3, offset: 3, has_more: false, next: null });
});

test('an offset beyond the end is an empty page', () => {
  const { data, pagination } = month({ offset: 4 });
  assert.equal(data.documents, []);
  assert.equal([pagination.total, pagination.has_more, pagination.next], [4, false, null]);
});

test('a month without documents is not found', () => {
  assert.throws(() => month({}, 7), isNotFound('2018-07'));
  assert.throws(() => monthAnswer(listing, 2016, 5, { limit: 100, offset: 0 }), isNotFound('2016-05'));
});

test.run();
