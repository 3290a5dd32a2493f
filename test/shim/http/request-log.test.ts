import { readFileSync } from 'node:fs';
import http from 'node:http';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type SearchEngine, SearchEngineError } from '../../../build/search/engine.ts';
import { REQUEST_LOG } from '../../../shim/http/request-log.ts';
import { rawExchange } from '../../e2e/raw.ts';
import { newKey } from '../../helpers/key-records.ts';
import { Lines } from '../../helpers/lines.ts';
import { post, rpc } from '../../helpers/mcp.ts';
import { type Json, type Shim, startShim } from '../../helpers/shim.ts';
import { sampleTree } from '../../helpers/tree.ts';

type Options = Parameters<typeof startShim>[0];

/** A shim whose log is kept. */
async function logged(
  options: Partial<Options> = {},
): Promise<{ shim: Shim; text(): string; lines(): Json[]; untilLines(count: number): Promise<void> }> {
  const stream = new PassThrough();
  const logger = pino({ level: 'trace' }, stream);
  const log = new Lines(stream);
  const requests: Json[] = [];
  log.onLine(line => {
    const entry = JSON.parse(line);
    if (entry.msg === 'request') requests.push(entry);
  });
  const shim = await startShim({ ...(await sampleTree()), logger, ...options });
  const untilLines = (count: number) => log.until(() => requests.length >= count);
  return { shim, text: log.text, lines: () => [...requests], untilLines };
}

test('a registered key is never logged, in any place and for any outcome', async () => {
  const { secret, record } = newKey({ tier: 'elevated' });
  const { shim, text, lines } = await logged({ records: [record] });
  const urls = [
    '/api/stats',
    '/api/usc/documents/nope',
    '/api/usc/documents?limit=0',
    '/nowhere',
    '/api/%ZZ',
  ];
  for (const url of urls) {
    await shim.anonymous(url, { authorization: `Bearer ${secret}` });
    await shim.anonymous(url, { 'x-api-key': secret });
    await shim.anonymous(`${url}${url.includes('?') ? '&' : '?'}api_key=${secret}`);
  }
  await rawExchange(shim.port, `GET /api/stats HTTP/9.9\r\nX-API-Key: ${secret}\r\n\r\n`);
  await shim.close();
  const requests = lines();
  assert.is(requests.length, 3 * urls.length + 1);
  const { client: address, tier: none } = requests.pop();
  assert.match(address, /^anon:/);
  assert.is(none, 'anonymous');
  for (const { client, tier } of requests)
    assert.equal({ client, tier }, { client: `key:${record.id}`, tier: 'elevated' });
  assert.not.match(text(), secret.slice(4));
});

