import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { adminClient } from '../../../../build/search/typesense/index/client.ts';
import { exported, piecesIn } from '../../../../build/search/typesense/index/meta-records.ts';
import { messageOf } from '../../../helpers/fixture-tree.ts';
import { endAfter } from '../../../runner/leftovers.cjs';

const MEGABYTE = 1024 * 1024;

/** What is read of an export that a server answers with. @param chunk sent so many times */
async function readExport(chunk: string, times: number): Promise<string> {
  const server = http.createServer((_, response) => {
    let sent = 0;
    const send = (): void => {
      while (sent++ < times) if (!response.write(chunk)) return void response.once('drain', send);
      response.end();
    };
    send();
  });
  await once(endAfter(server).listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = adminClient([{ protocol: 'http', host: '127.0.0.1', port, path: '' }], 'key', 0);
  let lines = 0;
  const message = await messageOf(
    (async () => {
      for await (const _ of exported(client, 'any', '', 'id')) lines++;
    })(),
  );
  server.closeAllConnections();
  server.close();
  return `${lines}: ${message}`;
}

test('an export may be larger than any other answer', async () => {
  const line = `${JSON.stringify({ id: 'x'.repeat(MEGABYTE) })}\n`;
  assert.is(await readExport(line, 80), '80: no error');
});

test('a record without end is an error', async () => {
  assert.is(await readExport('x'.repeat(MEGABYTE), 1000), '0: Typesense answers with a record of no end.');
});

test('a record that is cut anywhere is read whole', async () => {
  assert.is(await readExport('{"id":"é—中"}\n\n{"id":"b"}', 1), '2: no error');
});

test('an empty text takes no record', () => {
  assert.equal(['', 'x', 'x'.repeat(500_000), 'x'.repeat(500_001)].map(piecesIn), [0, 1, 1, 2]);
});

test.run();
