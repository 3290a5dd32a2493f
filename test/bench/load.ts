import { connect } from 'node:net';

/**
 * The load generator, in a process of its own: connections that each ask for one URL after the other. It does the
 * least that HTTP asks of a client, so that the server is what is measured.
 */
export interface Load {
  port: number;
  urls: readonly string[];
  headers: Readonly<Record<string, string>>;
  seconds: number;
  connections: number;
  /** Never sleeps, so that no server spends its time on waking it: many times what a small answer takes, on a virtual machine. */
  isAwake?: boolean;
}

/** Over the time of one run. */
export interface Measured {
  requests: number;
  seconds: number;
}

const HEAD_END = '\r\n\r\n';

function client(load: Load, nextRequest: () => Buffer, onAnswer: () => void): () => void {
  const socket = connect(load.port, '127.0.0.1', () => socket.write(nextRequest()));
  let head = Buffer.alloc(0);
  /** Of the body, still to come; negative while the head is incomplete. */
  let missing = -1;
  socket.setNoDelay(true);
  socket.on('data', chunk => {
    let length = chunk.length;
    if (missing < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      missing = bodyLength(head.toString('latin1', 0, end));
      length = head.length - end - HEAD_END.length;
    }
    missing -= length;
    if (missing > 0) return;
    head = Buffer.alloc(0);
    missing = -1;
    onAnswer();
    socket.write(nextRequest());
  });
  socket.on('error', error => {
    if (!socket.destroyed) throw error;
  });
  return () => socket.destroy();
}

function bodyLength(head: string): number {
  if (head.startsWith('HTTP/1.1 304 ')) return 0;
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`The answer is ${head.split('\r\n')[0]}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('The answer tells no length');
  return Number(length);
}

function measure(load: Load): Promise<Measured> {
  const lines = Object.entries({ Host: 'localhost', ...load.headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const requests = load.urls.map(url => Buffer.from(`GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`));
  let sent = 0;
  let answered = 0;
  const next = (): Buffer => requests[sent++ % requests.length] as Buffer;
  let isOver = false;
  const stayAwake = (): void => {
    if (!isOver) setImmediate(stayAwake);
  };
  if (load.isAwake) stayAwake();
  const began = performance.now();
  const stops = Array.from({ length: load.connections }, () => client(load, next, () => answered++));
  return new Promise(resolve =>
    setTimeout(() => {
      const seconds = (performance.now() - began) / 1000;
      isOver = true;
      for (const stop of stops) stop();
      resolve({ requests: answered, seconds });
    }, load.seconds * 1000),
  );
}

process.on('message', async (load: Load) => {
  process.send?.(await measure(load));
});
