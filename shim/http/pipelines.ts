import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** So many requests of one connection may be unanswered at a time. Clients that send several without waiting send a handful. */
export const MOST_UNANSWERED = 8;
/** Node parses all that a read has brought before anyone else has a turn: thousands of requests. It gets so many bytes at a time. */
const PIECE_BYTES = 1024;

type Feed = (chunk: Buffer) => void;

const behindLines = new WeakSet<Socket>();

/** Whether a line has ended in what came together with the piece that is being parsed. */
export const isBehindLine = (socket: Socket): boolean => behindLines.has(socket);

/**
 * Bounds what a connection can send without waiting for answers. The request that is too many is refused, and the connection ends
 * with that answer; what came behind it is not read (RFC 9112 §9.3.2: a client has to expect that). It ends with a 429, too, where
 * more requests wait behind it. Who sends one request at a time, as proxies do, is not concerned.
 */
export class Pipelines {
  readonly #unanswered = new WeakMap<Socket, number>();
  /** Connections of which nothing more is read. */
  readonly #ended = new WeakSet<Socket>();
  readonly #surplus = new WeakSet<IncomingMessage>();

  /** Has a new connection be parsed in pieces, with a look at it between them. After Node's own listener. */
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

  /** Counts requests before they are handled. */
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

  /** Whether the request is one too many. */
  isSurplus(request: IncomingMessage): boolean {
    return this.#surplus.has(request);
  }

  /** Before the head of an answer is written. */
  look(response: ServerResponse<IncomingMessage>, status: number): void {
    const { socket } = response.req;
    if (status === 429 && (this.#unanswered.get(socket) ?? 0) > 1) this.#end(socket, response);
  }

  #end(socket: Socket, last: ServerResponse): void {
    this.#ended.add(socket);
    last.shouldKeepAlive = false;
  }
}
