import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isAllowedOrigin, isLoopbackHost, readOrigin } from '../../../shim/mcp/origins.ts';

test('loopback hosts are recognised, others are not', () => {
  for (const host of ['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])
    assert.ok(isLoopbackHost(host), host);
  for (const host of [
    '',
    '0.0.0.0',
    '::',
    '192.168.1.1',
    'localhost.example',
    '127.0.0.1.example',
    'xlocalhost',
  ])
    assert.not(isLoopbackHost(host), host);
});

test('a request without origin is allowed', () => {
  for (const origins of ['any', 'loopback', []] as const) assert.ok(isAllowedOrigin(origins, undefined));
});

test('named origins are compared in the form of browsers', () => {
  const origins = [readOrigin('https://App.example/'), readOrigin('http://a.example:80')] as string[];
  assert.equal(origins, ['https://app.example', 'http://a.example']);
  assert.ok(isAllowedOrigin(origins, 'https://app.example'));
  assert.ok(isAllowedOrigin(origins, 'HTTPS://App.example'), 'whatever its case');
  assert.not(isAllowedOrigin(origins, 'https://app.example:444'));
  for (const text of ['app.example', 'https://a.example/path', 'https://a.example?x', 'file:///x', ''])
    assert.is(readOrigin(text), null, text);
});

test.run();
