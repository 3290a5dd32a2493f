import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readingsOf } from '../../../../shim/mcp/documents/document-names.ts';

const readings = (text: string): string[] => readingsOf(text).map(({ identifier }) => identifier);

test('a shorthand may fit several sources, any other name fits one', () => {
  assert.equal(readings('t1/s1'), ['/us/usc/t1/s1', '/us/cfr/t1/s1']);
  assert.equal(readings('us/cfr/t1/s1'), ['/us/cfr/t1/s1']);
  assert.equal(readings('T17/s106'), ['/us/usc/T17/s106', '/us/cfr/T17/s106']);
  assert.equal(readings('E8-23190'), ['/us/fr/E8-23190']);
  assert.equal(readings('us-usc-t42-s300aa-1'), ['/us/usc/t42/s300aa-1']);
  assert.equal(readings('us-fr-2018-09910'), ['/us/fr/2018-09910']);
});

test('addresses of the API and the site are names, with or without a server', () => {
  for (const before of ['', 'https://law.example.org', 'HTTP://127.0.0.1:3000']) {
    assert.equal(readings(`${before}/api/usc/documents/t17%2Fs106?format=text#x`), ['/us/usc/t17/s106']);
    assert.equal(readings(`${before}/ecfr/title-1/chapter-I/part-1/section-1.1`), ['/us/cfr/t1/s1.1']);
    assert.equal(readings(`${before}/fr/2018-09910`), ['/us/fr/2018-09910']);
    assert.equal(readings(`${before}/fr/2018-09910#h-1`), ['/us/fr/2018-09910']);
    for (const path of ['/usc/title-17', '/api/stats', '/', '/%ff', '/api/usc/documents'])
      assert.equal(readings(before + path), [], path);
  }
});

test('impossible names are not requested', () => {
  for (const text of [
    '',
    '/',
    'hello',
    't17',
    't17/',
    '../x',
    't17/../s1',
    'pandect://',
    'pandect://usc',
    '\u0000',
    '%',
  ])
    assert.equal(readings(text), [], text);
});

test('a resource URI is read, encoded or not', () => {
  for (const shorthand of ['t17/s106', 't44/s§ 16.104-16.109', 't45/s65, 66', 't30/s28–1'])
    for (const written of [shorthand, encodeURI(shorthand), encodeURIComponent(shorthand)])
      assert.equal(readings(`pandect://usc/${written}`), [`/us/usc/${shorthand}`]);
});

test.run();
