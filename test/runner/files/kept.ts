import { createServer } from 'node:http';
import { test } from 'uvu';
import { endAfter } from '../leftovers.cjs';

test('a server is closed behind the assertion that fails, with a connection that is kept', async () => {
  const server = endAfter(createServer((_, response) => response.end('here')));
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = server.address() as { port: number };
  await (await fetch(`http://127.0.0.1:${port}`)).text();
  throw new Error('this fails');
});

test.run();
