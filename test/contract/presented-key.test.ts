import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { presentedKey } from '../../build/contract/presented-key.ts';

test('a key is read from Authorization, X-API-Key and api_key', () => {
  assert.is(presentedKey({ authorization: 'Bearer abc' }, '/'), 'abc');
  assert.is(presentedKey({ 'x-api-key': 'abc' }, '/'), 'abc');
  assert.is(presentedKey({}, '/?api_key=abc'), 'abc');
  assert.is(presentedKey({}, '/?limit=2&api%5Fkey=a%62c&x=%zz'), 'abc');
  assert.is(presentedKey({}, '/'), null);
});

test('the first of several keys counts', () => {
  const all = { authorization: 'Bearer one', 'x-api-key': 'two' };
  assert.is(presentedKey(all, '/?api_key=three'), 'one');
  assert.is(presentedKey({ 'x-api-key': 'two' }, '/?api_key=three'), 'two');
  assert.is(presentedKey({}, '/?api_key=three&api_key=four'), 'three');
});

test('an empty key or another scheme is no key', () => {
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dTpw', 'Bearers abc', 'Bearer a b']) {
    assert.is(presentedKey({ authorization, 'x-api-key': 'two' }, '/'), 'two', authorization);
  }
  assert.is(presentedKey({ 'x-api-key': '' }, '/?api_key=three'), 'three');
  assert.is(presentedKey({}, '/?api_key='), null);
});

test('the scheme is read in any case', () => {
  assert.is(presentedKey({ authorization: 'bearer abc' }, '/'), 'abc');
  assert.is(presentedKey({ authorization: 'BEARER   abc' }, '/'), 'abc');
});

test('a key in the path of a URL is ignored', () => {
  for (const url of ['/api_key=abc', '/?q=api_key', '/?my_api_key=abc', '/?API_KEY=abc', '*']) {
    assert.is(presentedKey({}, url), null, url);
  }
});

test.run();
