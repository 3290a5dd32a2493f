import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LineTransport } from '../../../shim/mcp/stdio.ts';
import { rpc } from '../../helpers/mcp.ts';

function open() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport(input, output);
  const received: JSONRPCMessage[] = [];
  transport.onmessage = message => received.push(message);
  let isFinished = false;
  transport.finished.then(() => (isFinished = true));
  const answer = (id: number) => transport.send({ jsonrpc: '2.0', id, result: {} });
  return { input, output, transport, received, answer, isFinished: () => isFinished };
}

const turn = () => new Promise(resolve => setTimeout(resolve, 5));

test('requests beyond the bound wait, and so does unread input', async () => {
  const { input, transport, received, answer, isFinished } = open();
  await transport.start();
  for (let id = 1; id <= 100; id++) input.write(`${rpc('ping', {}, id)}\n`);
  await turn();
  assert.is(received.length, 32);
  assert.ok(input.isPaused());
  input.end();
  for (let id = 1; id <= 99; id++) {
    if (received.length < id) await turn();
    await answer(id);
    assert.ok(received.length <= id + 32);
  }
  await turn();
  assert.equal([received.length, isFinished()], [100, false]);
  await answer(100);
  await turn();
  assert.ok(isFinished());
});

test('a message in pieces of any size is read, with divided characters', async () => {
  const { input, transport, received } = open();
  await transport.start();
  const bytes = Buffer.from(`${rpc('ping', { text: '§ 😀' })}\r\n`);
  for (const byte of bytes) input.write(Buffer.from([byte]));
  await turn();
  assert.equal((received[0] as { params: unknown }).params, { text: '§ 😀' });
});

test('a cancelled request is no longer waited for', async () => {
  const { input, transport, isFinished } = open();
  await transport.start();
  input.write(`${rpc('ping', {}, 7)}\n`);
  input.end('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}\n');
  await turn();
  assert.ok(isFinished());
});

test('it ends when its output is closed', async () => {
  const { output, input, transport, isFinished } = open();
  await transport.start();
  input.write(`${rpc('ping')}\n`);
  output.destroy(new Error('EPIPE'));
  await turn();
  assert.ok(isFinished());
});

test('an empty line is ignored', async () => {
  const { input, output, transport, received, isFinished } = open();
  await transport.start();
  input.end(`\n  \r\n${rpc('ping', {}, 3)}\n\n`);
  await turn();
  assert.equal([received.length, output.read(), isFinished()], [1, null, false]);
});

test('a line of 65,537 bytes is too long, in any pieces', async () => {
  const { input, output, transport, received } = open();
  await transport.start();
  const line = rpc('ping', {}, 1);
  input.write(`${line.padEnd(65_536)}\n${line.padEnd(65_537)}\n`);
  for (let i = 0; i < 10; i++) input.write(' '.repeat(60_000));
  input.end(`\n${rpc('ping', {}, 2)}\n`);
  await turn();
  assert.equal(
    received.map(message => 'id' in message && message.id),
    [1, 2],
  );
  const errors = String(output.read()).trim().split('\n');
  assert.is(errors.length, 2);
  for (const error of errors) assert.match(error, /65536 bytes/);
});

test.run();
