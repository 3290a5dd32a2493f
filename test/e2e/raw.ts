import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { Answer } from '../helpers/shim.ts';

/** A server that has not ended the connection by then, in milliseconds, waits for more. */
const PATIENCE_MS = 200;

/** Sends bytes that need not be HTTP. @returns what comes back until the server ends the connection or is idle */
export function rawBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(PATIENCE_MS, () => socket.end());
    socket.on('data', chunk => chunks.push(chunk));
    // A server may well cut off a client that sends more than it wants to read.
    socket.on('error', error => {
      if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) reject(error);
    });
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** The answer to bytes that need not be HTTP. Its status is 0 where there is none. */
export async function rawExchange(port: number, bytes: string | Buffer): Promise<Answer> {
  const response = await rawBytes(port, bytes);
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
