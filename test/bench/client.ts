import { once } from 'node:events';
import net from 'node:net';

export interface Client {
  /** One exchange, to the last byte of a good answer. @returns its body */
  get(path: string): Promise<string>;
  close(): void;
}

/** No more of a client than it takes: a connection that stays, as load generators have it. Its own time counts as ours. */
export async function connect(port: number, key: string): Promise<Client> {
  const socket = net.connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  return {
    async get(path) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${key}\r\n\r\n`);
      const chunks: Buffer[] = [];
      let head = 0;
      let missing: number | null = null;
      while (missing === null || missing > 0) {
        const [chunk] = (await once(socket, 'data')) as [Buffer];
        chunks.push(chunk);
        if (missing === null) [head, missing] = lengthsOf(chunk);
        missing -= chunk.length;
      }
      return Buffer.concat(chunks).toString('utf8', head);
    },
    close: () => socket.destroy(),
  };
}

const GOOD = /^HTTP\/1\.1 200 [\s\S]*?\r\ncontent-length: (\d+)\r\n[\s\S]*?\r\n\r\n/i;

/** Of the head, and of a whole response. @param beginning all of its head, at least */
function lengthsOf(beginning: Buffer): [head: number, response: number] {
  const [head, length] = GOOD.exec(beginning.toString('latin1')) ?? [];
  if (head === undefined) throw new Error(`The answer begins ${beginning.toString('latin1', 0, 200)}`);
  return [head.length, head.length + Number(length)];
}