/** The table of fields in the README. */
const documented = (): string[] => {
  const readme = readFileSync(new URL('../../../shim/README.md', import.meta.url), 'utf8');
  const section = /\n## Logs\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
  return [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]*)`/g)].map(([, name = '']) => name),
  );
};

test('lines have exactly the fields in the README', async () => {
  const silent = silentEngine();
  const { shim, lines, untilLines } = await logged({
    requests: { ...REQUEST_LOG, sample: 0.999999999 },
    engine: silent.engine,
  });
  const large = await shim.get('/api/usc/documents/t17%2Fs106');
  await shim.get('/nowhere');
  await leave(shim, silent);
  await rawExchange(shim.port, 'nonsense\r\n\r\n');
  await untilLines(4);
  await shim.close();
  const names = documented();
  assert.ok(names.length > 10, names.join());
  const seen = new Set(lines().flatMap(line => Object.keys(line)));
  assert.equal([...seen].filter(name => name !== 'msg').sort(), [...names].sort());
  const [document, nowhere, search, raw] = lines();
  assert.equal(
    [document.level, document.method, document.route, document.status, document.bytes, document.tier],
    [30, 'GET', '/api/usc/documents/*', 200, large.bytes.length, 'unlimited'],
  );
  assert.is(document.url, '/api/usc/documents/t17%2Fs106');
  assert.is(document.id, large.headers['x-request-id']);
  assert.is(document.pid, process.pid);
  assert.ok(document.ms > 0 && document.ms < 60_000 && Math.abs(document.time - Date.now()) < 60_000);
  assert.equal([nowhere.route, nowhere.status], ['none', 404]);
  assert.equal([search.route, search.status, search.aborted], ['/api/search', 499, true]);
  assert.equal([raw.method, raw.url, raw.route, raw.status], ['', '', 'none', 400]);
});

/** Asks for a search that nobody answers, and goes. @returns when the engine has heard of it */
async function leave({ port }: Shim, { left }: ReturnType<typeof silentEngine>): Promise<void> {
  const request = http.get({ host: '127.0.0.1', port, path: '/api/search?q=x', agent: false });
  request.on('error', () => {});
  await new Promise(resolve => setTimeout(resolve, 100));
  request.destroy();
  await left;
}

function silentEngine(): { engine: SearchEngine; left: Promise<void> } {
  let tell = (): void => {};
  const left = new Promise<void>(resolve => {
    tell = resolve;
  });
  const engine: SearchEngine = {
    name: 'silent',
    slots: 2,
    async search(_query, signal) {
      signal.addEventListener('abort', tell, { once: true });
      await left;
      throw new SearchEngineError('timed out', 'nobody asks any more');
    },
    close: async () => {},
  };
  return { engine, left };
}

test('bytes are those of the body, none after HEAD and 304, and a client that leaves has 499', async () => {
  const silent = silentEngine();
  const { shim, lines, untilLines } = await logged({ engine: silent.engine });
  const list = '/api/usc/documents';
  const { headers } = await shim.get(list);
  await shim.request('HEAD', list);
  await shim.get(list, { 'if-none-match': String(headers.etag) });
  await shim.get(list, { 'accept-encoding': 'gzip' });
  await leave(shim, silent);
  await untilLines(5);
  // Computed ones, and errors.
  for (const url of [`${list}?sort=-title_number`, '/nowhere', '/api/search?q='])
    await shim.request('HEAD', url);
  await shim.close();
  const [whole, head, unchanged, coded, gone, ...heads] = lines();
  assert.equal(
    heads.map(({ method, bytes }) => [method, bytes]),
    Array(3).fill(['HEAD', 0]),
  );
  assert.equal([whole.bytes, head.bytes, unchanged.bytes], [Number(headers['content-length']), 0, 0]);
  assert.ok(coded.bytes > 0 && coded.bytes < whole.bytes);
  assert.equal([gone.status, gone.aborted, gone.bytes], [499, true, 0]);
});

const WORDS = ['confidential', 'matter'];

test('words of searches are logged only on request', async () => {
  for (const hasQueries of [false, true]) {
    const { shim, text, lines } = await logged({ requests: { ...REQUEST_LOG, hasQueries } });
    const [word = '', other = ''] = WORDS;
    for (const url of [
      `/api/search?q=${word}&limit=3`,
      `/search?limit=3&%71=${other}`,
      `/nowhere?a=1&Q=${word}`,
    ])
      await shim.get(url);
    await post(shim.port, rpc('tools/call', { name: 'search', arguments: { query: `${word} ${other}` } }));
    await shim.close();
    assert.equal(
      lines().map(({ url }) => url),
      hasQueries
        ? [
            '/api/search?q=confidential&limit=3',
            '/search?limit=3&%71=matter',
            '/nowhere?a=1&Q=confidential',
            '/mcp',
          ]
        : [
            '/api/search?q=[redacted]&limit=3',
            '/search?limit=3&%71=[redacted]',
            '/nowhere?a=1&Q=[redacted]',
            '/mcp',
          ],
    );
    if (!hasQueries) for (const hidden of WORDS) assert.not.match(text(), hidden);
  }
});

test('clients are named by address, by pseudonym or not at all', async () => {
  const { record } = newKey({ tier: 'standard' });
  const from = (client: 'address' | 'pseudonym' | 'none', secret: string | null) =>
    logged({ records: [record], trustProxy: 'loopback', requests: { ...REQUEST_LOG, client, secret } });
  const clients = async (naming: 'address' | 'pseudonym' | 'none', secret: string | null = null) => {
    const { shim, lines } = await from(naming, secret);
    for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2', '192.0.2.1'])
      await shim.anonymous('/api/stats', { 'x-forwarded-for': address });
    await shim.close();
    return lines().map(({ client }) => client);
  };
  assert.equal(await clients('address'), [
    'ip:192.0.2.1',
    'ip:192.0.2.2',
    'ip:2001:db8::',
    'ip:2001:db8::',
    'ip:192.0.2.1',
  ]);
  assert.equal(await clients('none'), [undefined, undefined, undefined, undefined, undefined]);
  const [one, two, network, same, again] = await clients('pseudonym');
  assert.is(new Set([one, two, network]).size, 3);
  assert.equal([same, again], [network, one]);
  assert.not.equal(await clients('pseudonym'), await clients('pseudonym'), 'each shim has its own');
  const secret = 'of several shims';
  assert.equal(await clients('pseudonym', secret), await clients('pseudonym', secret));
});

test('a share of healthy requests is logged, and every other request', async () => {
  const { shim, lines } = await logged({
    requests: { ...REQUEST_LOG, sample: 0.25 },
    trustProxy: 'loopback',
  });
  const ids = Array.from({ length: 200 }, (_, i) => `request-${i}`);
  for (const id of ids) await shim.get('/api/stats', { 'x-request-id': id });
  const healthy = lines();
  assert.ok(healthy.length > 20 && healthy.length < 90, `${healthy.length}`);
  for (const line of healthy) assert.is(line.sample, 0.25);
  for (let i = 0; i < 10; i++) {
    await shim.get('/nowhere');
    await shim.get('/api/usc/documents?limit=0');
  }
  await shim.close();
  const others = lines().slice(healthy.length);
  assert.is(others.length, 20);
  for (const line of others) assert.is(line.sample, undefined);
});

test('with a share of 0 slow requests are still logged', async () => {
  const { shim, lines } = await logged({
    requests: { ...REQUEST_LOG, sample: 0 },
    engine: {
      name: 'slow',
      slots: 2,
      async search({ q }) {
        if (q === 'slow') await new Promise(resolve => setTimeout(resolve, 1050));
        return { hits: [], estimated_total_hits: 0, facets: {} };
      },
      close: async () => {},
    },
  });
  for (const q of ['quick', 'slow']) assert.is((await shim.get(`/api/search?q=${q}`)).status, 200);
  await shim.close();
  assert.is(lines().length, 1);
  assert.ok(lines()[0].ms >= 1000);
});

test.run();
