import { createServer } from 'node:http';
import { test } from 'uvu';

test('a server is closed behind the assertion that fails', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  if (server.listening || server.address() !== undefined) throw new Error('this fails');
  server.close();
});

test.run();
