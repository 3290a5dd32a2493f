import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

/** The reference: a bare Fastify route that sends the same bytes from memory, in a process of its own. */

process.on(
  'message',
  async ({ origin, urls, headers }: { origin: string; urls: string[]; headers: Record<string, string> }) => {
    const memory = new Map<string, Buffer>();
    for (const url of urls) {
      const response = await fetch(origin + url, { headers });
      if (!response.ok) throw new Error(`${response.status} ${url}`);
      memory.set(url, Buffer.from(await response.arrayBuffer()));
    }
    const app = Fastify();
    app.get('/*', (request, reply) =>
      reply.type('application/json; charset=utf-8').send(memory.get(request.raw.url ?? '')),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    process.send?.((app.server.address() as AddressInfo).port);
  },
);
