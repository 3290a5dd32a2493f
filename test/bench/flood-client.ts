import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * The flood, in a process of its own: connections that are all open before the first request is sent, one search each,
 * all sent at once.
 */
export interface Flood {
  port: number;
  searches: readonly FloodSearch[];
}

export interface FloodSearch {
  path: string;
  /** A loopback address to send from. */
  from: string;
  key: string | null;
}

export interface FloodAnswer {
  /** 0 where the connection ended without an answer. */
  status: number;
  hasRetryAfter: boolean;
  /** Milliseconds from when this request was written to when the answer's head was read, both by this process. */
  ms: number;
}

async function open({ port }: Flood, { from }: FloodSearch): Promise<Socket | null> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from, noDelay: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return null;
  }
}

function ask(socket: Socket | null, { path, key }: FloodSearch): Promise<FloodAnswer> {
  const began = performance.now();
  return new Promise(resolve => {
    const end = (head: string) => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      resolve({ status, hasRetryAfter: /^retry-after: /im.test(head), ms: performance.now() - began });
      socket?.destroy();
    };
    if (!socket || socket.destroyed) return end('');
    socket.once('data', chunk => end(chunk.toString('latin1')));
    socket.once('error', () => end('')).once('close', () => end(''));
    const credentials = key === null ? '' : `X-API-Key: ${key}\r\n`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${credentials}Connection: close\r\n\r\n`);
  });
}

process.on('message', async (flood: Flood) => {
  const sockets: (Socket | null)[] = [];
  // A listening socket has room for some hundred connections that nobody has taken yet.
  for (let i = 0; i < flood.searches.length; i += 100)
    sockets.push(...(await Promise.all(flood.searches.slice(i, i + 100).map(search => open(flood, search)))));
  const answers = flood.searches.map((search, i) => ask(sockets[i] ?? null, search));
  process.send?.(await Promise.all(answers));
});
