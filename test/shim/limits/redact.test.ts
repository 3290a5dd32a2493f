import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newSecret } from '../../../shim/keys/secret.ts';
import { REDACTED_LOG_PATHS, redactUrl } from '../../../shim/limits/redact.ts';

test('the value of api_key is replaced everywhere in a URL', () => {
  const cases: [string, string][] = [
    ['/api/stats?api_key=abc', '/api/stats?api_key=[redacted]'],
    ['/api/stats?api_key=abc&limit=2', '/api/stats?api_key=[redacted]&limit=2'],
    ['/api/stats?limit=2&api_key=abc', '/api/stats?limit=2&api_key=[redacted]'],
    ['/?api_key=a&x=1&api_key=b', '/?api_key=[redacted]&x=1&api_key=[redacted]'],
    ['/?api_key=a=b;c?d/e', '/?api_key=[redacted]'],
    ['/?api_key=', '/?api_key=[redacted]'],
    ['/?x=1;api_key=abc', '/?x=1;api_key=[redacted]'],
    ['/#api_key=abc', '/#api_key=[redacted]'],
    ['/%zz?api_key=abc%zz', '/%zz?api_key=[redacted]'],
  ];
  for (const [url, expected] of cases) assert.is(redactUrl(url, true), expected);
});

test('the value is replaced for any spelling of the name', () => {
  for (const name of [
    'API_KEY',
    'Api_Key',
    'api%5Fkey',
    'api%5fkey',
    '%61%70%69%5f%6b%65%79',
    '%41pi_ke%59',
  ]) {
    assert.is(redactUrl(`/x?a=1&${name}=secret&b=2`, true), `/x?a=1&${name}=[redacted]&b=2`);
  }
});

test('a key in a wrong place is replaced, by its shape', () => {
  const secret = newSecret();
  for (const url of [`/?key=${secret}`, `/api/${secret}/x`, `/?q=${secret}&apikey=${secret}`]) {
    assert.not.match(redactUrl(url, true), secret.slice(4));
  }
});

test('a URL without a key is unchanged', () => {
  for (const url of [
    '/api/stats',
    '/?q=api_key',
    '/?my_api_key=x',
    '/?api_key_id=x',
    '/api_key=x',
    '*',
    '',
  ]) {
    assert.is(redactUrl(url, true), url);
  }
});

test('both headers that may hold a key are redacted', () => {
  for (const header of ['authorization', 'x-api-key'])
    for (const place of ['req.headers', 'headers'])
      assert.ok(REDACTED_LOG_PATHS.includes(`${place}["${header}"]`), `${place} ${header}`);
});

test.run();
