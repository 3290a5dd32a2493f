import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../../build/common/command-line.ts';
import { parseNodes, readTypesense } from '../../../build/search/typesense/connection.ts';

const ENV = { TYPESENSE_URL: 'http://127.0.0.1:8108', TYPESENSE_API_KEY: 'the-key' };

test('settings come from variables, and the name has a default', () => {
  assert.equal(readTypesense(ENV), {
    nodes: ['http://127.0.0.1:8108'],
    apiKey: 'the-key',
    collection: 'pandect',
  });
  assert.is(readTypesense({ ...ENV, TYPESENSE_COLLECTION: 'law' }).collection, 'law');
});

const refused = (env: NodeJS.ProcessEnv, message: RegExp) =>
  assert.throws(
    () => readTypesense(env),
    (error: Error) =>
      error instanceof UsageError && message.test(error.message) && !/the-key/.test(error.message),
  );

test('a missing or wrong setting is named in the error', () => {
  refused({ TYPESENSE_API_KEY: 'the-key' }, /TYPESENSE_URL is not set/);
  refused({ ...ENV, TYPESENSE_API_KEY: '' }, /TYPESENSE_API_KEY is not set/);
  refused({ ...ENV, TYPESENSE_URL: 'localhost' }, /TYPESENSE_URL/);
  refused({ ...ENV, TYPESENSE_COLLECTION: 'a/b' }, /TYPESENSE_COLLECTION/);
});

test('node addresses have a protocol, a port where it is not the usual one, and no slash at the end', () => {
  assert.equal(parseNodes('http://a:8108, https://b ,http://[::1]:9/x/'), [
    'http://a:8108',
    'https://b',
    'http://[::1]:9/x',
  ]);
});

test('wrong addresses are told without repeating them', () => {
  for (const urls of ['secret', 'ftp://secret', 'http://a:1,', 'http://user:secret@a'])
    assert.throws(
      () => parseNodes(urls),
      (error: Error) => /TYPESENSE_URL/.test(error.message) && !error.message.includes('secret'),
    );
});

test.run();
