import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SearchEngineError } from '../../../build/search/engine.ts';
import { parseNodes } from '../../../build/search/typesense/connection.ts';
import { type SearchAll, searcherOf } from '../../../build/search/typesense/find/client.ts';
import { adminClient, documentsOf, exported, orNull } from '../../../build/search/typesense/index/client.ts';

/** Nodes of a cluster that have just started, and do not know a collection yet. */

const servers: http.Server[] = [];
test.after.each(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Node {
  url: string;
  /** Paths of the requests so far. */
  paths: string[];
}

/** @param answer returns the status and body of the n-th request, from 1 on; null where it is never answered */
async function node(answer: (n: number) => [status: number, body: string] | null): Promise<Node> {
  const paths: string[] = [];
  const server = http.createServer((request, response) => {
    paths.push(request.url?.replace(/\?.*/, '') ?? '');
    request.resume();
    const answered = answer(paths.length);
    const type = request.url?.includes('/import') ? 'text/plain' : 'application/json';
    if (answered) response.writeHead(answered[0], { 'content-type': type }).end(answered[1]);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}

const NOT_FOUND = [404, '{"message":"Not Found"}'] as const;
const late = (body: string) => node(n => (n < 3 ? [...NOT_FOUND] : [200, body]));
const admin = ({ url }: Node) => adminClient(parseNodes(url), 'k', 2);

test('a run waits for a node that does not know the collection yet', async () => {
  const records: unknown[] = [];
  const exporting = await late('{"id":"a"}\n{"id":"b"}');
  const stored = documentsOf(admin(exporting), 'pandect-1');
  for await (const record of exported(stored, [''], ['id'])) records.push(record);
  assert.equal(records, [{ id: 'a' }, { id: 'b' }]);
  assert.is(exporting.paths.length, 3);

  const importing = await late('{"success":true}');
  await admin(importing).collections('pandect-1').documents().import('{"id":"a"}', { action: 'upsert' });
  assert.is(importing.paths.length, 3);

  const deleting = await late('{"num_deleted":1}');
  await admin(deleting).collections('pandect-1').documents().delete({ filter_by: 'id:[a]' });
  assert.equal(
    deleting.paths,
    Array.from({ length: 3 }, () => '/collections/pandect-1/documents'),
  );
});

test('an import that is never answered is sent again after the time limit', async () => {
  const silent = await node(n => (n === 1 ? null : [200, '{"success":true}']));
  const client = adminClient(parseNodes(silent.url), 'k', 1, 0.3);
  await client.collections('pandect-1').documents().import('{"id":"a"}', { action: 'upsert' });
  assert.is(silent.paths.length, 2);
});

test('an import whose answer is cut off is sent again', async () => {
  const whole = '{"success":true}\n{"success":true}';
  for (const cut of ['', whole.slice(0, -1), '{"success":true}', '{"success":true}\n']) {
    const dying = await node(n => [200, n === 1 ? cut : whole]);
    const client = adminClient(parseNodes(dying.url), 'k', 1);
    const answer = await client
      .collections('pandect-1')
      .documents()
      .import('{"id":"a"}\n{"id":"b"}', { action: 'upsert' });
    assert.is(answer, whole);
    assert.is(dying.paths.length, 2, cut);
  }
});

test('a question whether something exists is answered at once', async () => {
  const missing = await node(() => [...NOT_FOUND]);
  const client = admin(missing);
  const questions = [
    () => client.collections('pandect-1').retrieve(),
    () => client.collections('pandect-1').documents('held').retrieve(),
    () => client.aliases('pandect').retrieve(),
  ];
  for (const ask of questions) assert.is(await orNull<object>(ask()), null);
  assert.is(missing.paths.length, questions.length);
});

const searching = (nodes: readonly Node[]): SearchAll =>
  searcherOf({
    nodes: parseNodes(nodes.map(({ url }) => url).join(',')),
    apiKey: 'k',
    collection: 'pandect',
    timeoutMs: 5000,
  })(AbortSignal.timeout(5000));

const UNKNOWN = '{"results":[{"code":404,"error":"Not found."}]}';

test('a search is sent to another node if one does not know the collection', async () => {
  const lagging = await node(() => [200, UNKNOWN]);
  const good = await node(() => [200, '{"results":[{"found":7,"hits":[]}]}']);
  const searchAll = searching([lagging, lagging, good]);
  for (let i = 0; i < 3; i++) {
    const [result] = await searchAll([{ q: 'x' }]);
    assert.is(result?.found, 7);
  }
  assert.is(good.paths.length, 3);
  assert.ok(lagging.paths.length >= 2, String(lagging.paths.length));
});

test('a search fails if no node knows the collection, after one request to each', async () => {
  const lagging = await node(() => [200, UNKNOWN]);
  const searchAll = searching([lagging, lagging]);
  const error = await searchAll([{ q: 'x' }]).catch(thrown => thrown);
  assert.instance(error, SearchEngineError);
  assert.match((error as Error).message, 'has no such collection');
  assert.is(lagging.paths.length, 2);
});

test.run();
