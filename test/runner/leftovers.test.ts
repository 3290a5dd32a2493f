import { once } from 'node:events';
import fs from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeAfter, closeAll, endAfter } from './leftovers.cjs';

const TESTS = path.join(import.meta.dirname, '..');

test('open leftovers are closed in reverse order, even if one fails', async () => {
  const closed: string[] = [];
  closeAfter(() => closed.push('first'));
  const close = closeAfter(async () => closed.push('by hand'));
  closeAfter(() => Promise.reject(new Error('stuck')));
  closeAfter(async () => closed.push('last'));
  await close();
  const failure = await closeAll().then(
    () => assert.unreachable(),
    (error: Error) => error.message,
  );
  assert.is(failure, 'stuck');
  assert.equal(closed, ['by hand', 'last', 'first']);
  await closeAll();
  assert.is(closed.length, 3);
});

test('a server ends with its connections', async () => {
  const server = endAfter(createServer()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
  await once(server, 'connection');
  const ends = [once(server, 'close'), once(socket, 'close')];
  await closeAll();
  await Promise.all(ends);
});

test('tests and helpers register every server to be ended', () => {
  const listening = fs
    .readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !/^(bench|runner)\//.test(name))
    .map(name => ({ name, text: fs.readFileSync(path.join(TESTS, name), 'utf8') }))
    .filter(({ text }) => /\.listen\(/.test(text));
  assert.ok(listening.length > 15);
  // A port that is free is looked for, and let go at once; the other is unreferenced.
  const free = /listener|freePort\(\)[\s\S]*createServer\(\)\.listen|\.unref\(\)/;
  for (const { name, text } of listening)
    assert.ok(/(endAfter|closeAfter)\(|after(\.each)?\(/.test(text) || free.test(text), name);
});

test.run();
