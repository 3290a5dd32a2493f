import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of a connection may be unanswered. Clients that send several without waiting send a handful. */
export const MOST_UNANSWERED = 8;

/** Node's parser of a connection: undocumented. */
interface Parser {
  onIncoming?: () => number;
}

/** What is not 0, 1 or 2 is an error to the parser. */
const FAILED = -1;

/** The requests of one connection. */
class Line {
  isEnded = false;
  /** Answers that are not sent, and the latest. Listeners would take longer than to look through these few. */
  #answers: ServerResponse[] = [];

  get latest(): ServerResponse | undefined {
    return this.#answers.at(-1);
  }

  get unanswered(): number {
    return this.#answers.filter(isOpen).length;
  }

  /** @returns how many answers are not sent, with this one */
  add(answer: ServerResponse): number {
    this.#answers = this.#answers.filter(isOpen);
    return this.#answers.push(answer);
  }

  /**
   * Node parses all bytes of a read before other work gets a turn: thousands of requests. So the parser fails at the next one. Where
   * Node has no such parser, it parses them, and nobody handles them.
   */
  end(last: ServerResponse): void {
    this.isEnded = true;
    last.shouldKeepAlive = false;
    const { parser } = last.req.socket as Socket & { parser?: Parser | null };
    if (parser) parser.onIncoming = () => FAILED;
  }
}

const isOpen = ({ closed }: ServerResponse): boolean => !closed;

/**
 * Bounds how many requests a connection can send without waiting for answers. One request too many is refused, the connection ends with
 * that answer, and later requests are not read (RFC 9112 §9.3.2: clients must expect that). A connection also ends with a 429 if
 * more requests wait behind it. Clients that send one request at a time, as proxies do, are not affected.
 */
export class Pipelines {
  readonly #lines = new WeakMap<Socket, Line>();
  readonly #surplus = new WeakSet<IncomingMessage>();

  counting(handle: RequestListener): RequestListener {
    return (request, response) => {
      const line = this.#lineOf(request.socket);
      if (line.isEnded) return;
      if (line.add(response) > MOST_UNANSWERED) {
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

  /** Whether later bytes of a connection are not read, whatever they are. */
  isEnded(socket: Socket): boolean {
    return this.#lines.get(socket)?.isEnded ?? false;
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
