import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  decodeDate,
  decodeValue,
  encodeDate,
  encodeKey,
  encodeOrder,
  encodeValue,
  parseNodes,
  readMention,
  writeMention,
} from '../../../build/search/typesense/record.ts';

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

test('the order of texts is the order of their encoding', () => {
  const values = ['', '\u0001a', 'a', 'a\u0001', 'a1', 'aé', 'b'.repeat(100), 'c'];
  assert.equal(values.map(encodeOrder).sort(), values.map(encodeOrder));
});

test('an encoded key is one word', () => {
  assert.match(encodeKey('/us/usc/t30/s44 /us/usc/t30/s45'), /^[0-9a-f]{32}$/);
  assert.is.not(encodeKey('usc:17:106'), encodeKey('usc:17:107'));
});

test('dates are numbers in the order of time', () => {
  assert.is(encodeDate('2018-05-21'), 20180521);
  assert.is(decodeDate('20180521'), '2018-05-21');
});

test('a mention is read as it was written', () => {
  const mention = { name: 'Clean Air Act', key: encodeKey('usc:42:7401'), weight: 2 };
  assert.equal(readMention(writeMention(mention)), mention);
});

test('node addresses are parsed with their protocols and ports', () => {
  assert.equal(parseNodes('http://a:8108, https://b ,http://[::1]:9/x'), [
    { protocol: 'http', host: 'a', port: 8108, path: '' },
    { protocol: 'https', host: 'b', port: 443, path: '' },
    { protocol: 'http', host: '[::1]', port: 9, path: '/x' },
  ]);
});

test('wrong addresses are told without repeating them', () => {
  for (const urls of ['secret', 'ftp://secret', 'http://a:1,', 'http://user:secret@a']) {
    assert.throws(
      () => parseNodes(urls),
      (error: Error) => /TYPESENSE_URL/.test(error.message) && !error.message.includes('secret'),
    );
  }
});

test.run();
