import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hashOf, isSecret, newSecret } from '../../../shim/keys/secret.ts';

test('a key is pdk_ and 43 random characters', () => {
  const secret = newSecret();
  assert.match(secret, /^pdk_[A-Za-z0-9_-]{43}$/);
  assert.ok(isSecret(secret));
  assert.is.not(newSecret(), secret);
});

test('a text of another form is not hashed', () => {
  const secret = newSecret();
  for (const text of [
    '',
    'pdk_',
    `${secret}x`,
    secret.slice(1),
    `${secret}\n`,
    secret.toUpperCase(),
    'x'.repeat(16_000),
  ]) {
    assert.not.ok(isSecret(text), text);
  }
});

test('the hash is the SHA-256 in hexadecimal', () => {
  assert.is(hashOf('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test.run();
