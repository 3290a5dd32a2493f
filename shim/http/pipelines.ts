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

/** The requests of one connection. */
class Line {
  unanswered = 0;
  isEnded = false;
  /** The answer to the latest request. */
  latest: ServerResponse | null = null;

  readonly closed = (): void => {
    this.unanswered--;
  };

  end(last: ServerResponse): void {
    this.isEnded = true;
    last.shouldKeepAlive = false;
  }
}

/**
 * Bounds how many requests a connection can send without waiting for answers. One request too many is refused, the connection ends with
 * that answer, and later requests are not read (RFC 9112 §9.3.2: clients must expect that). A connection also ends with a 429 if
 * more requests wait behind it. Clients that send one request at a time, as proxies do, are not affected.
 */
export class Pipelines {
  readonly #lines = new WeakMap<Socket, Line>();
  readonly #surplus = new WeakSet<IncomingMessage>();

  /** Makes Node parse a new connection in pieces, and checks it between them. Called after Node's own listener. */
  watch(socket: Socket): void {
    const line = this.#lineOf(socket);
    for (const feed of socket.listeners('data') as Feed[]) {
      socket.off('data', feed);
      socket.on('data', chunk => {
        if (chunk.length <= PIECE_BYTES) return feed(chunk);
        for (let at = 0; at < chunk.length && !line.isEnded; at += PIECE_BYTES) {
          if (chunk.subarray(0, at).includes('\n')) behindLines.add(socket);
          feed(chunk.subarray(at, at + PIECE_BYTES));
        }
        behindLines.delete(socket);
      });
    }
  }

  counting(handle: RequestListener): RequestListener {
    return (request, response) => {
      const line = this.#lineOf(request.socket);
      if (line.isEnded) return;
      line.latest = response;
      line.unanswered++;
      response.on('close', line.closed);
      if (line.unanswered > MOST_UNANSWERED) {
        this.#surplus.add(request);
        line.end(response);
      }
      handle(request, response);
    };
  }

  isSurplus(request: IncomingMessage): boolean {
    return this.#surplus.has(request);
  }

  look(response: ServerResponse<IncomingMessage>, status: number): void {
    if (status !== 429) return;
    const line = this.#lineOf(response.req.socket);
    if (line.unanswered > 1) line.end(response);
  }

  /** Whether an error cannot be sent: in the middle of an answer, or after an answer that did not wait for the request's body. */
  isAnswering(socket: Socket): boolean {
    const response = this.#lines.get(socket)?.latest;
    return !!response?.headersSent && !(response.req.complete && response.writableFinished);
  }

  #lineOf(socket: Socket): Line {
    let line = this.#lines.get(socket);
    if (!line) {
      line = new Line();
      this.#lines.set(socket, line);
    }
    return line;
  }
}
