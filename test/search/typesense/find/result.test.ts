import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeValue, writeCombined } from '../../../../build/search/typesense/encoding.ts';
import { facetsOf, type Result, recordsIn } from '../../../../build/search/typesense/find/result.ts';

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
  assert.equal(facetsOf(['agency'], [result('agency', { [a!]: 2 })]), { agency: { 'A & B': 2 } });
  assert.equal(facetsOf(['agency'], [result('agency', { [a!]: 2, [other!]: 1 })]), {
    agency: { 'A & B': 3 },
  });
  assert.equal(facetsOf(['title_number'], [result('title_number', { 17: 1 })]), { title_number: { 17: 1 } });
  assert.equal(facetsOf(['source'], [{} as Result]), { source: {} }, 'where nothing is found');
});

test('facets that are counted together are told apart, the greatest count first', () => {
  const counts = Object.fromEntries(
    (
      [
        ['usc', 'repealed', 'section', 2],
        ['ecfr', 'in_force', 'appendix', 3],
        ['ecfr', 'in_force', 'section', 3],
        ['fr', 'in_force', 'document', 2],
      ] as const
    ).map(([source, status, granularity, count]) => [writeCombined({ source, status, granularity }), count]),
  );
  const facets = facetsOf(['granularity', 'source', 'document_type'], [result('combined', counts)]);
  assert.equal(facets, {
    source: { ecfr: 6, fr: 2, usc: 2 },
    granularity: { section: 5, appendix: 3, document: 2 },
    document_type: {},
  });
  assert.equal(Object.keys(facets.source ?? {}), ['ecfr', 'fr', 'usc']);
  assert.equal(Object.keys(facets), ['granularity', 'source', 'document_type']);
});

test('what records of values add to the counts is taken off, and values of nothing else are not told', () => {
  const [a, b] = ['A', 'B'].map(encodeValue) as [string, string];
  const combined = writeCombined({ source: 'fr' });
  const values = [
    { id: 'values-0', kind: 'values', agency: [a, b], title_number: 17, combined },
    { id: 'values-1', kind: 'values', agency: [], outermost: encodeValue('/us/usc/t17') },
  ];
  const counted = [
    result('agency', { [a]: 3, [b]: 1, [encodeValue('C')]: 1 }),
    result('title_number', { 17: 2, 18: 2 }),
    result('combined', { [combined]: 1 }),
    result('outermost', { [encodeValue('/us/usc/t17')]: 5, [encodeValue('/us/usc/t18')]: 5 }),
  ];
  assert.equal(facetsOf(['agency', 'title_number', 'source', 'level'], counted, values), {
    agency: { A: 2, C: 1 },
    title_number: { 18: 2, 17: 1 },
    source: {},
    level: { '/us/usc/t18': 5, '/us/usc/t17': 4 },
  });
});

test('dates are counted by year, or by day where these are counted too', () => {
  const [years, days] = [
    result('publication_year', { 2018: 4 }),
    result('publication_date', { 20180521: 4 }),
  ];
  assert.equal(facetsOf(['publication_date'], [days]), { publication_date: { '2018-05-21': 4 } });
  assert.equal(facetsOf(['publication_date', 'source'], [years]), {
    publication_date: { 2018: 4 },
    source: {},
  });
  assert.equal(facetsOf(['publication_date'], [years, days]), { publication_date: { '2018-05-21': 4 } });
});

test.run();
