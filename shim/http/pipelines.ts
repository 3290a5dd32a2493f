import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of a connection may be unanswered. Clients that send several without waiting send a handful. */
export const MOST_UNANSWERED = 8;
/** Node parses all bytes of a read before other work gets a turn: thousands of requests. It gets this many bytes at a time. */
const PIECE_BYTES = 1024;

type Feed = (chunk: Buffer) => void;

const behindLines = new WeakSet<Socket>();

/** Whether a line ended before the piece that is being parsed, in the same read. */
export const isBehindLine = (socket: Socket): boolean => behindLines.has(socket);

/**
 * Bounds how many requests a connection can send without waiting for answers. One request too many is refused, the connection ends with
 * that answer, and later requests are not read (RFC 9112 §9.3.2: clients must expect that). A connection also ends with a 429 if
 * more requests wait behind it. Clients that send one request at a time, as proxies do, are not affected.
 */
export class Pipelines {
  readonly #unanswered = new WeakMap<Socket, number>();
  readonly #ended = new WeakSet<Socket>();
  readonly #surplus = new WeakSet<IncomingMessage>();

  /** Makes Node parse a new connection in pieces, and checks it between them. Called after Node's own listener. */
  watch(socket: Socket): void {
    for (const feed of socket.listeners('data') as Feed[]) {
      socket.off('data', feed);
      socket.on('data', chunk => {
        if (chunk.length <= PIECE_BYTES) return feed(chunk);
        for (let at = 0; at < chunk.length && !this.#ended.has(socket); at += PIECE_BYTES) {
          if (chunk.subarray(0, at).includes('\n')) behindLines.add(socket);
          feed(chunk.subarray(at, at + PIECE_BYTES));
        }
        behindLines.delete(socket);
      });
    }
  }

  counting(handle: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      if (this.#ended.has(socket)) return;
      const before = this.#unanswered.get(socket) ?? 0;
      this.#unanswered.set(socket, before + 1);
      response.once('close', () => this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 1) - 1));
      if (before >= MOST_UNANSWERED) {
        this.#surplus.add(request);
        this.#end(socket, response);
      }
      handle(request, response);
    };
  }

  isSurplus(request: IncomingMessage): boolean {
    return this.#surplus.has(request);
  }

  look(response: ServerResponse<IncomingMessage>, status: number): void {
    const { socket } = response.req;
    if (status === 429 && (this.#unanswered.get(socket) ?? 0) > 1) this.#end(socket, response);
  }

  #end(socket: Socket, last: ServerResponse): void {
    this.#ended.add(socket);
    last.shouldKeepAlive = false;
  }
}
