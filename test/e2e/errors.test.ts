import { chmodSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchEngine } from '../../build/search/engine.ts';
import { start, untilListening } from '../helpers/commands.ts';
import { readableTree, withOrdinaryUser } from '../helpers/other-user.ts';
import { type Answer, exchange, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { rawExchange } from './raw.ts';

/** build/contract/README.md, Errors. */

let shim: Shim;
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

/** An error in the specified shape and nothing else. @returns its message */
function matches({ status, headers, json }: Answer, expected: number, code: string): string {
  assert.is(status, expected);
  assert.is(headers['content-type'], 'application/json; charset=utf-8');
  assert.is(headers['cache-control'], 'no-store');
  assert.equal(Object.keys(json), ['error']);
  assert.equal(Object.keys(json.error), ['status', 'code', 'message']);
  assert.equal([json.error.status, json.error.code], [expected, code]);
  assert.ok(json.error.message.length > 10);
  return json.error.message;
}

test('DOCUMENT_NOT_FOUND names the canonical identifier', async () => {
  const message = matches(await shim.get('/api/ecfr/documents/t1%2Fs99.9'), 404, 'DOCUMENT_NOT_FOUND');
  assert.is(message, 'No document was found with the identifier /us/cfr/t1/s99.9.');
});

test('a 404 of the hierarchy names what is missing', async () => {
  assert.match(matches(await shim.get('/api/usc/titles/99'), 404, 'NOT_FOUND'), /title 99 .*usc/);
  assert.match(matches(await shim.get('/api/fr/years/1850'), 404, 'NOT_FOUND'), /year 1850/);
  assert.match(matches(await shim.get('/api/fr/years/2018/11'), 404, 'NOT_FOUND'), /month 2018-11/);
});

test('an unknown route is 404 NOT_FOUND', async () => {
  for (const url of [
    '/',
    '/api',
    '/api/',
    '/api/usc',
    '/api/xyz/documents',
    '/api/usc/documents.json',
    '/catalog/catalog.bin',
    '/manifest/usc/t99.ndjson',
    '/manifest/x.json',
    '/bulk/usc/t99.jsonl.gz',
    '/changes/999999.ndjson',
    '/build.json',
    '/api/fr/years/2018/05/10',
    '/API/stats',
    '/api/stats/',
  ]) {
    matches(await shim.get(url), 404, 'NOT_FOUND');
  }
});

test('an unavailable search is 503 REQUEST_ERROR with the specified message', async () => {
  const message = matches(await shim.get('/api/search?q=lighthouse'), 503, 'REQUEST_ERROR');
  assert.is(message, 'Search service is temporarily unavailable');
});

test('malformed percent-encoding is 400 INVALID_PARAMETER, in path and query', async () => {
  for (const url of [
    '/api/usc/documents/%ZZ',
    '/api/usc/documents/t17%2',
    '/api/usc/documents/%ff%fe',
    '/api/fr/documents/%C0%AF',
    '/%E0%A4%A',
    '/api/usc/documents?title_number=%',
    '/api/usc/documents?status=%ff',
    '/api/usc/documents?%ZZ=1',
    '/api/search?q=%E0%A4%A',
  ]) {
    assert.match(matches(await shim.get(url), 400, 'INVALID_PARAMETER'), /percent-encoded/, url);
  }
});

test('a URL of any excessive length is 414', async () => {
  for (const length of [8200, 12_000, 20_000, 50_000]) {
    const answer = await rawExchange(
      shim.port,
      `GET /api/usc/documents/${'x'.repeat(length)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    matches(answer, 414, 'URI_TOO_LONG');
  }
  matches(await shim.get(`/api/usc/documents?${'x=1&'.repeat(2500)}`), 414, 'URI_TOO_LONG');
  const longest = '/api/stats?'.padEnd(8192, 'x');
  assert.is((await shim.get(longest)).status, 200);
  matches(await shim.get(`${longest}x`), 414, 'URI_TOO_LONG');
  assert.is(
    (await shim.get(`/api/search?q=${'%F0%90%90%80'.repeat(500)}`)).status,
    503,
    'the longest q is not too long',
  );
});

test('too many headers are 431', async () => {
  const answer = await rawExchange(
    shim.port,
    `GET /api/stats HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  );
  matches(answer, 431, 'HEADERS_TOO_LARGE');
});

test('a message that is not HTTP is 400', async () => {
  for (const bytes of [
    'nonsense\r\n\r\n',
    'GET /api/stats HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /api/stats HTTP/1.1\r\nHost x\r\n\r\n',
    'GET /api/stats HTTP/1.1\r\n\r\n',
    'POST /api/stats HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET /api /stats HTTP/1.1\r\nHost: x\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ]) {
    matches(await rawExchange(shim.port, bytes), 400, 'BAD_REQUEST');
  }
});

test('only HTTP/1.1 needs a host', async () => {
  assert.is((await rawExchange(shim.port, 'GET /api/stats HTTP/1.0\r\n\r\n')).status, 200);
});

test('an unknown expectation is ignored', async () => {
  const { status } = await rawExchange(
    shim.port,
    'GET /api/stats HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n',
  );
  assert.is(status, 200);
});

test('only a 429 has retry_after', async () => {
  for (const url of [
    '/api/search?q=x',
    '/api/usc/documents/nope',
    '/api/usc/documents?limit=0',
    '/nowhere',
  ]) {
    assert.not('retry_after' in (await shim.get(url)).json.error, url);
  }
});

/** A shim whose search breaks in a way that nobody foresaw, and what it logs. */
async function withBrokenSearch(run: (broken: Shim, log: () => string) => Promise<void>): Promise<void> {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
  const engine: SearchEngine = {
    name: 'broken',
    slots: 1,
    search: () => Promise.reject(new Error('password hunter2 at /secret/place')),
    close: async () => {},
  };
  const broken = await startShim({
    ...(await sampleTree()),
    engine,
    logger: pino({ level: 'info' }, stream),
  });
  await run(broken, () => lines.join(''));
  await broken.close();
}

test('an unexpected failure is 500 INTERNAL_ERROR and reveals nothing, and the log has its reason', () =>
  withBrokenSearch(async (broken, log) => {
    const answer = await broken.get('/api/search?q=lighthouse');
    matches(answer, 500, 'INTERNAL_ERROR');
    assert.not.match(answer.text + JSON.stringify(answer.headers), /hunter2|secret|Error:|\.ts/);
    assert.match(log(), /hunter2/);
    assert.is((await broken.get('/api/stats')).status, 200, 'the shim goes on');
  }));

withOrdinaryUser(test, 'a file that cannot be read is 500 and reveals nothing', async user => {
  const dist = await readableTree();
  chmodSync(join(dist, 'api/stats.json'), 0);
  const shim = start('serve', ['--dist', dist, '--port', '0'], {}, { cwd: dist, ...(user && { user }) });
  const port = await untilListening(shim);
  const answer = await exchange({ host: '127.0.0.1', port, path: '/api/stats', agent: false });
  matches(answer, 500, 'INTERNAL_ERROR');
  assert.ok(!answer.text.includes(dist));
  shim.child.kill();
  assert.match((await shim.finished).stdout, /EACCES/);
});

test('a folder in place of a file counts as a missing file', async () => {
  const dist = join(temporaryFolder(), 'dist');
  cpSync((await sampleTree()).dist, dist, { recursive: true });
  rmSync(join(dist, 'api/usc/documents/t17/s106.json'));
  mkdirSync(join(dist, 'api/usc/documents/t17/s106.json'));
  const odd = await startShim({ dist });
  matches(await odd.get('/api/usc/documents/t17%2Fs106'), 404, 'DOCUMENT_NOT_FOUND');
  await odd.close();
});

test('two Host headers are BAD_REQUEST, even if equal', async () => {
  for (const hosts of ['Host: a\r\nHost: b', 'Host: a\r\nhost: a', 'HOST: a\r\nX-Y: z\r\nHost: b']) {
    const { status, json } = await rawExchange(
      shim.port,
      `GET /api/health HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`,
    );
    assert.equal([status, json?.error.code], [400, 'BAD_REQUEST'], hosts);
  }
  const one = 'GET /api/health HTTP/1.1\r\nHost: a\r\nX-Host: b\r\nConnection: close\r\n\r\n';
  assert.is((await rawExchange(shim.port, one)).status, 200);
});

test.run();
