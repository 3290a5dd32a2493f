import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFlags, UsageError } from '../../../../build/common/command-line.ts';
import { OPTIONS, readSettings } from '../../../../build/search/typesense/index/settings.ts';

const ENV = { TYPESENSE_URL: 'http://127.0.0.1:8108', TYPESENSE_API_KEY: 'the-key' };
const NODE = { protocol: 'http', host: '127.0.0.1', port: 8108, path: '' };

const read = (args: string[], env: NodeJS.ProcessEnv) => readSettings(parseFlags(args, OPTIONS).values, env);

test('settings without flags and variables have their defaults', () => {
  assert.equal(read([], ENV), {
    dist: 'dist',
    nodes: [NODE],
    apiKey: 'the-key',
    alias: 'pandect',
    full: false,
  });
});

test('a flag wins over a variable', () => {
  const settings = read(['--dist', 'a'], { ...ENV, DIST: 'b', TYPESENSE_COLLECTION: 'law' });
  assert.equal(settings, { dist: 'a', nodes: [NODE], apiKey: 'the-key', alias: 'law', full: false });
});

const refused = (args: string[], env: NodeJS.ProcessEnv, message: RegExp) =>
  assert.throws(
    () => read(args, env),
    (error: Error) =>
      error instanceof UsageError && message.test(error.message) && !/the-key/.test(error.message),
  );

test('a missing or wrong setting is named in the error', () => {
  refused([], { TYPESENSE_API_KEY: 'the-key' }, /TYPESENSE_URL is not set/);
  refused([], { ...ENV, TYPESENSE_API_KEY: '' }, /TYPESENSE_API_KEY is not set/);
  refused([], { ...ENV, TYPESENSE_URL: 'localhost' }, /TYPESENSE_URL/);
  refused([], { ...ENV, TYPESENSE_COLLECTION: 'a/b' }, /TYPESENSE_COLLECTION/);
  refused(['--dits', 'a'], ENV, /--dits/);
  refused(['dist'], ENV, /dist/);
});

test.run();
