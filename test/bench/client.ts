import { once } from 'node:events';
import net from 'node:net';

export interface Client {
  /** One exchange, to its last byte. @returns the body of a good answer @throws RefusedAnswer for another one */
  get(path: string): Promise<string>;
  close(): void;
}

export class RefusedAnswer extends Error {
  readonly status: number;

  constructor(status: number, answer: string) {
    super(`The answer begins ${answer.slice(0, 200)}`);
    this.status = status;
  }
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
      const answer = Buffer.concat(chunks);
      const status = Number(answer.toString('latin1', STATUS_AT, STATUS_AT + 3));
      if (status !== 200) throw new RefusedAnswer(status, answer.toString());
      return answer.toString('utf8', head);
    },
    close: () => socket.destroy(),
  };
}

const HEAD = /^HTTP\/1\.1 \d{3} [\s\S]*?\r\ncontent-length: (\d+)\r\n[\s\S]*?\r\n\r\n/i;
const STATUS_AT = 'HTTP/1.1 '.length;

/** Of the head, and of a whole response. @param beginning all of its head, at least */
function lengthsOf(beginning: Buffer): [head: number, response: number] {
  const [head, length] = HEAD.exec(beginning.toString('latin1')) ?? [];
  if (head === undefined) throw new Error(`The answer begins ${beginning.toString('latin1', 0, 200)}`);
  return [head.length, head.length + Number(length)];
}
