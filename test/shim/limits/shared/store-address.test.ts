import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readStoreAddress, shownAddress } from '../../../../shim/limits/shared/store-address.ts';

const NONE = { isSecure: false, username: undefined, password: undefined, database: 0 };

test('a URL gives host, port, user, password, database and TLS', () => {
  assert.equal(readStoreAddress('redis://store.example'), { ...NONE, host: 'store.example', port: 6379 });
  assert.equal(readStoreAddress('redis://[::1]:7000/'), { ...NONE, host: '::1', port: 7000 });
  assert.equal(readStoreAddress('redis://:p%40ss%3A%25@10.0.0.1/12'), {
    ...NONE,
    host: '10.0.0.1',
    port: 6379,
    password: 'p@ss:%',
    database: 12,
  });
  assert.equal(readStoreAddress('rediss://me:secret@store.example:6380/1'), {
    host: 'store.example',
    port: 6380,
    isSecure: true,
    username: 'me',
    password: 'secret',
    database: 1,
  });
});

test('other URLs are refused without repeating them, since they may have a password', () => {
  for (const url of [
    'store.example:6379',
    'http://u:secret@store.example',
    'https://u:secret@store.example',
    'unix://u:secret@store.example',
    'redis://',
    'redis:///0',
    'redis://u:secret@store.example/zero',
    'redis://u:secret@store.example/0/1',
    'redis://u:secret@store.example/123456',
    'redis://u:secret@store.example?db=1',
    'redis://u:secret@store.example/#1',
    'redis://u:sec%ret@store.example',
    'redis://u:secret@store.example:99999',
  ]) {
    assert.throws(
      () => readStoreAddress(url),
      (error: Error) =>
        /must (have the form redis\[s\]:|be written as %25)/.test(error.message) &&
        !/sec/.test(error.message),
      url,
    );
  }
});

test('the shown address has no user and password, and leads to the same store', () => {
  const shown = (url: string) => shownAddress(readStoreAddress(url));
  assert.is(shown('redis://me:secret@store.example'), 'redis://store.example:6379');
  assert.is(shown('rediss://me:secret@[::1]:1/3'), 'rediss://[::1]:1/3');
});

test.run();
