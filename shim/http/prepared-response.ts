import { IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { Socket } from 'node:net';

/*
 * Node checks and joins all headers of each answer. Those that are sent again and again are checked and joined once here; Node adds
 * what depends on the connection and the time.
 */

/** @param headers names and values by turns, which HTTP allows @returns the lines as they are sent */
export function headerLines(headers: readonly string[]): string {
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return lines;
}

/** @returns the lines as they are sent @throws TypeError where HTTP does not allow a name or a value */
export function checkedLines(headers: Readonly<Record<string, string>>): string {
  const all = Object.entries(headers);
  for (const [name, value] of all) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  return headerLines(all.flat());
}

/** Node's own method: `writeHead` calls it with the status line. No documented method sends lines as they are. */
type StoreHeader = (this: ServerResponse, firstLine: string, headers: readonly string[]) => void;

const { _storeHeader: storeHeader } = ServerResponse.prototype as unknown as { _storeHeader?: StoreHeader };

/** A response that can send lines as they are. */
export class PreparedResponse extends ServerResponse<IncomingMessage> {
  /** Sent before all other headers. */
  lines = '';

  _storeHeader(firstLine: string, headers: readonly string[]): void {
    storeHeader?.call(this, firstLine + this.lines, headers);
  }
}

/** Whether this version of Node lets lines be sent as they are. */
const isPreparing = callsStoreHeader();

/**
 * Writes the head of an answer as `writeHead` does.
 * @param lines of headers; none tells of the connection, the date or the length
 * @param bytes of the body; null: the answer tells no length
 */
export function writePrepared(
  response: ServerResponse,
  status: number,
  lines: string,
  bytes: number | null,
): void {
  const length = bytes === null ? [] : ['content-length', String(bytes)];
  if (isPreparing && response instanceof PreparedResponse) {
    response.lines = lines;
    response.writeHead(status, length);
  } else response.writeHead(status, [...headersIn(lines), ...length]);
}

const headersIn = (lines: string): string[] =>
  [...lines.matchAll(/^(.+?): (.*)\r$/gm)].flatMap(([, name = '', value = '']) => [name, value]);

function callsStoreHeader(): boolean {
  let firstLine: unknown;
  class Asked extends ServerResponse {
    _storeHeader(line: unknown): void {
      firstLine = line;
    }
  }
  new Asked(new IncomingMessage(new Socket())).writeHead(200, []);
  return firstLine === 'HTTP/1.1 200 OK\r\n' && storeHeader !== undefined;
}
