import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { Answer } from '../helpers/shim.ts';

/** Where nobody says what is waited for, a server that says nothing for so long, in milliseconds, waits for more itself. */
const IDLE_MS = 200;
/** Who waits for something gives up after this. */
const PATIENCE_MS = 20_000;

/**
 * Sends bytes that need not be HTTP.
 *
 * @param isEnough of what has come, as latin1; without it whatever comes until the server is idle is taken
 * @returns what comes back until it is enough, or the server ends the connection
 */
export function rawBytes(
  port: number,
  bytes: string | Buffer,
  isEnough?: (received: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const received = (encoding: 'utf8' | 'latin1') => Buffer.concat(chunks).toString(encoding);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
      // Not while it is being connected, which a busy machine lets wait.
      if (!isEnough) socket.setTimeout(IDLE_MS, () => socket.end());
    });
    const giveUp = setTimeout(() => {
      socket.destroy();
      reject(new Error(`not enough came in ${PATIENCE_MS} ms, but: ${received('utf8').slice(-500)}`));
    }, PATIENCE_MS);
    socket.on('data', chunk => {
      chunks.push(chunk);
      if (isEnough?.(received('latin1'))) socket.destroy();
    });
    // A server may well cut off a client that sends more than it wants to read.
    socket.on('error', error => {
      if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) reject(error);
    });
    socket.on('close', () => {
      clearTimeout(giveUp);
      resolve(received('utf8'));
    });
  });
}

/** Whether head and body have come, of an answer that tells its length. */
function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? Number.NaN);
  return received.length >= end + 4 + length;
}

/** The answer, whole, to bytes that need not be HTTP. Its status is 0 where there is none. */
export async function rawExchange(port: number, bytes: string | Buffer): Promise<Answer> {
  const response = await rawBytes(port, bytes, isWhole);
  const [head = '', text = ''] = response.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers: IncomingHttpHeaders = Object.fromEntries(
    lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const isJson = headers['content-type']?.startsWith('application/json') && text !== '';
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? 0),
    headers,
    bytes: Buffer.from(text),
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
