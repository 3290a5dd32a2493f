import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  facetsOf,
  foundHit,
  isPart,
  type RecordHit,
  type Result,
  recordsIn,
  textOf,
} from '../../../../build/search/typesense/find/result.ts';
import { encodeValue, separate } from '../../../../build/search/typesense/record.ts';

const hit = (id: string, body?: string): RecordHit => ({
  document: {
    id,
    document: 'd',
    hit: '{"heading":"H"}',
    signature: '',
    status: '',
    granularity: '',
    name: 0,
    identifier_order: '',
    ...(body === undefined ? {} : { body: separate(body) }),
  },
});

test('a hit shows its document’s heading and its text without separators', () => {
  const text = '[§ 5. The “owner” has rights.';
  assert.equal(foundHit(hit('k-1-0', text)), { hit: '{"heading":"H"}', heading: 'H', body: text });
  assert.is(foundHit(hit('k-1-0')).body, '', 'where no text was asked for');
});

test('an ellipsis stands where the text of the document goes on', () => {
  assert.equal(
    [0, 1, 2].map(part => textOf(hit(`k-3-${part}`, 'text'))),
    ['text…', '…text…', '…text'],
  );
});

test('a result has one record for each document, grouped or not', () => {
  const [a, b] = [hit('a-2-0'), hit('a-2-1')];
  assert.equal(recordsIn({ found: 1, grouped_hits: [{ hits: [a, b] }] }), [a]);
  assert.equal(recordsIn({ found: 2, hits: [a, b] }), [a, b]);
  assert.equal(recordsIn({ found: 0 }), []);
  assert.equal([hit('a-1-0'), a, b].map(isPart), [false, true, true]);
});

const result = (facet: string, counts: Record<string, number>): Result => ({
  found: 0,
  grouped_hits: [],
  facet_counts: [
    { field_name: facet, counts: Object.entries(counts).map(([value, count]) => ({ value, count })) },
  ],
});

test('facets are added up, and their values decoded', () => {
  const a = encodeValue('A & B');
  assert.equal(facetsOf(['agency'], [result('agency', { [a]: 2 }), result('agency', { [a]: 1 })]), {
    agency: { 'A & B': 3 },
  });
  const upper = encodeValue('A & b');
  assert.equal(
    facetsOf(['agency'], [result('agency', { [a]: 1 }), result('agency', { [a]: 1, [upper]: 1 })]),
    {
      agency: { 'A & B': 3 },
    },
  );
  assert.equal(facetsOf(['publication_date'], [result('publication_date', { 20180521: 1 })]), {
    publication_date: { '2018-05-21': 1 },
  });
  assert.equal(facetsOf(['title_number'], [result('title_number', { 17: 1 })]), { title_number: { 17: 1 } });
  assert.equal(facetsOf(['source'], []), { source: {} });
});

test.run();
