import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { facetsOf, type Result, recordsIn } from '../../../../build/search/typesense/find/result.ts';
import { encodeValue } from '../../../../build/search/typesense/record.ts';

test('a result without hits has no records', () => {
  assert.equal(recordsIn({ found: 2, out_of: 3 } as Result), []);
});

const result = (field: string, counts: Record<string, number>) =>
  ({
    facet_counts: [
      { field_name: field, counts: Object.entries(counts).map(([value, count]) => ({ value, count })) },
    ],
  }) as unknown as Result;

test('facets have their decoded values, and an agency one for all its spellings', () => {
  const [a, other] = ['A & B', 'A & b'].map(encodeValue);
  assert.equal(facetsOf(['agency'], result('agency', { [a!]: 2 })), { agency: { 'A & B': 2 } });
  assert.equal(facetsOf(['agency'], result('agency', { [a!]: 2, [other!]: 1 })), { agency: { 'A & B': 3 } });
  assert.equal(facetsOf(['title_number'], result('title_number', { 17: 1 })), { title_number: { 17: 1 } });
  assert.equal(facetsOf(['source'], result('status', {})), { source: {} }, 'where nothing is found');
});

test('dates are counted by day or by year', () => {
  assert.equal(facetsOf(['publication_date'], result('publication_date', { 20180521: 1 })), {
    publication_date: { '2018-05-21': 1 },
  });
  assert.equal(facetsOf(['publication_year'], result('publication_year', { 2018: 4 })), {
    publication_date: { 2018: 4 },
  });
});

test.run();
