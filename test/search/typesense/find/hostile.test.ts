import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import { SearchEngineError } from '../../../../build/search/engine.ts';
import { parseNodes } from '../../../../build/search/typesense/connection.ts';
import { createTypesenseEngine } from '../../../../build/search/typesense/find/engine.ts';
import { adminClient } from '../../../../build/search/typesense/index/client.ts';

/** A server that has been taken over, or an address that is not that of Typesense. */

const KEY = 'the search key';

interface Hostile {
  port: number;
  requests: http.IncomingMessage[];
}

const test = suite<{ listen(answer: http.RequestListener): Promise<Hostile> }>('hostile');
const servers: http.Server[] = [];

test.before(context => {
  context.listen = async answer => {
    const requests: http.IncomingMessage[] = [];
    const server = http.createServer((request, response) => {
      requests.push(request);
      answer(request, response);
      request.resume();
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return { port: (server.address() as AddressInfo).port, requests };
  };
});
test.after.each(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const nodesAt = (port: number) => parseNodes(`http://127.0.0.1:${port}`);

/** A search against it, which must fail. */
async function search(port: number): Promise<SearchEngineError> {
  const engine = createTypesenseEngine({
    nodes: nodesAt(port),
    apiKey: KEY,
    collection: 'pandect',
    tree: '',
    timeoutMs: 30_000,
    slots: 1,
  });
  const query = parseSearchQuery(readParams('q=lighthouse'));
  try {
    await engine.search(query, new AbortController().signal);
  } catch (error) {
    assert.instance(error, SearchEngineError);
    return error as SearchEngineError;
  } finally {
    await engine.close();
  }
  throw new Error('The search succeeded');
}

/** A request of `npm run index`, which must fail. */
async function index(port: number): Promise<void> {
  const client = adminClient(nodesAt(port), KEY, 0);
  await client
    .collections('pandect')
    .retrieve()
    .then(
      () => assert.unreachable('the request succeeded'),
      () => {},
    );
}

for (const status of [301, 302, 307, 308]) {
  test(`a redirect (${status}) is not followed: the key stays where it belongs`, async ({ listen }) => {
    const elsewhere = await listen((_request, response) => response.end('{}'));
    const first = await listen((_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
    );
    assert.is((await search(first.port)).kind, 'unavailable');
    await index(first.port);
    assert.ok(first.requests.length >= 2);
    for (const { headers } of first.requests) assert.is(headers['x-typesense-api-key'], KEY);
    assert.is(elsewhere.requests.length, 0);
  });
}

test('answers are asked for without compression', async ({ listen }) => {
  const server = await listen((_request, response) => response.writeHead(500).end());
  await search(server.port);
  await index(server.port);
  assert.equal(
    new Set(server.requests.map(({ headers }) => headers['accept-encoding'])),
    new Set(['identity']),
  );
});

test('a hit of an unknown source fails its search alone, though its text is read ahead', async ({
  listen,
}) => {
  const documentWith = (source: string, heading: string) => ({
    ...{ id: source, heading: 'lighthouse', names: '', numbers: '', signature: 'AAAAAA==', combined: '' },
    hit: JSON.stringify({ source, identifier: `/us/${source}/1`, heading, cited_by_count: 0 }),
  });
  // The long heading takes so long that other tasks have their turn before the next text is awaited.
  const documents = [documentWith('fr', 'lighthouse '.repeat(100_000)), documentWith('nowhere', '')];
  const result = { found: 2, out_of: 2, hits: documents.map(document => ({ document })) };
  const server = await listen(async (request, response) => {
    const { searches } = JSON.parse(await text(request)) as { searches: unknown[] };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results: searches.map(() => result) }));
  });
  const unawaited: unknown[] = [];
  const note = (error: unknown): unknown => unawaited.push(error);
  process.on('unhandledRejection', note);
  await search(server.port).finally(() => process.off('unhandledRejection', note));
  assert.equal(unawaited, []);
});

/** Sends until nobody listens any more, or so much. @returns how much was sent, in MB */
function flood(response: http.ServerResponse, megabytes: number, sent: { megabytes: number }): void {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const more = (): void => {
    while (sent.megabytes < megabytes && !response.destroyed) {
      sent.megabytes++;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}

test('an answer without end is cut off', async ({ listen }) => {
  const sent = { megabytes: 0 };
  const { port } = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    flood(response, 400, sent);
  });
  assert.is((await search(port)).kind, 'unavailable');
  assert.ok(sent.megabytes < 200, `${sent.megabytes} MB in two attempts`);
});

test('a small answer that unpacks into a large one is cut off', async ({ listen }) => {
  const packed = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '));
  const { port } = await listen((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed),
  );
  assert.is((await search(port)).kind, 'unavailable');
});

test('an answer that is no JSON or has another form is a failure', async ({ listen }) => {
  for (const body of ['<html>', '{}', '{"results":[{}]}', 'null']) {
    const { port } = await listen((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    assert.is((await search(port)).kind, 'unavailable', body);
  }
});

test('a search that the server cuts off at the given limit is a timeout', async ({ listen }) => {
  const bodies: string[] = [];
  const { port } = await listen(async (request, response) => {
    bodies.push(await text(request));
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"results":[{"found":1,"hits":[],"search_cutoff":true}]}');
  });
  assert.is((await search(port)).kind, 'timed out');
  assert.is(JSON.parse(bodies[0] ?? '').searches[0].search_cutoff_ms, 30_000);
});

test.run();
