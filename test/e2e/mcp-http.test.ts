import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type SearchEngine, SearchEngineError } from '../../build/search/engine.ts';
import { configureEngine } from '../../shim/search/configure.ts';
import { newKey } from '../helpers/key-records.ts';
import { answered, call, connected, httpTransport, post, rpc } from '../helpers/mcp.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import { rawExchange } from './raw.ts';

/** MCP's streamable HTTP on the whole shim: methods, bodies, origins, limits and keys (shim/README.md, MCP). */

const standard = newKey();

async function withShim(
  run: (shim: Shim, keyed: Record<string, string>) => Promise<void>,
  more: Json = {},
): Promise<void> {
  const { dist } = await sampleTree();
  const engine = configureEngine(dist, null);
  const shim = await startShim({ dist, engine, records: [standard.record], ...more });
  try {
    await run(shim, { 'x-api-key': shim.key });
  } finally {
    await shim.close();
  }
}

const LIST = rpc('tools/list');

test('a message is answered in JSON, not cached, with the headers of limits and of CORS', () =>
  withShim(async ({ port }, keyed) => {
    for (const headers of [
      keyed,
      { ...keyed, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      { ...keyed, accept: '*/*' },
      { ...keyed, 'content-type': 'application/json; charset=utf-8' },
    ]) {
      const { status, headers: got, json } = await post(port, LIST, headers);
      assert.equal([status, json.id, json.result.tools.length], [200, 1, 10]);
      assert.is(got.get('content-type'), 'application/json; charset=utf-8');
      assert.is(got.get('cache-control'), 'no-store');
      assert.is(got.get('access-control-allow-origin'), '*');
      assert.is(got.get('x-ratelimit-policy'), 'unlimited');
      assert.is(got.get('mcp-session-id'), null);
    }
    const initialize = {
      protocolVersion: '1999-01-01',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    assert.is(
      (await post(port, rpc('initialize', initialize), keyed)).json.result.protocolVersion,
      '2025-11-25',
    );
    assert.is((await post(port, rpc('ping', {}, 'a'), keyed)).json.id, 'a');
    const notified = await post(port, '{"jsonrpc":"2.0","method":"notifications/initialized"}', keyed);
    assert.equal([notified.status, notified.json], [202, null]);
  }));

test('an invalid message is an error of JSON-RPC', () =>
  withShim(async ({ port }, keyed) => {
    for (const [body, status, code, headers = {}] of [
      ['', 400, -32700],
      ['{', 400, -32700],
      ['not json', 400, -32700],
      ['[]', 400, -32600],
      [`[${LIST},${LIST}]`, 400, -32600],
      ['null', 400, -32600],
      ['7', 400, -32600],
      ['{}', 400, -32600],
      ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
      ['{"jsonrpc":"2.0","id":1}', 400, -32600],
      [LIST, 400, -32000, { 'mcp-protocol-version': '2031-01-01' }],
      [LIST, 415, -32000, { 'content-type': 'text/plain' }],
      [LIST, 415, -32000, { 'content-type': 'application/jsonp' }],
    ] as [string, number, number, Record<string, string>?][]) {
      const { status: got, json } = await post(port, body, { ...keyed, ...headers });
      assert.equal([got, json.jsonrpc, json.id, json.error.code], [status, '2.0', null, code], body);
      assert.ok(json.error.message.length > 10);
    }
    for (const [method, params, code] of [
      ['tools/destroy', {}, -32601],
      ['prompts/list', {}, -32601],
      ['tools/call', {}, -32602],
      ['tools/call', { name: 'search', arguments: 'lighthouse' }, -32602],
      ['initialize', {}, -32602],
      ['tools/call', { name: 'nothing' }, -32602],
      ['resources/read', {}, -32602],
    ] as [string, Json, number][]) {
      const { status, json } = await post(port, rpc(method, params, 9), keyed);
      assert.equal([status, json.id, json.error.code], [200, 9, code], method);
    }
  }));

test('other methods are 405 with the allowed ones, and a preflight is answered', () =>
  withShim(async ({ port, request }, keyed) => {
    for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH']) {
      const { status, headers } = await request(method, '/mcp', { accept: 'text/event-stream' });
      assert.equal([status, headers.allow], [405, 'POST, OPTIONS'], method);
    }
    const { json } = await post(port, '', keyed, 'DELETE');
    assert.match(json.error.message, /DELETE is not allowed\. Allowed are POST, OPTIONS/);
    const preflight = await request('OPTIONS', '/mcp', {
      origin: 'http://localhost:6274',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, mcp-protocol-version',
    });
    assert.equal(
      [
        preflight.status,
        preflight.headers['access-control-allow-methods'],
        preflight.headers['access-control-allow-headers'],
      ],
      [204, 'POST, OPTIONS', 'content-type, mcp-protocol-version'],
    );
    // Nothing else takes a body now.
    for (const url of ['/api/stats', '/api/search?q=x'])
      assert.is((await request('POST', url)).status, 405, url);
    assert.is((await request('POST', '/mcp/x')).status, 404);
  }));

test('a body of 64 kB is read, and a longer one is 413, with or without a stated length', () =>
  withShim(async ({ port }, keyed) => {
    const ofBytes = (bytes: number) => LIST.padEnd(bytes, ' ');
    assert.is((await post(port, ofBytes(65_536), keyed)).status, 200);
    const { status, headers, json } = await post(port, ofBytes(65_537), keyed);
    assert.equal([status, json.error.code, headers.get('cache-control')], [413, -32000, 'no-store']);
    assert.match(json.error.message, /65536 bytes/);
    const chunk = `${(40_000).toString(16)}\r\n${' '.repeat(40_000)}\r\n`;
    const head =
      'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    assert.is((await rawExchange(port, `${head}${chunk}${chunk}0\r\n\r\n`)).status, 413);
    // The shim goes on.
    assert.is((await post(port, LIST, keyed)).status, 200);
  }));

test('a body that is too slow is 408', () =>
  withShim(
    async ({ port }) => {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      socket.on('data', chunk => (received += chunk));
      socket.write(
        'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      );
      await once(socket, 'close');
      assert.match(received, /^HTTP\/1\.1 408 /);
    },
    { limits: { requestTimeout: 1 } },
  ));

test('pages of other origins are refused if only this machine reaches the server', () =>
  withShim(async ({ port }, keyed) => {
    for (const origin of [
      'http://localhost:6274',
      'http://127.0.0.1',
      'http://[::1]:8080',
      'https://app.localhost',
    ])
      assert.is((await post(port, LIST, { ...keyed, origin })).status, 200, origin);
    for (const origin of [
      ...['https://evil.example', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example'],
      ...['null', 'http://10.0.0.1', 'nonsense', 'http://notlocalhost'],
    ]) {
      const { status, json } = await post(port, LIST, { ...keyed, origin });
      assert.equal([status, json.error.code, json.id], [403, -32000, null], origin);
    }
  }));

test('a public server accepts pages of any origin, or of the named ones', async () => {
  const from = (port: number, origin: string) => post(port, LIST, { origin }).then(({ status }) => status);
  await withShim(async ({ port }) => assert.is(await from(port, 'https://any.example'), 200), {
    mcpOrigins: 'any',
  });
  const mcpOrigins = ['https://app.example'];
  await withShim(
    async ({ port }) => {
      assert.is(await from(port, 'https://app.example'), 200);
      assert.is(await from(port, 'https://any.example'), 403);
      assert.is(await from(port, 'http://localhost'), 403);
      assert.is((await post(port, LIST)).status, 200, 'programs have no origin');
    },
    { mcpOrigins },
  );
});

test("a POST counts as one request of its client's tier, whatever its tool requests, and is 429 beyond the limit", () =>
  withShim(async ({ port, anonymous }) => {
    const read = rpc('tools/call', { name: 'resolve_citation', arguments: { citation: '17 U.S.C. 106' } });
    const remaining = async (headers: Record<string, string>): Promise<Json[]> => {
      const { headers: got, json } = await post(port, read, headers);
      assert.is(json.result.structuredContent.total, 1);
      return ['policy', 'limit', 'remaining'].map(name => got.get(`x-ratelimit-${name}`));
    };
    for (const headers of [
      { authorization: `Bearer ${standard.secret}` },
      { 'x-api-key': standard.secret },
    ] as Record<string, string>[])
      assert.is((await remaining(headers))[0], 'standard');
    assert.equal(await remaining({ 'x-api-key': standard.secret }), ['standard', '1000', '997']);
    assert.equal(await remaining({}), ['anonymous', '100', '99']);
    for (let used = 1; used < 100; used++) await anonymous('/api/stats');
    const { status, headers, json } = await post(port, read);
    assert.equal([status, json.error.code], [429, 'RATE_LIMIT_EXCEEDED']);
    assert.ok(Number(headers.get('retry-after')) > 0);
    // Wrong messages count, too, and so does what is refused.
    assert.is(
      (await post(port, '{', { 'x-api-key': standard.secret })).headers.get('x-ratelimit-remaining'),
      '996',
    );
    const refused = await post(port, '{', { 'x-api-key': standard.secret, origin: 'http://x.example' });
    assert.is(refused.headers.get('x-ratelimit-remaining'), '995');
  }));

test('200 calls at once are all answered, and searches beyond the queue get an error', () =>
  withShim(async ({ port, key }) => {
    const client = await connected(httpTransport(port, key));
    const documents = ['t17/s106', 't17/s107', '2018-09910', '1 CFR 1.1'];
    const reads = Array.from({ length: 200 }, (_, i) =>
      answered(client, 'read_document', { document: documents[i % documents.length] }),
    );
    for (const { text } of await Promise.all(reads)) assert.ok(text.length > 100);
    // Searches wait in the queue that all share: whoever finds it full is told so by the tool.
    const searches = await Promise.all(
      Array.from({ length: 100 }, (_, i) => call(client, 'search', { q: `lighthouse ${i}` })),
    );
    const failed = searches.filter(({ isError }) => isError);
    assert.ok(failed.length > 0 && failed.length < 100);
    for (const { text } of failed)
      assert.match(text, /^Search (service is temporarily unavailable|request timed out)$/);
    await client.close();
  }));

test("calls beyond a client's share are 503, and others are answered", () =>
  withShim(async ({ port }, keyed) => {
    const read = rpc('tools/call', { name: 'search', arguments: { q: 'lighthouse keeper' } });
    const statuses = await Promise.all(
      Array.from({ length: 260 }, () => post(port, read, keyed).then(({ status }) => status)),
    );
    const refused = statuses.filter(status => status === 503).length;
    assert.ok(statuses.every(status => status === 200 || status === 503));
    assert.ok(refused <= 60);
    assert.is((await post(port, LIST)).status, 200);
  }));

test('a client with its share of running calls gets 503 with Retry-After, and an answer when they have ended', async () => {
  let release = (): void => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const engine: SearchEngine = {
    ...{ name: 'waiting', slots: 1000, close: async () => {} },
    search: () => released.then(() => Promise.reject(new SearchEngineError('unavailable', 'none'))),
  };
  await withShim(
    async ({ port }, keyed) => {
      const search = rpc('tools/call', { name: 'search', arguments: { q: 'lighthouse' } });
      const refused: (string | null)[] = [];
      let enough = (): void => {};
      const tenRefused = new Promise<void>(resolve => {
        enough = resolve;
      });
      const answers = Array.from({ length: 210 }, async () => {
        const { status, headers, json } = await post(port, search, keyed);
        if (status === 503) {
          assert.match(json.error.message, /Too many calls/);
          if (refused.push(headers.get('retry-after')) === 10) enough();
        }
      });
      await Promise.race([tenRefused, Promise.all(answers)]);
      release();
      await Promise.all(answers);
      assert.equal(refused, Array(10).fill('5'));
      assert.is((await post(port, search, keyed)).status, 200);
    },
    // Whoever waits must not be answered before the others have come.
    { engine, searchTimeLimit: 60_000 },
  );
});

test.run();
