import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { MESSAGE_BYTES } from './bounds.ts';
import { readMessage } from './messages.ts';
import { errorBody, RPC } from './rpc-errors.ts';

/** Most requests at a time; further ones are read afterwards. */
const UNDER_WAY = 32;

const NEWLINE = 10;

/** MCP over lines of standard input and output. The SDK's transport misses malformed lines and the input's end. */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Resolves when the input has ended and everything is answered, or when no one reads the answers. */
  readonly finished: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  #finish: () => void = () => {};
  /** The beginning of an incomplete line. */
  #pieces: Buffer[] = [];
  #bytes = 0;
  #lines: Buffer[] = [];
  /** Whether the rest of the current line is skipped, since it is too long. */
  #isPassingOver = false;
  readonly #underWay = new Set<string | number>();
  #hasEnded = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
    this.finished = new Promise(resolve => {
      this.#finish = resolve;
    });
  }

  async start(): Promise<void> {
    this.#input.on('data', chunk => this.#take(chunk));
    this.#input.once('end', () => this.end());
    this.#input.once('error', () => this.end());
    this.#output.once('error', () => this.#finish());
  }

  /** Stops reading; requests that were read are answered. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#input.pause();
    this.#next();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(JSON.stringify(message));
    if (!('id' in message) || 'method' in message) return;
    this.#underWay.delete(message.id as string | number);
    this.#next();
  }

  async close(): Promise<void> {
    this.#input.pause();
    this.#finish();
    this.onclose?.();
  }

  #take(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, end));
      if (!this.#isPassingOver) this.#lines.push(Buffer.concat(this.#pieces));
      this.#forget();
      this.#isPassingOver = false;
      from = end + 1;
    }
    this.#add(chunk.subarray(from));
    this.#next();
  }

  #add(piece: Buffer): void {
    if (this.#isPassingOver) return;
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes <= MESSAGE_BYTES) return;
    this.#isPassingOver = true;
    this.#forget();
    const message = `Invalid request: a message may have ${MESSAGE_BYTES} bytes.`;
    void this.#write(errorBody({ code: RPC.invalidRequest, message }));
  }

  #forget(): void {
    this.#pieces = [];
    this.#bytes = 0;
  }

  /** Handles waiting lines while there is room, and reads on when there are none. */
  #next(): void {
    while (this.#lines.length > 0 && this.#underWay.size < UNDER_WAY)
      this.#read(this.#lines.shift() as Buffer);
    if (this.#hasEnded) {
      if (this.#lines.length + this.#underWay.size === 0) this.#finish();
    } else if (this.#lines.length > 0) this.#input.pause();
    else this.#input.resume();
  }

  #read(line: Buffer): void {
    const text = line.toString().trim();
    if (text === '') return;
    const read = readMessage(text);
    if (!('received' in read)) return void this.#write(errorBody(read));
    const { received: message } = read;
    if (isJSONRPCRequest(message)) this.#underWay.add(message.id);
    else this.#underWay.delete(cancelledId(message));
    this.onmessage?.(message);
  }

  #write(line: string): Promise<void> {
    return new Promise(resolve => {
      if (this.#output.write(`${line}\n`)) resolve();
      else this.#output.once('drain', resolve);
    });
  }
}

/** A cancelled request gets no answer. */
function cancelledId(message: JSONRPCMessage): string | number {
  const isCancelling = 'method' in message && message.method === 'notifications/cancelled';
  const id = isCancelling ? message.params?.requestId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : '';
}
