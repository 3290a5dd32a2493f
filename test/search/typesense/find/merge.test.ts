import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { merge } from '../../../../build/search/typesense/find/merge.ts';
import type { RecordHit } from '../../../../build/search/typesense/find/result.ts';

const record = (order: string, hit: object = {}, documentNumber?: string): RecordHit => ({
  document: {
    id: '',
    document: '',
    hit: JSON.stringify(hit),
    signature: '',
    status: '',
    granularity: '',
    name: 0,
    identifier_order: order,
    ...(documentNumber ? { document_number_order: documentNumber } : {}),
  },
});
const orders = (records: RecordHit[]) => records.map(({ document }) => document.identifier_order).join('');

test('lists in the order of identifiers are merged', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(order => record(order)) as [
    RecordHit,
    RecordHit,
    RecordHit,
    RecordHit,
  ];
  assert.is(orders(merge([b, d], [a, c], { field: 'identifier', descending: false })), 'abcd');
  assert.is(orders(merge([c], [d, b, a], { field: 'identifier', descending: true })), 'dcba');
  assert.is(orders(merge([], [a], { field: 'identifier', descending: false })), 'a');
  assert.is(orders(merge([a], [], { field: 'identifier', descending: false })), 'a');
});

test('equal values by identifier; one direction is the reverse of the other, no value included', () => {
  const old = { publication_date: '2004-01-01' };
  const recent = { publication_date: '2018-01-01' };
  const none = { publication_date: null };
  const cited = [record('d', none), record('b', old)];
  const others = [record('c', none), record('a', old), record('e', recent)];
  const both = (descending: boolean) => (records: RecordHit[]) => (descending ? records.reverse() : records);
  for (const descending of [false, true]) {
    const merged = merge(both(descending)([...cited]), both(descending)([...others]), {
      field: 'publication_date',
      descending,
    });
    assert.is(orders(merged), descending ? 'ebadc' : 'cdabe');
  }
});

test('lists in the order of document numbers are merged', () => {
  const merged = merge([record('x', {}, '2')], [record('y', {}, '1'), record('z')], {
    field: 'document_number',
    descending: false,
  });
  assert.is(orders(merged), 'yxz');
});

test.run();
