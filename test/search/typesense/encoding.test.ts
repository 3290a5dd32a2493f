import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  decodeDate,
  decodeValue,
  documentIdOf,
  encodeDate,
  encodeKey,
  encodeValue,
  isCombined,
  readCombined,
  textIdOf,
  writeCombined,
} from '../../../build/search/typesense/encoding.ts';

const HOSTILE = [
  'Agriculture Department',
  '`] || source:=usc && [`',
  'A, B & "C" (D) [E] \\ `F`',
  'Änderung — 中文 😀',
  'x'.repeat(300),
];

test('encoded values are hexadecimal words and decode to the originals', () => {
  for (const value of HOSTILE) {
    assert.match(encodeValue(value), /^[0-9a-f]{1,64}( [0-9a-f]{1,64})*$/);
    assert.is(decodeValue(encodeValue(value)), value);
  }
});

test('values that differ only in case or punctuation have different codes', () => {
  assert.is(new Set(['A-B', 'A B', 'a b', 'AB'].map(encodeValue)).size, 4);
});

test('the values of facets with few values are one, without those that a document does not have', () => {
  const values = {
    source: 'fr',
    status: '"`]\n中',
    document_type: null,
    granularity: 'document',
    agency: 'x',
  };
  const written = writeCombined(values);
  assert.match(written, /^[0-9a-f ]+$/);
  assert.equal(Object.fromEntries(readCombined(written)), {
    ...{ source: 'fr', status: '"`]\n中', granularity: 'document' },
  });
  const odd = { source: '\\n', document_type: 'a\nb\\', granularity: '\\\n', status: 'c\n\nd' };
  assert.equal(Object.fromEntries(readCombined(writeCombined(odd))), odd);
  assert.ok(['source', 'status', 'document_type', 'granularity'].every(isCombined));
  assert.not.ok(['agency', 'title_number', 'level', 'publication_date'].some(isCombined));
});

test('an encoded key is one word', () => {
  assert.match(encodeKey('/us/usc/t30/s44 /us/usc/t30/s45'), /^[0-9a-f]{16}$/);
  assert.is.not(encodeKey('usc:17:106'), encodeKey('usc:17:107'));
});

test('dates are numbers in the order of time', () => {
  assert.is(encodeDate('2018-05-21'), 20180521);
  assert.is(decodeDate('20180521'), '2018-05-21');
});

test('both records of a document lead to it', () => {
  const id = encodeKey('/us/usc/t30/s44');
  assert.is.not(textIdOf(id), id);
  assert.equal([textIdOf(id), id].map(documentIdOf), [id, id]);
});

test.run();
