import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { adminClient, documentsOf, IndexError } from '../../../../build/search/typesense/index/client.ts';
import { importRecords } from '../../../../build/search/typesense/index/import.ts';
import { closeAfter } from '../../../runner/leftovers.cjs';

/** The bodies of all imports so far. */
const bodies: string[] = [];
const server = http.createServer(async (request, response) => {
  const body = await text(request);
  bodies.push(body);
  const results = body.split('\n').map(line => {
    const success = !line.includes('refused');
    return JSON.stringify(success ? { success } : { success, error: 'Field has no value.' });
  });
  response.writeHead(200, { 'content-type': 'text/plain' }).end(results.join('\n'));
});

test.before(async () => {
  closeAfter(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
test.before.each(() => {
  bodies.length = 0;
});
test.after(() => {
  server.closeAllConnections();
  server.close();
});

async function imported(...records: readonly (readonly object[])[]): Promise<void> {
  const { port } = server.address() as AddressInfo;
  async function* all() {
    yield* records;
  }
  const client = adminClient([`http://127.0.0.1:${port}`], 'k', 0);
  await importRecords(documentsOf(client, 'pandect-1'), all());
}

test('records that come together are one batch, in their order', async () => {
  await imported([{ id: 'a-text' }, { id: 'a' }], [{ id: 'b' }]);
  assert.equal(bodies, ['{"id":"a-text"}\n{"id":"a"}\n{"id":"b"}']);
  const [large, small] = [{ id: 'c-text', long_text: 'x'.repeat(1_000_000) }, { id: 'c' }];
  bodies.length = 0;
  await imported([large, small], [{ id: 'd' }]);
  const batches = bodies.map(body => body.split('\n').map(line => JSON.parse(line).id));
  assert.equal(batches.sort(), [['c-text', 'c'], ['d']]);
});

test('nothing is sent where there are no records', async () => {
  await imported();
  assert.equal(bodies, []);
});

test('a record that the server refuses ends the run, named by its document where it has one', async () => {
  const hit = JSON.stringify({ identifier: '/us/usc/t1/s1' });
  const error = await imported([{ id: 'a' }, { id: 'refused' }, { id: 'b', hit, refused: true }]).catch(
    (thrown: unknown) => thrown,
  );
  assert.instance(error, IndexError);
  assert.is(
    (error as Error).message,
    'Typesense did not take 2 records, such as\n  refused: Field has no value.\n  /us/usc/t1/s1: Field has no value.',
  );
});

test.run();
