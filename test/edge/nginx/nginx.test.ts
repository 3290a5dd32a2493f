import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ALLOWED_METHODS } from '../../../build/contract/methods.ts';
import { mcpUrl } from '../../../build/contract/paths.ts';
import { MAX_URL_LENGTH } from '../../../build/contract/routing/target.ts';
import { ERRORS, headersOf } from '../../../build/edge/errors.ts';
import { nginx } from '../../../build/edge/nginx/nginx.ts';

/** What the configuration says; what nginx makes of it, e2e/edges.test.ts shows. */

async function configuration(origin: string | null, ...others: string[]): Promise<string> {
  const files = await nginx.files({
    dist: '/tree',
    listen: { host: '127.0.0.1', port: 8080 },
    origin: origin === null ? null : new URL(origin),
    others: others.map(other => new URL(other)),
  });
  return String(files['nginx.conf']);
}

/** The lines of a location. */
function locationIn(text: string, match: string): string {
  const begin = text.indexOf(`location ${match} {`);
  assert.ok(begin >= 0, `location ${match}`);
  return text.slice(begin, text.indexOf('location ', begin + 1));
}

const SHIM = 'http://10.0.0.1:3000';

test("the client's address comes from nginx, never from the client", async () => {
  const text = await configuration(SHIM);
  const told = [...text.matchAll(/proxy_set_header X-Forwarded-For (\S+);/g)].map(([, value]) => value);
  assert.ok(told.length > 0);
  assert.equal([...new Set(told)], ['$remote_addr']);
});

test("a shim behind TLS gets its own name as host, another one the client's", async () => {
  assert.match(await configuration(SHIM), /proxy_set_header Host \$http_host;/);
  const text = await configuration('https://shim.example.org:8443');
  assert.match(text, /proxy_set_header Host shim\.example\.org:8443;/);
  assert.not.match(text, /proxy_set_header Host \$http_host;/);
});

test('a request that shims refuse is tried once at each', async () => {
  const text = await configuration(SHIM, 'http://10.0.0.2:3000', 'http://10.0.0.3:3000');
  assert.match(text, /proxy_next_upstream_tries 3;/);
});

test('the longest URL is answered, and one character more is 414', async () => {
  const text = await configuration(SHIM);
  assert.match(text, `"~^.{${MAX_URL_LENGTH + 1}}" 1;`);
  assert.not.match(text, `"~^.{${MAX_URL_LENGTH}}" 1;`);
});

test('answers of the Model Context Protocol are streamed', async () => {
  const location = locationIn(await configuration(SHIM), `= ${mcpUrl}`);
  assert.match(location, /proxy_buffering off;/);
});

test('the answer to unreadable requests is internal and has its headers', async () => {
  for (const text of [await configuration(SHIM), await configuration(null)])
    for (const match of ['= /pandect-unread', '= /pandect-unread-url']) {
      const location = locationIn(text, match);
      assert.match(location, /internal;/);
      const headers = location.match(/add_header .*;/g) ?? [];
      assert.ok(headers.length > 0);
      for (const header of headers) assert.match(header, / always;$/);
    }
});

test('errors have Retry-After and Allow', () => {
  assert.match(headersOf(ERRORS.away)['retry-after'] ?? '', /^\d+$/);
  assert.is(headersOf(ERRORS.method).allow, ALLOWED_METHODS);
  assert.not.ok('allow' in headersOf(ERRORS.document));
});

test.run();
