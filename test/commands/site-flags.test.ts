import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSite } from '../../build/commands/site-flags.ts';
import { UsageError } from '../../build/common/command-line.ts';

test('a tree has a site unless --no-site is given, with the address of --site-url', () => {
  assert.equal(readSite({}), { url: null });
  assert.is(readSite({ 'no-site': true }), null);
  for (const [text, url] of [
    ['https://law.example.org', 'https://law.example.org/'],
    ['https://law.example.org/', 'https://law.example.org/'],
    ['http://127.0.0.1:3000/law', 'http://127.0.0.1:3000/law/'],
    ['HTTPS://Law.Example.ORG/a//', 'https://law.example.org/a/'],
  ] as const)
    assert.equal(readSite({ 'site-url': text }), { url }, text);
});

test('an invalid address of the site is a usage error', () => {
  for (const text of [
    '',
    'law.example.org',
    'ftp://x/',
    'https://x/?a',
    'https://x/?',
    'https://x/#',
    'https://u:p@x/',
  ])
    assert.throws(
      () => readSite({ 'site-url': text }),
      (error: Error) => error instanceof UsageError,
      text,
    );
  assert.throws(
    () => readSite({ 'site-url': 'https://x/', 'no-site': true }),
    (error: Error) => error instanceof UsageError,
  );
});

test.run();
