import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that looks nothing up, counts nothing and logs nothing: one answer, whole or as a 304, in a process of its own. */

process.on('message', async ({ url, headers }: { url: string; headers: Record<string, string> }) => {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  const body = Buffer.from(await response.arrayBuffer());
  const ofConnection = ['connection', 'keep-alive', 'date', 'content-length'];
  const lines = [...response.headers].filter(([name]) => !ofConnection.includes(name)).flat();
  const server = createServer((request, answer) => {
    if (request.headers['if-none-match']) answer.writeHead(304, lines).end();
    else answer.writeHead(200, [...lines, 'content-length', String(body.length)]).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
